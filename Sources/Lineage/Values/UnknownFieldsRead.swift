import Synchronization

/// The names of the unknown fields that steps have looked at.
///
/// A step that takes an unknown field into a property makes a plain value of it, which nothing tells from
/// another that is equal. A field that no step has looked at can't be where that value is from.
final class UnknownFieldsRead: Sendable {
  /// What the steps on this task note them in; nil where nothing is reported.
  @TaskLocal static var current: UnknownFieldsRead?

  private enum Names {
    case some(Set<String>), all
  }

  private let names = Mutex(Names.some([]))

  /// Notes that a field was looked at.
  func record(_ name: String) {
    names.withLock {
      guard case .some(var names) = $0 else { return }
      $0 = .all
      names.insert(name)
      $0 = .some(names)
    }
  }

  /// Notes that all fields of a value were at hand.
  func recordAll() {
    names.withLock { $0 = .all }
  }

  func removeAll() {
    names.withLock { $0 = .some([]) }
  }

  /// Whether a field with a name was looked at.
  func contains(_ name: String) -> Bool {
    names.withLock {
      switch $0 {
      case .some(let names): names.contains(name)
      case .all: true
      }
    }
  }
}
