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
  func names(in subfolder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(subfolder).path).sorted()
  }

  /// The path of a file, as errors show it.
  func path(_ name: String) -> String { file(name).path(percentEncoded: false) }

  func link(_ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path(name), withDestinationPath: destination)
  }

  /// Everything in the folder: what it is, its permissions, its number, its time and its content.
  func snapshot() throws -> [String: String] {
    var result: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
      var parts: [Any?] = [
        attributes[.type], attributes[.posixPermissions], attributes[.systemFileNumber],
      ]
      // A temporary file changes those of the folder, if the clock has gone on.
      if attributes[.type] as? FileAttributeType != .typeDirectory {
        parts += [attributes[.size], attributes[.modificationDate]]
      }
      var text = parts.map { $0.map { "\($0)" } ?? "" }.joined(separator: " ")
      if attributes[.type] as? FileAttributeType == .typeRegular,
        attributes[.size] as? Int ?? 0 < 1 << 20
      {
        text += " \(String(decoding: try bytes(of: name), as: UTF8.self))"
      }
      result[name] = text
    }
    return result
  }
}
