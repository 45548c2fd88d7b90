extension ZeroFillable {
  /// The value in which every field is zero.
  ///
  /// - Precondition: Every field has a zero. Make fields optional that don't.
  public static var empty: Self {
    do {
      return try makeEmpty()
    } catch {
      preconditionFailure(
        """
        \(TypeName.of(Self.self)) has no empty value, because not all of its fields have a zero value: \
        make the field optional, or remove ZeroFillable. \(error)
        """)
    }
  }

  /// - Parameter base: The decoder of the missing value, whose `userInfo` it is made with; nil if no document
  ///   is being decoded.
  static func makeEmpty(inside base: ValueDecoder? = nil) throws -> Self {
    try decodeMissing(.nothing, filling: .zero, inside: base)
  }
}

extension _SelfFilling {
  /// The value with only initial values.
  ///
  /// - Throws: A `DecodingError` if a field has none.
  package static func makeFilled() throws -> Self { try makeFilled(inside: nil) }

  fileprivate static func makeFilled(inside base: ValueDecoder?) throws -> Self {
    try decodeMissing(.object, filling: .error, inside: base)
  }
}

extension Decodable {
  /// Decodes a value from a document without anything in it.
  fileprivate static func decodeMissing(
    _ kind: NodeKind, filling fill: Fill, inside base: ValueDecoder?
  ) throws -> Self {
    // Types can have each other as fields that are filled.
    if let base, !base.state.pointee.stack.hasRoom() { throw base.field.stackEnds() }
    let tree = DocumentTree(slotCapacity: 1)
    tree.append(TreeNode(kind))
    return try DecodingSession.using(.reading(missing: tree, inside: base)) {
      try Self(from: $0.root.decoder(filling: fill))
    }
  }
}

/// Looks up the zero of a type.
enum ZeroValue {
  /// The zero of a type; nil if it has none.
  ///
  /// - Parameter decoder: The decoder of the missing value.
  static func of<Value>(_ type: Value.Type, inside decoder: () -> ValueDecoder) throws -> Value? {
    let zero: Any? =
      switch type {
      case let type as any ZeroFillable.Type: try type.makeEmpty(inside: decoder())
      case let type as any DefaultFillable.Type: type.init()
      case let type as any _SelfFilling.Type: try type.makeFilled(inside: decoder())
      case let type as any RangeReplaceableCollection.Type: type.init()
      case let type as any SetAlgebra.Type: type.init()
      case let type as any EmptyDictionary.Type: type.init()
      case let type as any CaseIterable.Type: first(of: type)
      case let type as any AdditiveArithmetic.Type: type.zero
      default: nil
      }
    return zero as? Value
  }

  private static func first<Value: CaseIterable>(of type: Value.Type) -> Any? {
    type.allCases.first
  }
}

/// A type with an empty dictionary of any kind. Only `Dictionary` conforms.
private protocol EmptyDictionary {
  init()
}

extension Dictionary: EmptyDictionary {}
