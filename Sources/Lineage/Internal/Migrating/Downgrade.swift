/// What `downgraded()` drops by carrying over fields, for a report.
///
/// Unlike the steps to newer versions, it has no decoder that knows the report.
final class Downgrade {
  private static let running = UnretainedPerThread<Downgrade>()

  /// The downgrade that is running on this thread.
  static var current: Downgrade? { running.current?.object }

  private(set) var dropped: [FieldPath] = []

  /// Runs `downgraded()`.
  ///
  /// - Parameter downgrade: Records what is dropped; nil if there is no report.
  static func run<Value>(_ downgrade: Downgrade?, _ body: () throws -> Value) rethrows -> Value {
    let outer = running.current
    running.current = downgrade.map { Unretained($0) }
    defer { running.current = outer }
    return try body()
  }

  /// Records what was dropped while a value was carried over.
  func record(_ report: MigrationReport, at path: FieldPath) {
    dropped += report.carryOverDropped.map { FieldPath(path.components + $0.components) }
  }
}
