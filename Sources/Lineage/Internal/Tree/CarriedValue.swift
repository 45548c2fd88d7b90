/// A field of an older version that is being carried over.
///
/// Most fields keep their type from one version to the next. If the new field has the type of the
/// value, the value is not encoded and decoded, so the cost of a step depends on what it changes
/// and not on the size of the document. If it has another type, the value is encoded, with its own
/// fields as carried values again, so only the levels whose types have changed are encoded.
class CarriedValue: Equatable, @unchecked Sendable {
  /// The value as a tree, for a field of another type.
  func encoded() throws -> DocumentTree {
    preconditionFailure("Internal error: a carried value without a type.")
  }

  /// The value as the tree of a document, with its version, for a field without a type.
  ///
  /// - Parameter isInSnakeCase: Whether the keys of the document are those that a strategy converts names to.
  func document(isInSnakeCase: Bool) throws -> DocumentTree {
    preconditionFailure("Internal error: a carried value without a type.")
  }

  /// The type of the fields that get the value without encoding it.
  var type: any Any.Type { Never.self }

  /// The type that is encoded, for errors.
  var typeEncoded: any Any.Type { type }

  /// Whether it is a null that was decoded as a value.
  var isNull: Bool { (self as? CarriedBox<DocumentValue>)?.value == .null }

  static func == (first: CarriedValue, second: CarriedValue) -> Bool { first === second }
}

/// A carried value with its Swift value, which a field of the same type gets.
///
/// `Value` isn't required to be `Encodable`, because the code that decodes it doesn't know that it is: the
/// runtime would have to look up the conformance for each field.
class CarriedBox<Value>: CarriedValue, @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  final override var type: any Any.Type { Value.self }
}

extension DocumentTree {
  /// Whether a value is null, or a `DocumentValue` that is null and is carried over.
  func isNull(at slot: UInt32) -> Bool {
    let node = slots[slot]
    if node.kind == .native, case .carried(let value) = natives[node.start] { return value.isNull }
    return node.isNull
  }
}
