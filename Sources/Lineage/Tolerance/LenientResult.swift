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
  /// Whether the program is to blame, and not the value: such an error must not be hidden.
  var isMistakeOfProgram: Bool {
    if self is UnusableDefaults || isAboutStack { return true }
    return switch (self as? MigrationError)?.reason {
    case .brokenChain, .unusableDefaults, .misdeclaredType: true
    default: false
    }
  }
}

// MARK: - Writing

extension FieldWriter {
  /// Writes a rejected value; in memory it is remembered that it is one.
  func encode(rejected value: DocumentValue, to encoder: FieldEncoder) throws {
    try write(value, to: encoder)
    noteRejected(value, at: encoder.slot)
  }

  /// Writes a rejected value as a member or an element.
  func encode(rejected value: DocumentValue, as begun: EncodedValue) throws {
    try encode(value, as: begun)
    noteRejected(value, at: begun.encoder.slot)
  }

  private func noteRejected(_ value: DocumentValue, at slot: UInt32) {
    guard isInMemory else { return }
    state.pointee.rejectedValues.append(value)
    tree.slots[slot].flags.insert(.isRejected)
  }
}
