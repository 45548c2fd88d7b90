#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The step that is being taken.
///
/// A step calls `init(carryingOver:)` without a context, and what is filled, dropped and wrong there
/// still belongs to the document.
///
/// A task that a step starts inherits it, but may not touch it: what belongs to a decoding call stays
/// on that call's thread.
final class Step: @unchecked Sendable {
  @TaskLocal private static var inherited: Step?

  /// The step that this thread is taking.
  static var current: Step? {
    guard let step = inherited, pthread_equal(step.thread, pthread_self()) != 0 else { return nil }
    return step
  }

  private let thread = pthread_self()
  /// The decoder of the value that takes the step.
  let decoder: ValueDecoder
  let context: MigrationContext
  private var carryOverError: MigrationError?

  init(_ decoder: ValueDecoder, versionFound: AnyVersion) {
    self.decoder = decoder
    context = MigrationContext(decoder: decoder, versionFound: versionFound) { note in
      decoder.state.pointee.reportBuilder?.report.notes.append(note)
    }
  }

  /// Takes the step.
  func take<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Self.$inherited.withValue(self) { try body() }
  }

  /// Remembers an error of carrying over, which says all that there is to say about the step.
  func explain(_ error: MigrationError) -> MigrationError {
    carryOverError = error
    return error
  }

  /// Whether an error comes from carrying over, and not from something else that the step did.
  func hasExplained(_ error: MigrationError) -> Bool {
    carryOverError.map {
      $0.reason == error.reason && $0.documentType == error.documentType
        && FieldPath($0.codingPath) == FieldPath(error.codingPath)
    } ?? false
  }
}
