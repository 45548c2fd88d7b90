extension Array {
  /// Removes all elements but the first ones, and returns them.
  @discardableResult
  mutating func cut(to count: Int) -> [Element] {
    let rest = Array(dropFirst(count))
    removeLast(rest.count)
    return rest
  }
}
