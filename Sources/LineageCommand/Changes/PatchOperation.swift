import Lineage

/// An operation of a JSON Patch, RFC 6902.
struct PatchOperation: Encodable, Hashable {
  var op: String
  var path: String
  /// The new value; nil if the operation has none, or values are left out.
  var value: DocumentValue?

  /// - Parameters:
  ///   - change: The change to make.
  ///   - showsValues: Whether the operation has the new value. Without it, it can't be applied.
  init(_ change: FieldChange, showingValues showsValues: Bool) {
    path = change.path.pointer
    switch change.kind {
    case .added(let value): (op, self.value) = ("add", value)
    case .removed: (op, value) = ("remove", nil)
    case .replaced(_, let value): (op, self.value) = ("replace", value)
    }
    if !showsValues { value = nil }
  }

  private enum CodingKeys: CodingKey {
    case op, path, value
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(op, forKey: .op)
    try container.encode(path, forKey: .path)
    // A null that is added is a value, too.
    if let value { try container.encode(value, forKey: .value) }
  }
}

extension FieldPath {
  /// The path as a JSON Pointer, RFC 6901.
  var pointer: String {
    components.map { component in
      switch component {
      case .index(let index): "/\(index)"
      case .key(let key):
        "/" + key.replacing("~", with: "~0").replacing("/", with: "~1")
      }
    }.joined()
  }

  /// The path with `[]` in place of each index, which is the same for all elements of an array.
  var pattern: String {
    components.reduce(into: "") { text, component in
      switch component {
      case .index: text += "[]"
      case .key:
        let name = FieldPath([component]).description
        text += text.isEmpty || name.first == "[" ? name : ".\(name)"
      }
    }
  }
}
