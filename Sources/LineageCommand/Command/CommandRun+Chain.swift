import Foundation
import Lineage
import LineageSchemas
import LineageStore

extension CommandRun {
  /// A version that the program knows, as JSON.
  private struct VersionJSON: Encodable {
    let document: String
    let version: String
    let type: String
    let location: String
    let schema: String
  }

  func chain() throws -> ExitCode {
    for (place, kind) in migration.kinds.enumerated() {
      let versions = zip(kind.chain.links, kind.types).map { link, type in
        VersionJSON(
          document: kind.name, version: Wording.version(link.version), type: link.type,
          location: "\(link.location)", schema: LearnedSchema(of: type).digest)
      }
      if invocation.isJSON {
        for version in versions { try printJSON(version) }
        continue
      }
      if invocation.isPlain {
        for version in versions {
          try terminal.print(
            [version.document, version.version, version.type, version.location, version.schema]
              .joined(separator: "\t"))
        }
        continue
      }
      if place > 0 { try terminal.print("") }
      try terminal.print("\(kind.name), in files named '\(kind.pattern)'")
      let versionWidth = versions.map(\.version.count).max() ?? 0
      let typeWidth = versions.map(\.type.count).max() ?? 0
      for version in versions {
        try terminal.print(
          """
            version \(Wording.padded(version.version, versionWidth))  \
          \(Wording.padded(version.type, typeWidth))  schema \(version.schema)
          """)
      }
    }
    let broken = migration.kinds.first { $0.chain.problem != nil }
    if let broken, let problem = broken.chain.problem {
      throw CommandFailure(
        .failures, "the versions of \(broken.name) aren't linked correctly: \(problem)")
    }
    return .success
  }
}
