import Synchronization

/// The names of the unknown fields that steps have read.
///
/// When a step moves an unknown field into a property, the result is a plain value, which can't be told
/// from another one that is equal. It can't come from a field that no step has read, though.
final class UnknownFieldsRead: Sendable {
  /// Where the steps of the current task record them; nil if there is no report.
  @TaskLocal static var current: UnknownFieldsRead?

  private enum Names {
    case some(Set<String>), all
  }

  private let names = Mutex(Names.some([]))

  /// Records that a field was read.
  func record(_ name: String) {
    names.withLock {
      guard case .some(var names) = $0 else { return }
      // Releases the set, so that it isn't copied.
      $0 = .all
      names.insert(name)
      $0 = .some(names)
    }
  }

  /// Records that all fields of a value were accessible.
  func recordAll() {
    names.withLock { $0 = .all }
  }

  /// Whether a field with a name was read.
  func contains(_ name: String) -> Bool {
    names.withLock {
      switch $0 {
      case .some(let names): names.contains(name)
      case .all: true
      }
    }
  }
}
