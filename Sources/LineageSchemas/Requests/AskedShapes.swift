/// The shapes that were requested at each path, in order. Containers have an empty list.
///
/// The path of the value itself is empty.
struct AskedShapes {
  private(set) var shapes: [String: [Shape]] = [:]

  mutating func add(_ shape: Shape? = nil, at path: String) {
    guard let shape else { return shapes[path, default: []] += [] }
    if shapes[path]?.contains(shape) != true { shapes[path, default: []].append(shape) }
  }

  mutating func add(_ other: AskedShapes) {
    for (path, shapes) in other.shapes {
      add(at: path)
      for shape in shapes { add(shape, at: path) }
    }
  }

  /// Whether there is a request that another value doesn't contain.
  func goesBeyond(_ known: AskedShapes) -> Bool {
    shapes.contains { path, shapes in
      guard let others = known.shapes[path] else { return true }
      return !shapes.allSatisfy(others.contains)
    }
  }

  /// The paths that aren't always requested, and those requested as more than one shape. `always`
  /// contains what every run requests.
  func beyond(_ always: AskedShapes) -> [String: [Shape]] {
    shapes.filter { path, shapes in always.shapes[path] == nil || shapes.count > 1 }
  }
}

extension Probe {
  /// All requests.
  func requestedShapes(under prefix: String = "") -> AskedShapes {
    var asked = AskedShapes()
    for field in singles { asked.add(field.shape, at: prefix) }
    func add(_ request: Request, _ others: [Shape], at path: String) {
      switch request {
      case .value(let field):
        asked.add(field.shape, at: path)
        for shape in others { asked.add(shape, at: path) }
      case .container(let probe):
        asked.add(at: path)
        asked.add(probe.requestedShapes(under: path))
      }
    }
    for key in order {
      guard let request = members[key] else { continue }
      add(request, ambiguous[key] ?? [], at: prefix.isEmpty ? key : "\(prefix).\(key)")
    }
    for (index, element) in elements.enumerated() { add(element, [], at: "\(prefix)[\(index)]") }
    return asked
  }
}
