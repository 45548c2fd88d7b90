import Foundation
import Lineage

/// A document to measure: its text comes from a generator with a fixed seed.
struct SampleDocument<Value: VersionedCodable & Equatable> {
  let name: String
  let makeText: (Scale) throws -> Data

  init(_ name: String, as type: Value.Type, makeText: @escaping (Scale) throws -> Data) {
    self.name = name
    self.makeText = makeText
  }
}

/// How large the documents are.
enum Scale {
  /// As large as the public benchmark documents that they resemble.
  case full
  /// Large enough to check that everything works.
  case quick

  func count(_ full: Int) -> Int {
    self == .full ? full : max(2, full / 200)
  }
}

/// A `SampleDocument` of any type.
protocol AnySampleDocument<Value> {
  associatedtype Value: VersionedCodable & Equatable
  var name: String { get }
  var makeText: (Scale) throws -> Data { get }
}

extension SampleDocument: AnySampleDocument {}

enum SampleDocuments {
  /// The documents for the decoding and encoding benchmarks.
  static var all: [any AnySampleDocument] {
    [
      SampleDocument("settings", as: Settings.self) { _ in Data(Settings.sampleText.utf8) },
      SampleDocument("nested", as: Album.self) { _ in
        try JSONEncoder().encode(versioned: Album.sample())
      },
      records,
      SampleDocument("shuffled", as: Library.self) { scale in
        try records.makeText(scale).withShuffledKeys(seed: 7)
      },
      SampleDocument("timeline", as: Timeline.self) { Data(Timeline.sampleText($0).utf8) },
      SampleDocument("outline", as: Outline.self) { Data(Outline.sampleText($0).utf8) },
      SampleDocument("catalog", as: Catalog.self) { scale in
        let encoder = JSONEncoder()
        encoder.outputFormatting = .prettyPrinted
        return try encoder.encode(versioned: Catalog.sample(scale))
      },
    ]
  }

  static var records: SampleDocument<Library> {
    SampleDocument("records", as: Library.self) { scale in
      try JSONEncoder().encode(versioned: Library.sample(members: scale.count(20_000)))
    }
  }
}

extension Data {
  /// The same JSON, with the members of each object in random order.
  func withShuffledKeys(seed: UInt64) throws -> Data {
    var random = SplitMix(seed: seed)
    return try rewritten { object in
      DocumentObject(object.map { ($0, $1) }.shuffled(using: &random))
    }
  }

  /// The same JSON without the members with the given names.
  func removing(_ names: Set<String>) throws -> Data {
    try rewritten { object in
      DocumentObject(object.filter { !names.contains($0.key) }.map { ($0.key, $0.value) })
    }
  }

  private func rewritten(_ edit: (DocumentObject) -> DocumentObject) throws -> Data {
    func rewrite(_ value: DocumentValue) -> DocumentValue {
      switch value {
      case .array(let elements): .array(elements.map(rewrite))
      case .object(let object):
        .object(edit(DocumentObject(object.map { ($0.key, rewrite($0.value)) })))
      default: value
      }
    }
    return try JSONEncoder().encode(
      unversioned: rewrite(JSONDecoder().decode(unversioned: DocumentValue.self, from: self)))
  }
}
