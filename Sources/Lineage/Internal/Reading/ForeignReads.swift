/// What types have asked for in a value of a foreign decoder, so that a report can list the rest.
///
/// A type may decode a value several times, for instance as a dictionary and by its keys, each time with decoders of its
/// own. All of them record what they ask for in one place, so the report lists it once.
final class ForeignReads {
  /// The key or the index of the value in its container; nil at the root.
  private var component: FieldPath.Component?
  /// The names of an object's members, once it is open.
  private var names: [String] = []
  /// The number of an array's elements, if types ask for them one by one, so that they may leave some out; otherwise nil.
  private var elementCount: Int?
  /// The fields that types have asked for.
  private var namesRead: Set<String> = []
  /// Those that count as read whatever fails later, because types have asked for them more than once or decoded them.
  private var namesReadPermanently: Set<String> = []
  /// How many elements types have decoded, from the first one on.
  private(set) var elementsRead = 0
  /// The elements that types have asked for and discarded.
  private var elementsDiscarded: Set<Int> = []
  /// Those that count as read whatever fails later, as in `namesReadPermanently`.
  private var elementsReadPermanently: Set<Int> = []
  /// Whether a type has asked for the value with everything in it.
  private var isReadAsWhole = false
  /// The values inside this one, in the order in which types have looked at them.
  private var inner: [ForeignReads] = []
  private var indicesOfInner: [FieldPath.Component: Int] = [:]

  /// - Parameter component: The key or the index of the value in its container; nil at the root.
  init(at component: FieldPath.Component? = nil) {
    self.component = component
  }

  // MARK: - The value

  /// A member or an element.
  func inner(_ component: FieldPath.Component) -> ForeignReads {
    if let index = indicesOfInner[component] { return inner[index] }
    indicesOfInner[component] = inner.count
    inner.append(ForeignReads(at: component))
    return inner[inner.count - 1]
  }

  /// The member with a name, whose path has the key of the document, which the decoder may have converted to the name.
  func inner(named name: String, spelled key: String) -> ForeignReads {
    let member = inner(.key(name))
    member.component = .key(key)
    return member
  }

  /// Records the names of an object's members.
  func open(_ names: [String]) { self.names = names }

  /// Records that types ask for the elements one by one.
  func markReadByElement(count: Int) { elementCount = count }

  var isReadByElement: Bool { elementCount != nil }

  /// The indices of the elements that types have.
  var elementsKept: Set<Int> { Set(0..<elementsRead).subtracting(elementsDiscarded) }

  func hasRead(_ name: String) -> Bool { namesRead.contains(name) }
  func hasReadPermanently(_ name: String) -> Bool { namesReadPermanently.contains(name) }
  func hasDiscarded(_ index: Int) -> Bool { elementsDiscarded.contains(index) }
  func hasReadPermanently(_ index: Int) -> Bool { elementsReadPermanently.contains(index) }

  // MARK: - What types ask for

  /// Something that a type has asked for.
  enum Read {
    case name(String)
    /// A name that counts as read whatever fails later.
    case permanentName(String)
    /// The elements in a range, which follows those that were read before.
    case elements(Range<Int>)
    /// Whether it has discarded an element.
    case discardedElement(Int, Bool)
    /// An element that counts as read whatever fails later.
    case permanentElement(Int)
    /// The value with everything in it.
    case whole
  }

  /// Records that a type has asked for something. Returns whether that is new.
  func insert(_ read: Read) -> Bool {
    switch read {
    case .name(let name): return namesRead.insert(name).inserted
    case .permanentName(let name): return namesReadPermanently.insert(name).inserted
    case .elements(let range):
      if range.isEmpty { return false }
      elementsRead = range.upperBound
      return true
    case .discardedElement(let index, true): return elementsDiscarded.insert(index).inserted
    case .discardedElement(let index, false): return elementsDiscarded.remove(index) != nil
    case .permanentElement(let index): return elementsReadPermanently.insert(index).inserted
    case .whole:
      if isReadAsWhole { return false }
      isReadAsWhole = true
      return true
    }
  }

  /// Forgets what a type has asked for.
  func remove(_ read: Read) {
    switch read {
    case .name(let name):
      namesRead.remove(name)
      namesReadPermanently.remove(name)
    case .permanentName(let name): namesReadPermanently.remove(name)
    case .elements(let range): elementsRead = range.lowerBound
    case .discardedElement(let index, let isDiscarded):
      _ = insert(.discardedElement(index, !isDiscarded))
    case .permanentElement(let index): elementsReadPermanently.remove(index)
    case .whole: isReadAsWhole = false
    }
  }

  // MARK: - What no type has asked for

  /// The members and elements in this value that no type has asked for. What is in one of them isn't listed.
  ///
  /// - Parameter path: The path of the value.
  func unread(in path: FieldPath) -> [FieldPath] {
    var unread: [FieldPath] = []
    // A loop, because a document may nest too deeply for the stack.
    var values = [(reads: self, path: path.components)]
    while let (reads, path) = values.popLast() {
      if reads.isReadAsWhole { continue }
      let components = reads.unreadComponents
      unread += components.map { FieldPath(path + [$0]) }
      let hidden = Set(components)
      for (component, index) in reads.indicesOfInner.sorted(by: { $0.value > $1.value })
      where !hidden.contains(component) {
        let value = reads.inner[index]
        values.append((value, path + (value.component.map { [$0] } ?? [])))
      }
    }
    return unread
  }

  private var unreadComponents: [FieldPath.Component] {
    let elementCount = elementCount ?? 0
    let elements = Set(min(elementsRead, elementCount)..<elementCount).union(elementsDiscarded)
    return names.filter { !namesRead.contains($0) }.map { .key($0) }
      + elements.sorted().map { .index($0) }
  }
}
