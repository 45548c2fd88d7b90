/// A search for the values at many paths, in a single walk over a tree.
///
/// An array's elements are a linked list, so looking up one path after the other would go through
/// the list each time.
struct PathSearch {
  /// A common prefix of paths, with the prefixes that continue it and the paths that end there.
  private struct Place {
    var members: [String: Int] = [:]
    var elements: [Int: Int] = [:]
    var paths: [Int] = []
  }

  private let pathCount: Int
  /// The root is the first.
  private var places = [Place()]

  init(for paths: [FieldPath]) {
    pathCount = paths.count
    // Consecutive paths usually have a common prefix.
    var last: [FieldPath.Component] = []
    var trail = [0]
    for (index, path) in paths.enumerated() {
      let known = zip(last, path.components).prefix { $0 == $1 }.count
      trail.removeLast(trail.count - known - 1)
      for component in path.components[known...] {
        trail.append(place(component, inside: trail[trail.count - 1]))
      }
      places[trail[trail.count - 1]].paths.append(index)
      last = path.components
    }
  }

  private mutating func place(_ component: FieldPath.Component, inside place: Int) -> Int {
    let known =
      switch component {
      case .key(let name): places[place].members[name]
      case .index(let index): places[place].elements[index]
      }
    if let known { return known }
    places.append(Place())
    switch component {
    case .key(let name): places[place].members[name] = places.count - 1
    case .index(let index): places[place].elements[index] = places.count - 1
    }
    return places.count - 1
  }

  /// The values at the paths, in the order of the paths; nil if there is none.
  func slots(in tree: DocumentTree.View) -> [UInt32?] {
    var found = [UInt32?](repeating: nil, count: pathCount)
    visit(0, at: 0, of: tree, &found)
    return found
  }

  private func visit(
    _ slot: UInt32, at index: Int, of tree: DocumentTree.View, _ found: inout [UInt32?]
  ) {
    let place = places[index]
    for path in place.paths { found[path] = slot }
    switch tree[slot].kind {
    case .object where !place.members.isEmpty:
      // Of equal keys the first wins.
      var left = place.members
      for member in tree.children(of: slot) where !left.isEmpty {
        if let inner = left.removeValue(forKey: tree.key(of: member)) {
          visit(member, at: inner, of: tree, &found)
        }
      }
    case .array where !place.elements.isEmpty:
      for (position, element) in tree.children(of: slot).enumerated() {
        if let inner = place.elements[position] { visit(element, at: inner, of: tree, &found) }
      }
    default: break
    }
  }
}
