import Foundation

/// Placeholder until the watcher is written below.
final class FileWatcher: Sendable {
  init?(path: String, _ onChange: @escaping @Sendable () -> Void) { return nil }
}
