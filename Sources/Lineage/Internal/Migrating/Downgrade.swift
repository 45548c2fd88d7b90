/// A call of `downgraded()`, for the fields that it carries over.
///
/// Unlike the steps to newer versions, it has no decoder that knows the report and `userInfo`.
final class Downgrade {
  private static let running = UnretainedPerThread<Downgrade>()

  /// The downgrade that is running on this thread.
  static var current: Downgrade? { running.current?.object }

  /// The `userInfo` of the encoder.
  let userInfo: [CodingUserInfoKey: Any]
  /// What the encoder's strategy does with keys.
  let keyConversion: KeyConversion
  /// Whether there is a report of what is dropped.
  let isReported: Bool
  private(set) var dropped: [FieldPath] = []
  /// The old and new names of renamed fields, with the paths of the values that they are in.
  private(set) var renamings: [(value: FieldPath, names: [RenamedFields.Renaming])] = []
  /// What steps have done with nulls, as in ``StepReport``.
  private(set) var handledNulls: [String: [String?]] = [:]
  /// The unknown fields that `downgraded()` has read.
  let fieldsRead = UnknownFieldsRead()

  init(
    userInfo: [CodingUserInfoKey: Any], keyConversion: KeyConversion, isReported: Bool
  ) {
    self.userInfo = userInfo
    self.keyConversion = keyConversion
    self.isReported = isReported
  }

  /// Runs `downgraded()`, which doesn't belong to a step around it.
  func run<Value>(_ body: () throws -> Value) rethrows -> Value {
    try UnknownFieldsRead.$current.withValue(isReported ? fieldsRead : nil) {
      try Step.suspended { try Self.running.replacing(with: Unretained(self), body) }
    }
  }

  /// Records what was dropped and renamed while a value was carried over.
  func record(_ reportBuilder: ReportBuilder, at path: FieldPath) {
    dropped += reportBuilder.report.carryOverDropped.map { path + $0 }
    renamings += reportBuilder.renamed.all.map { (path + $0, $1) }
    for (name, newNames) in reportBuilder.steps.handledNulls {
      handledNulls[name, default: []] += newNames
    }
  }
}
