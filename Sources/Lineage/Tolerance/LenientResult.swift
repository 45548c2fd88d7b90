/// The result of decoding a value that may be invalid.
enum LenientResult<Value: Decodable> {
  case good(Value)
  /// The value in the data that couldn't be decoded.
  case rejected(DocumentValue, Rejection?)

  /// Decodes a value, or stores and reports the rejected one.
  init(_ field: Field, by plan: DecodingPlan<Value>) throws {
    do {
      self = .good(try field.attempt { try plan.decode(field) })
      field.state.pointee.reportBuilder?.recordAccepted(field)
    } catch {
      if error.isMistakeOfProgram { throw error }
      let rejected = try field.rejectedValue()
      self = .rejected(rejected, field.recordRejected(rejected))
    }
  }
}

extension Field {
  /// The value to preserve if it can't be decoded.
  ///
  /// While it is carried over, everything in it is data: the type that rejected it first has removed its version.
  func rejectedValue() throws -> DocumentValue {
    isUndecoded || !state.pointee.carryOver.isActive
      ? try documentValueWithoutLibraryKeys() : try documentValue()
  }

  /// Records that the value couldn't be decoded.
  ///
  /// - Returns: The details; nil if no report was requested and no rejection is stored for the
  ///   field.
  func recordRejected(_ value: DocumentValue) -> Rejection? {
    markReplaced()
    // A value that an older version has rejected is already in the report, with its path in the document.
    guard let reportBuilder = state.pointee.reportBuilder, !isRejected else { return rejection }
    return reportBuilder.recordRejected(at: path, value)
  }
}

extension Error {
  /// Whether the error is the program's fault, not the value's. Such errors must not be hidden.
  var isMistakeOfProgram: Bool {
    self is UnusableDefaults || isAboutStack
      || (self as? MigrationError)?.reason.isMistakeOfProgram == true
  }
}

// MARK: - Writing

extension DocumentWriter {
  /// Writes a rejected value. A writer in memory marks it as rejected.
  func encode(
    rejected value: DocumentValue, _ rejection: Rejection?, to encoder: ValueEncoder
  ) throws {
    try write(value, to: encoder)
    markRejected(encoder.slot, value, rejection)
  }

  /// Writes a rejected value as a member or an element.
  func encode(
    rejected value: DocumentValue, _ rejection: Rejection?, as begun: OpenValue
  ) throws {
    try encode(value, as: begun)
    markRejected(begun.encoder.slot, value, rejection)
  }

  private func markRejected(_ slot: UInt32, _ value: DocumentValue, _ rejection: Rejection?) {
    guard isInMemory else { return }
    state.pointee.preserved.rejected.append(
      RejectedValue(slot: slot, value: value, rejection: rejection))
    if let rejection { tree.record(rejection, of: slot) }
    tree.slots[slot].flags.insert(.isRejected)
  }
}
