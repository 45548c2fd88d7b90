/// What became of a value that may fail to decode.
enum LenientResult<Value: Decodable> {
  case good(Value)
  /// What stood in the data instead.
  case rejected(DocumentValue)

  /// Decodes a value, or keeps and reports what is there.
  init(_ field: Field, by plan: DecodingPlan<Value>) throws {
    let mark = field.state.pointee.journal?.mark
    do {
      self = .good(try plan.decode(field))
      field.state.pointee.journal?.noteAccepted(field)
    } catch {
      if error.isMistakeOfProgram { throw error }
      let rejected = try DocumentValue(field)
      field.state.pointee.journal?.noteRejected(field, rejected, since: mark)
      self = .rejected(rejected)
    }
  }
}

extension Error {
  /// Whether the types are to blame, and not the value: such an error must not be hidden.
  var isMistakeOfProgram: Bool {
    if self is UnusableDefaults { return true }
    return switch (self as? MigrationError)?.reason {
    case .brokenChain, .unusableDefaults, .misdeclaredType: true
    default: false
    }
  }
}

// MARK: - Writing

extension FieldWriter {
  /// Writes a rejected value; in memory it is remembered that it was written.
  func encode(rejected value: DocumentValue, to encoder: FieldEncoder) throws {
    if isInMemory { state.pointee.rejectedValues.append(value) }
    try encode(value, to: encoder)
  }

  /// A value as a tree, and the rejected values in it.
  static func treeWithRejectedValues(
    of value: some Encodable
  ) throws -> (tree: FieldTree, rejected: [DocumentValue]) {
    var rejected: [DocumentValue] = []
    let tree = try tree(userInfo: [:]) {
      try value.encode(to: $0)
      rejected = $0.writer.state.pointee.rejectedValues
    }
    return (tree, rejected)
  }
}
