/// A call of `downgraded()`, for the fields that it carries over.
///
/// Unlike the steps to newer versions, it has no decoder that knows the report and `userInfo`.
final class Downgrade {
  private static let running = UnretainedPerThread<Downgrade>()

  /// The downgrade that is running on this thread.
  static var current: Downgrade? { running.current?.object }

  /// The `userInfo` of the encoder.
  let userInfo: [CodingUserInfoKey: Any]
  /// Whether there is a report of what is dropped.
  let isReported: Bool
  private(set) var dropped: [FieldPath] = []

  init(userInfo: [CodingUserInfoKey: Any], isReported: Bool) {
    self.userInfo = userInfo
    self.isReported = isReported
  }

  /// Runs `downgraded()`.
  func run<Value>(_ body: () throws -> Value) rethrows -> Value {
    let outer = Self.running.current
    Self.running.current = Unretained(self)
    defer { Self.running.current = outer }
    return try body()
  }

  /// Records what was dropped while a value was carried over.
  func record(_ report: MigrationReport, at path: FieldPath) {
    dropped += report.carryOverDropped.map { FieldPath(path.components + $0.components) }
  }
}
