#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The step that is running.
///
/// A step calls `init(carryingOver:)` without passing its context, but what is filled and dropped
/// there, and its errors, still belong to the document.
///
/// Tasks that a step starts inherit it, but must not use it: the state of a decoding call belongs
/// to that call's thread.
final class Step: @unchecked Sendable {
  @TaskLocal private static var inherited: Step?

  /// The step that is running on this thread.
  static var current: Step? {
    guard let step = inherited, pthread_equal(step.thread, pthread_self()) != 0 else { return nil }
    return step
  }

  private let thread = pthread_self()
  /// The decoder of the value that is migrated.
  let decoder: ValueDecoder
  let context: MigrationContext
  private var carryOverError: MigrationError?

  init(_ decoder: ValueDecoder, versionFound: AnyVersion) {
    self.decoder = decoder
    context = MigrationContext(decoder: decoder, versionFound: versionFound) { note in
      decoder.state.pointee.reportBuilder?.report.notes.append(note)
    }
  }

  /// Runs the step.
  func run<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Self.$inherited.withValue(self) { try body() }
  }

  /// Stores an error of carrying over, which needs no further explanation by the step.
  func explain(_ error: MigrationError) -> MigrationError {
    carryOverError = error
    return error
  }

  /// Whether an error was thrown by carrying over, and not by something else in the step.
  func hasExplained(_ error: MigrationError) -> Bool {
    carryOverError.map {
      $0.reason == error.reason && $0.documentType == error.documentType
        && FieldPath($0.codingPath) == FieldPath(error.codingPath)
    } ?? false
  }
}
