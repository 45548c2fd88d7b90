/// Containers by slot.
///
/// Few types ask for a container twice, so containers are only added to the dictionary when one
/// does.
struct ReopenedContainers {
  private var containers: [UInt32: Int] = [:]
  private var count = 0

  /// The container that is open in a slot.
  mutating func container(at slot: UInt32, among open: Arena<OpenContainer>) -> Int? {
    for index in count..<open.count { containers[open[UInt32(index)].slot] = index }
    count = open.count
    guard let index = containers[slot], index < count, open[UInt32(index)].slot == slot else {
      return nil
    }
    return index
  }

  /// Removes the containers from an index on.
  @inline(__always)
  mutating func removeAll(from index: Int) {
    if count > index { count = index }
    if index == 0, !containers.isEmpty { containers = [:] }
  }
}
