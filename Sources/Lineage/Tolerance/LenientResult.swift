/// What became of a value that may fail to decode.
enum LenientResult<Value: Decodable> {
  case good(Value)
  /// The value in the data that didn't decode.
  case rejected(DocumentValue, Rejection?)

  /// Decodes a value, or keeps and reports what is there.
  init(_ field: Field, by plan: DecodingPlan<Value>) throws {
    let mark = field.state.pointee.reportBuilder?.mark
    do {
      self = .good(try plan.decode(field))
      field.state.pointee.reportBuilder?.recordAccepted(field)
    } catch {
      if error.isMistakeOfProgram { throw error }
      let rejected = try DocumentValue(field)
      self = .rejected(rejected, field.recordRejected(rejected, since: mark))
    }
  }
}

extension Field {
  /// Notes that the value didn't decode.
  ///
  /// - Returns: What is known of that; nil where no report was asked for.
  func recordRejected(_ value: DocumentValue, since mark: ReportBuilder.Mark?) -> Rejection? {
    guard let reportBuilder = state.pointee.reportBuilder else { return rejection }
    return reportBuilder.recordRejected(self, value, since: mark)
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

extension DocumentWriter {
  /// Writes a rejected value; in memory it is remembered that it is one.
  func encode(
    rejected value: DocumentValue, _ rejection: Rejection?, to encoder: ValueEncoder
  ) throws {
    try write(value, to: encoder)
    recordRejected(value, rejection, at: encoder.slot)
  }

  /// Writes a rejected value as a member or an element.
  func encode(
    rejected value: DocumentValue, _ rejection: Rejection?, as begun: EncodedValue
  ) throws {
    try encode(value, as: begun)
    recordRejected(value, rejection, at: begun.encoder.slot)
  }

  private func recordRejected(_ value: DocumentValue, _ rejection: Rejection?, at slot: UInt32) {
    guard isInMemory else { return }
    state.pointee.rejectedValues.append((value, rejection))
    if let rejection { tree.note(rejection, of: slot) }
    tree.slots[slot].flags.insert(.isRejected)
  }
}
