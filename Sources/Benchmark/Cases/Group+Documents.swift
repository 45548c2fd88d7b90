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
      cases: SampleDocuments.all.map { document in
        Case(name: "decode/\(document.name)") { try decoding(of: document, scale) }
      })
  }

  static func encoding(_ scale: Scale) -> Group {
    Group(
      name: "encode", explanation: "Times as fast as JSONEncoder.encode.",
      columns: ["Foundation", "Lineage"], ratio: .speed,
      cases: SampleDocuments.all.filter(\.isWritten).map { document in
        Case(name: "encode/\(document.name)") { try encoding(of: document, scale) }
      })
  }

  /// Dates, written as the coders' strategies say.
  static func dates(_ scale: Scale) -> Group {
    Group(
      name: "dates", explanation: "Times as fast as Foundation's plain coder.",
      columns: ["Foundation", "Lineage"], ratio: .speed,
      cases: SampleDocuments.dates.flatMap { document in
        [
          Case(name: "dates/decode-\(document.name)") {
            var subject = try decoding(of: document, scale)
            subject.work.remove(at: 1)
            return subject
          },
          Case(name: "dates/encode-\(document.name)") { try encoding(of: document, scale) },
        ]
      })
  }

  private static func decoding<Value>(
    of document: some AnySampleDocument<Value>, _ scale: Scale
  ) throws -> Subject {
    let data = try document.makeText(scale)
    let current = try document.makeCurrentText?(scale) ?? data
    let decoder = document.decoder
    return Subject(
      bytes: data.count,
      work: [
        .repeated { _ = try decoder.decode(Value.self, from: current) },
        .repeated {
          _ = try decoder.decode(JustVersion.self, from: data)
          _ = try decoder.decode(Value.self, from: current)
        },
        .repeated { _ = try decoder.decode(versioned: Value.self, from: data) },
      ])
  }

  private static func encoding<Value>(
    of document: some AnySampleDocument<Value>, _ scale: Scale
  ) throws -> Subject {
    let value = try document.decoder.decode(versioned: Value.self, from: document.makeText(scale))
    let encoder = document.encoder
    return Subject(
      bytes: try encoder.encode(value).count,
      work: [
        .repeated { _ = try encoder.encode(value) },
        .repeated { _ = try encoder.encode(versioned: value) },
      ])
  }
}

/// What versioning libraries usually decode first.
struct JustVersion: Decodable {
  var version: Int
}
