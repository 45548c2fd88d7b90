import Synchronization

/// The fields of a newer value that were filled because they are null. As long as they have the values that they were
/// filled with, they are written as null again: the newer program may distinguish null from that value.
///
/// It is a reference, because a type may ask for its unknown fields, which store this, before it decodes other fields.
final class FilledNulls: Sendable {
  private let known: Mutex<Set<String>>

  init(_ names: Set<String> = []) {
    known = Mutex(names)
  }

  var names: Set<String> { known.withLock { $0 } }

  func insert(_ name: String) { _ = known.withLock { $0.insert(name) } }

  func contains(_ name: String) -> Bool { known.withLock { $0.contains(name) } }
}
