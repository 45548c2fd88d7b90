import Synchronization

/// The names of some fields that were null in an object.
///
/// It is a reference, because a type may ask for its unknown fields, which store this, before it decodes other fields.
final class NullNames: Sendable {
  private let known: Mutex<Set<String>>

  init(_ names: Set<String> = []) {
    known = Mutex(names)
  }

  var names: Set<String> { known.withLock { $0 } }

  func insert(_ name: String) { _ = known.withLock { $0.insert(name) } }

  func contains(_ name: String) -> Bool { known.withLock { $0.contains(name) } }
}
