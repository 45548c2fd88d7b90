/// A set that can be rolled back to an earlier count.
struct RecordedOnce<Element: Hashable> {
  private var all: Set<Element> = []
  /// The same in the order in which it was recorded.
  private var inOrder: [Element] = []

  var count: Int { inOrder.count }

  func contains(_ element: Element) -> Bool { all.contains(element) }

  /// Adds an element. Returns false if it was added before.
  mutating func insert(_ element: Element) -> Bool {
    guard all.insert(element).inserted else { return false }
    inOrder.append(element)
    return true
  }

  mutating func rollBack(to count: Int) {
    for element in inOrder.cut(to: count) { all.remove(element) }
  }
}
