/// The step that is running.
///
/// A step calls `init(carryingOver:)` without passing its context, but what is filled and dropped
/// there, and its errors, still belong to the document.
///
/// Only code on the same thread belongs to it: the state of a decoding call belongs to that call's
/// thread, so tasks and threads that a step starts must not use it.
final class Step {
  private static let running = UnretainedPerThread<Step>()

  /// The step that is running on this thread.
  static var current: Step? { running.current?.object }

  /// The decoder of the value that is migrated.
  let decoder: ValueDecoder
  /// The type that the step makes; nil once a default implementation has asked for it.
  private var target: (any Any.Type)?
  private let versionFound: AnyVersion
  private var carryOverError: MigrationError?

  init(_ decoder: ValueDecoder, versionFound: AnyVersion) {
    self.decoder = decoder
    self.versionFound = versionFound
  }

  /// The context, for a step that asks for it.
  var context: MigrationContext {
    MigrationContext(decoder: decoder, versionFound: versionFound) { [decoder] note in
      decoder.state.pointee.reportBuilder?.record { $0.notes.append(note) }
    }
  }

  /// Runs code inside a step that doesn't belong to it: another call.
  static func suspended<Value>(_ body: () throws -> Value) rethrows -> Value {
    try running.replacing(with: nil, body)
  }

  /// Runs the step.
  @inline(__always)
  func run<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Self.running.replacing(with: Unretained(self), body)
  }

  /// Records the type that the step makes.
  func begin(_ type: any Any.Type) { target = type }

  /// Returns the type that the step makes, but not again: other values may be migrated inside it.
  func consumeTarget() -> (any Any.Type)? {
    defer { target = nil }
    return target
  }

  /// Stores an error of carrying over, which needs no further explanation by the step.
  func register(_ error: MigrationError) -> MigrationError {
    carryOverError = error
    return error
  }

  /// Whether an error was thrown by carrying over, and not by something else in the step.
  func hasRegistered(_ error: MigrationError) -> Bool {
    carryOverError.map {
      $0.reason == error.reason && $0.documentType == error.documentType
        && FieldPath($0.codingPath) == FieldPath(error.codingPath)
    } ?? false
  }
}
