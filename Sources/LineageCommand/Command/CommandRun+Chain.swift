import Foundation
import Lineage
import LineageSchemas
import LineageStore

extension CommandRun {
  /// A version that the program knows, as JSON.
  private struct VersionRecord: Encodable {
    let document: String
    let version: String
    let type: String
    let location: String
    let schema: String
  }

  func chain() throws -> ExitCode {
    for (place, kind) in migration.kinds.enumerated() {
      let records = zip(kind.chain.links, kind.types).map { link, type in
        VersionRecord(
          document: kind.name, version: Wording.version(link.version), type: link.type,
          location: "\(link.location)", schema: LearnedSchema(of: type).digest)
      }
      if invocation.isJSON {
        for record in records { try printJSON(record) }
        continue
      }
      if invocation.isPlain {
        for record in records {
          try terminal.print(
            [record.document, record.version, record.type, record.location, record.schema]
              .joined(separator: "\t"))
        }
        continue
      }
      if place > 0 { try terminal.print("") }
      try terminal.print("\(kind.name), in files named '\(kind.pattern)'")
      let versionWidth = records.map(\.version.count).max() ?? 0
      let typeWidth = records.map(\.type.count).max() ?? 0
      for record in records {
        try terminal.print(
          """
            version \(Wording.padded(record.version, versionWidth))  \
          \(Wording.padded(record.type, typeWidth))  schema \(record.schema)
          """)
      }
    }
    let broken = migration.kinds.first { $0.chain.problem != nil }
    if let broken, let problem = broken.chain.problem {
      throw CommandFailure(
        .internalError, "the versions of \(broken.name) aren't linked correctly: \(problem)")
    }
    return .success
  }
}
