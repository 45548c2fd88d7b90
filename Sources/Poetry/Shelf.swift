import Foundation
import Lineage

/// The documents in a folder of fixtures, opened one by one.
struct Shelf {
  let folder: URL

  /// Opens every document of a type and prints its report.
  func open<Document: VersionedCodable>(
    _ type: Document.Type, named name: String, tell: (String) -> Void
  ) throws {
    for file in try files(of: type, in: folder.appending(path: name)) {
      let data = try Data(contentsOf: file)
      var report = MigrationReport()
      let document: Document
      if file.pathExtension == "plist" {
        document = try PropertyListDecoder().decode(versioned: type, from: data, report: &report)
      } else {
        document = try JSONDecoder().decode(versioned: type, from: data, report: &report)
      }
      tell(
        """
        \(name)/\(file.deletingLastPathComponent().lastPathComponent)/\(file.lastPathComponent)
        \(indented(report.description))
        \(indented(try json(document)))

        """)
    }
  }

  /// The documents, oldest version first, without the tests' other files beside them.
  private func files<Document: VersionedCodable>(
    of type: Document.Type, in folder: URL
  ) throws -> [URL] {
    try type.chain.links.reversed().flatMap { link in
      let name = link.version == nil ? "unversioned" : "v\(link.version)"
      return try FileManager.default.contentsOfDirectory(
        at: folder.appending(path: name), includingPropertiesForKeys: nil
      )
      .filter { !$0.path().contains(".expected.") && !$0.path().contains(".notes.") }
      .sorted { $0.path() < $1.path() }
    }
  }

  private func json<Document: VersionedCodable>(_ document: Document) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(versioned: document), as: UTF8.self)
  }

  private func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
  }
}
