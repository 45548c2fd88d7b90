import Foundation
import Lineage
import Testing

/// An older and a newer build of a program take turns with the same documents.
///
/// Generated documents have members that both builds know, that only the newer one knows, and that
/// neither knows.
struct ThreeWayLawTests {
  /// The newer build's item, which is version 2 in both builds' documents.
  struct New: VersionedCodable, Equatable {
    static let version = 2
    static let readableSince: Int? = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var count: Int
    var color: DocumentValue?
    var inner: Inner
    var items: [Inner]
    var unknownFields = UnknownFields()

    struct Inner: Codable, Equatable {
      var label: String
      var detail: DocumentValue?
      var unknownFields = UnknownFields()
    }
  }

  /// The older build's item, which decodes version 2 if that declares itself readable.
  struct Old: VersionedCodable, Equatable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.ifReadable
    typealias PreviousVersion = NothingOlder
    var name: String
    var count: Int
    var inner: Inner
    var items: [Inner]
    var unknownFields = UnknownFields()

    struct Inner: Codable, Equatable {
      var label: String
      var unknownFields = UnknownFields()
    }
  }

  private static let declared: Set = [
    "name", "count", "color", "inner", "items", "version", "readableSince", "unknownFields",
    "label", "detail",
  ]

  /// A document of the newer build, with its members in random order.
  private static func document(seed: UInt64) -> String {
    var generator = FutureGenerator(seed: seed)
    func unknown() -> [(key: String, json: String)] {
      generator.members().filter { !declared.contains($0.key) }
    }
    func inner() -> String {
      let detail = generator.below(2) == 0 ? [] : [("detail", generator.json(depth: 2))]
      let known = [("label", FutureGenerator.quoted(generator.word()))]
      return generator.object(generator.shuffled(known + detail.nonNull + unknown()))
    }
    let items = (0..<generator.below(3)).map { _ in inner() }.joined(separator: ",")
    let color = generator.below(2) == 0 ? [] : [("color", generator.json(depth: 2))]
    let known = [
      ("name", FutureGenerator.quoted(generator.word())), ("count", "\(generator.below(1000))"),
      ("inner", inner()), ("items", "[\(items)]"), ("version", "2"), ("readableSince", "1"),
    ]
    return generator.object(generator.shuffled(known + color.nonNull + unknown()))
  }

  /// The document with sorted keys and unchanged values.
  private static func sorted(_ json: String) throws -> String {
    try Future.text(Future.value(json))
  }

  static let seeds = UInt64(1)...60

  @Test(arguments: seeds)
  func `opening and saving changes nothing in either build`(seed: UInt64) throws {
    let document = try Self.sorted(Self.document(seed: seed))

    #expect(try Future.saved(document, by: New.self) == document)
    #expect(try Future.saved(document, by: Old.self) == document)
  }

  @Test(arguments: seeds)
  func `the newer build decodes an edit by the older one, and nothing else differs`(
    seed: UInt64
  ) throws {
    let document = Self.document(seed: seed)
    var expected = try Future.read(New.self, document)
    expected.name = "edited"
    expected.items.append(New.Inner(label: "added"))
    expected.items.swapAt(0, expected.items.count - 1)

    let saved = try Future.saved(document, by: Old.self) {
      $0.name = "edited"
      $0.items.append(Old.Inner(label: "added"))
      $0.items.swapAt(0, $0.items.count - 1)
    }

    #expect(try Future.read(New.self, saved) == expected)
    #expect(saved == (try Future.write(expected)))
  }

  @Test(arguments: seeds)
  func `the older build decodes an edit by the newer one, and nothing else differs`(
    seed: UInt64
  ) throws {
    let document = Self.document(seed: seed)
    var expected = try Future.read(Old.self, document)
    expected.count += 1
    expected.inner.label = "edited"
    expected.unknownFields["color"] = ["r": 1]

    let saved = try Future.saved(document, by: New.self) {
      $0.count += 1
      $0.inner.label = "edited"
      $0.color = ["r": 1]
    }

    #expect(try Future.read(Old.self, saved) == expected)
    #expect(saved == (try Future.write(expected)))
  }

  @Test(arguments: seeds)
  func `edits of different fields commute`(seed: UInt64) throws {
    let document = Self.document(seed: seed)
    func old(_ json: String) throws -> String {
      try Future.saved(json, by: Old.self) { $0.name = "old" }
    }
    func new(_ json: String) throws -> String {
      try Future.saved(json, by: New.self) { $0.color = "new" }
    }

    #expect(try old(new(document)) == new(old(document)))
  }

  @Test(arguments: seeds)
  func `editing an unknown field changes nothing else`(seed: UInt64) throws {
    let document = try Self.sorted(Self.document(seed: seed))
    var expected = try Future.value(document)
    expected["added"] = [1, ["x": .null]]

    let saved = try Future.saved(document, by: Old.self) {
      $0.unknownFields["added"] = [1, ["x": .null]]
    }
    let removed = try Future.saved(saved, by: Old.self) { $0.unknownFields["added"] = nil }

    #expect(saved == (try Future.text(expected)))
    #expect(removed == document)
  }

  // MARK: - Chains

  struct ChainV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name = ""
    var unknownFields = UnknownFields()
  }

  struct ChainV2: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = ChainV1
    var name = ""
    var added: DocumentValue?
    var unknownFields = UnknownFields()
  }

  struct ChainV3: VersionedCodable, ZeroFillable, Equatable {
    static let version = 3
    typealias PreviousVersion = ChainV2
    var name: String
    var added: DocumentValue?
    var unknownFields: UnknownFields
  }

  @Test(arguments: seeds)
  func `migrating through an intermediate document changes nothing`(seed: UInt64) throws {
    var generator = FutureGenerator(seed: seed)
    let unknown = generator.members().filter { !Self.declared.contains($0.key) }
    let members = [("name", #""x""#), ("version", "1"), ("added", generator.json())].nonNull
    let document = generator.object(generator.shuffled(members + unknown))

    let atOnce = try Future.read(ChainV3.self, document)
    let inSteps = try Future.read(ChainV3.self, Future.saved(document, by: ChainV2.self))

    #expect(atOnce == inSteps)
    let expected = try Self.sorted(document).replacing(#""version":1"#, with: #""version":3"#)
    #expect(try Future.write(atOnce) == expected)
  }

  @Test(arguments: FutureFormat.allCases, [false, true])
  func `an older build edits a newer document in every format`(
    format: FutureFormat, nested: Bool
  ) throws {
    let document: DocumentValue = [
      "name": "a", "count": 1, "color": ["r": 0.5], "items": [["label": "x", "detail": true]],
      "inner": ["label": "y", "detail": ["d": [1, 2]]], "version": 2, "readableSince": 1, "z": "q",
    ]
    var old = try format.read(Old.self, document)
    if nested { old.items[0].label = "edited" } else { old.name = "edited" }

    var expected = try format.read(New.self, document)
    if nested { expected.items[0].label = "edited" } else { expected.name = "edited" }

    #expect(try format.read(New.self, format.write(old)) == expected)
  }
}

extension [(String, String)] {
  /// Without null members, since an optional property doesn't distinguish null from a missing key.
  fileprivate var nonNull: [(key: String, json: String)] {
    filter { $0.1 != "null" }.map { (key: $0.0, json: $0.1) }
  }
}
