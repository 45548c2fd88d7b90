/// What becomes of a value's unknown fields while its steps are taken.
///
/// Steps may move values as they like, also nested ones that have steps of their own, so this is told by
/// the value that comes out of the outermost steps. It is encoded for that, which costs something
/// only where a document has unknown fields.
struct UnknownFieldsInSteps {
  private let field: Field
  private let collectedBefore: Int
  private let start: ReportBuilder.Mark?

  /// Whether a value stands inside one whose steps are being taken, and becomes a part of it.
  static func areWatched(in field: Field) -> Bool {
    field.state.pointee.isWalking || field.state.pointee.base != nil
  }

  /// Begins to look.
  init(of field: Field) {
    let state = field.state
    state.pointee.isWalking = true
    self.field = field
    collectedBefore = state.pointee.unknownFieldsCollected
    start = state.pointee.reportBuilder?.beginSteps()
  }

  /// Decodes a value and takes its steps, and notes at what they look.
  func noting<Value>(_ body: () throws -> Value) rethrows -> Value {
    guard let reportBuilder = field.state.pointee.reportBuilder else { return try body() }
    return try UnknownFieldsRead.$current.withValue(reportBuilder.fieldsRead) { try body() }
  }

  func end() {
    field.state.pointee.isWalking = false
  }

  /// Refuses a value that would lose unknown fields when it is written, and reports what steps have left
  /// out.
  ///
  /// - Parameter userInfo: The decoder's: what a type needs from its coders is nearly always in both.
  func check(
    _ value: AnyObject, as link: ChainLink, userInfo: [CodingUserInfoKey: Any]
  ) throws {
    let reportBuilder = field.state.pointee.reportBuilder
    let hasMore = start.flatMap { reportBuilder?.hasSomethingToKeep(since: $0) } ?? false
    guard hasMore || field.state.pointee.unknownFieldsCollected > collectedBefore else {
      return
    }
    do {
      let writer = try DocumentWriter.inMemory(userInfo: userInfo, carriesFields: false) {
        try link.encode(value, to: $0)
      }
      if let start {
        reportBuilder?.recordLost(from: writer.written, under: field.codingPath.count, since: start)
      }
    } catch let error as ShadowedFieldError {
      throw error.explained(in: link.type, at: field.codingPath)
    } catch {
      // Nothing is known of a value that can't be encoded here, so nothing counts as kept.
      if let start { reportBuilder?.recordAllLost(since: start) }
    }
  }
}
