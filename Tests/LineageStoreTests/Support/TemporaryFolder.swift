import Foundation
import LineageStore

/// A folder that exists as long as a test needs it.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "lineage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func file(_ name: String) -> URL { url.appending(path: name) }

  func write(_ data: Data, to name: String) throws {
    try data.write(to: file(name))
  }

  func bytes(of name: String) throws -> Data { try Data(contentsOf: file(name)) }

  /// The names in the folder, with hidden ones.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}
