/// Checks what happens to a value's unknown fields when it is migrated.
///
/// Steps can move values, including nested ones with their own steps, so only the result of the
/// outermost steps is checked. It is encoded for the check, but only if the document has unknown
/// fields or something else to preserve.
struct UnknownFieldsInSteps {
  private let field: Field
  private let collectedBefore: Int
  private let start: ReportBuilder.Mark?

  /// Whether a value is nested in a value that is being migrated, and is checked as a part of it.
  static func isInsideSteps(in field: Field) -> Bool {
    field.state.pointee.steps.isRunning || field.state.pointee.isInner
  }

  /// Runs the outermost steps of a value, and checks what has become of its unknown fields.
  ///
  /// - Parameter userInfo: The decoder's `userInfo`.
  static func checking<Value: VersionedCodable>(
    _ field: Field, userInfo: @autoclosure () -> [CodingUserInfoKey: Any], _ run: () throws -> Value
  ) throws -> Value {
    let state = field.state
    let steps = UnknownFieldsInSteps(
      field: field, collectedBefore: state.pointee.steps.unknownFieldsCollected,
      start: state.pointee.reportBuilder?.beginSteps())
    state.pointee.steps.isRunning = true
    defer { state.pointee.steps.isRunning = false }
    let value = try steps.recording(run)
    try steps.check(value, userInfo: userInfo())
    return value
  }

  /// Decodes a value and runs its steps, and records which unknown fields they read.
  private func recording<Value>(_ body: () throws -> Value) rethrows -> Value {
    guard let reportBuilder = field.state.pointee.reportBuilder else { return try body() }
    return try UnknownFieldsRead.$current.withValue(reportBuilder.steps.fieldsRead) { try body() }
  }

  /// Throws an error if an unknown field would be lost when the value is encoded, and reports what
  /// steps have dropped.
  ///
  /// - Parameter userInfo: The decoder's `userInfo`. What a type needs from its coders is nearly
  ///   always in both.
  private func check<Value: VersionedCodable>(
    _ value: Value, userInfo: [CodingUserInfoKey: Any]
  ) throws {
    let reportBuilder = field.state.pointee.reportBuilder
    let hasMore = start.flatMap { reportBuilder?.hasSomethingToKeep(since: $0) } ?? false
    guard hasMore || field.state.pointee.steps.unknownFieldsCollected > collectedBefore else {
      return
    }
    do {
      let writer = try DocumentWriter.writing(.checkedFields, userInfo: userInfo) {
        try $0.writer.encode(value, to: $0)
      }
      if let start {
        reportBuilder?.recordLost(from: writer.written, under: field.codingPath.count, since: start)
      }
    } catch let error as ShadowedFieldError {
      throw error.explained(in: Value.self, at: field.codingPath)
    } catch {
      // If the value can't be encoded here, everything counts as lost.
      if let start { reportBuilder?.recordAllLost(since: start) }
    }
  }
}
