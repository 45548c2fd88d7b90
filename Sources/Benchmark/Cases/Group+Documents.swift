import Foundation
import Lineage

extension Group {
  /// Plain decoding, decoding twice as versioning libraries usually do, and Lineage.
  static func decoding(_ scale: Scale) -> Group {
    Group(
      name: "decode",
      explanation:
        "Times as fast as JSONDecoder.decode; twice: once for the version, once for all.",
      columns: ["Foundation", "twice", "Lineage"], ratio: .speed,
      cases: SampleDocuments.all.map { decoding(of: $0, scale) })
  }

  private static func decoding<Value>(
    of document: some AnySampleDocument<Value>, _ scale: Scale
  ) -> Case {
    Case(name: "decode/\(document.name)") {
      let data = try document.makeText(scale)
      let decoder = JSONDecoder()
      return Subject(
        bytes: data.count,
        work: [
          .repeated { _ = try decoder.decode(Value.self, from: data) },
          .repeated {
            _ = try decoder.decode(JustVersion.self, from: data)
            _ = try decoder.decode(Value.self, from: data)
          },
          .repeated { _ = try decoder.decode(versioned: Value.self, from: data) },
        ])
    }
  }

  static func encoding(_ scale: Scale) -> Group {
    Group(
      name: "encode", explanation: "Times as fast as JSONEncoder.encode.",
      columns: ["Foundation", "Lineage"], ratio: .speed,
      cases: SampleDocuments.all.filter { $0.name != "shuffled" }.map { encoding(of: $0, scale) })
  }

  private static func encoding<Value>(
    of document: some AnySampleDocument<Value>, _ scale: Scale
  ) -> Case {
    Case(name: "encode/\(document.name)") {
      let value = try JSONDecoder().decode(Value.self, from: document.makeText(scale))
      let encoder = JSONEncoder()
      return Subject(
        bytes: try encoder.encode(value).count,
        work: [
          .repeated { _ = try encoder.encode(value) },
          .repeated { _ = try encoder.encode(versioned: value) },
        ])
    }
  }
}

/// What versioning libraries usually decode first.
struct JustVersion: Decodable {
  var version: Int
}
