import Foundation
import Lineage
import Testing

/// Values without a version of their own, inside a document of a newer version, are written back as they were: what they
/// omitted has the defaults of the newer version, and what they had may differ from these.
struct InsideNewerTests {
  struct Style: Codable, DefaultFillable, Equatable {
    var color = "red"
    var width = 1
    var inner: Inner? = Inner()
    var unknownFields = UnknownFields()

    struct Inner: Codable, DefaultFillable, Equatable {
      var depth = 1
      var unknownFields = UnknownFields()
    }
  }

  struct Sparse: Codable, DefaultFillable, Equatable {
    static let encodesDefaults = false
    var color = "red"
    var width = 1
    var unknownFields = UnknownFields()
  }

  struct ByFields: FieldCodable, Equatable {
    enum CodingKeys: CodingKey, CaseIterable { case color, width, unknownFields }
    var color = "red"
    var width = 1
    var unknownFields = UnknownFields()

    init() {}

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.fill(&color, at: 0)
      try fields.fill(&width, at: 1)
      try fields.fill(&unknownFields, at: 2)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(color, at: 0)
      try fields.write(width, at: 1)
      try fields.write(unknownFields, at: 2)
    }
  }

  struct Versioned: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var color = "red"
    var style = Style()
    var unknownFields = UnknownFields()
  }

  struct Album: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var title = "t"
    var style: Style?
    var sparse: Sparse?
    var fields: ByFields?
    var styles: [Style] = []
    var manyFields: [ByFields] = []
    var byName: [String: Sparse] = [:]
    var versioned: Versioned?
    var unknownFields = UnknownFields()
  }

  static let documents: [DocumentValue] = {
    let contents: [DocumentValue] = [
      [:], ["color": "red"], ["width": 5], ["color": "red", "width": 5], ["color": "blue"],
      ["color": "red", "new": [1]], ["color": .null], ["color": .null, "width": .null, "new": 1],
    ]
    let inners: [DocumentValue] = [
      ["inner": ["depth": 1]], ["inner": [:]], ["inner": ["more": 1]], ["inner": .null],
    ]
    return contents.flatMap { content -> [DocumentValue] in
      [
        ["version": 3, "style": content], ["version": 3, "sparse": content],
        ["version": 3, "fields": content], ["version": 3, "styles": [content, content]],
        ["version": 3, "manyFields": [content, content, content]],
        ["version": 3, "byName": ["a": content]],
      ]
    } + inners.map { ["version": 3, "style": $0] }
  }()

  @Test(arguments: FutureFormat.allCases, documents)
  func `a newer document is written back as it was`(
    format: FutureFormat, document: DocumentValue
  ) throws {
    #expect(try format.saved(document, by: Album.self) == document)
  }

  @Test(arguments: FutureFormat.allCases)
  func `what is changed is written`(format: FutureFormat) throws {
    var report = MigrationReport()
    var album = try format.read(
      Album.self, ["version": 3, "style": ["width": 5], "fields": [:]], report: &report)
    album.style?.color = "green"
    album.fields?.width = 9
    let written = try VersionedJSONEncoder().encode(versioned: album)
    #expect(
      try VersionedJSONDecoder().decode(DocumentValue.self, from: written)
        == ["version": 3, "style": ["color": "green", "width": 5], "fields": ["width": 9]])
  }

  @Test(arguments: FutureFormat.allCases)
  func `a value with a version of its own has the defaults of that version`(
    format: FutureFormat
  ) throws {
    let document: DocumentValue = [
      "version": 3, "versioned": ["version": 1, "style": ["width": 5]], "style": [:],
    ]
    #expect(
      try format.saved(document, by: Album.self) == [
        "version": 3, "style": [:],
        "versioned": [
          "version": 1, "color": "red",
          "style": ["width": 5, "color": "red", "inner": ["depth": 1]],
        ],
      ])
  }

  @Test(arguments: FutureFormat.allCases)
  func `a current document is written whole`(format: FutureFormat) throws {
    let document: DocumentValue = ["version": 2, "style": ["width": 5]]
    let saved = try #require(try format.saved(document, by: Album.self).object)
    #expect(saved["style"] == ["width": 5, "color": "red", "inner": ["depth": 1]])
  }

  /// Doesn't preserve its version.
  struct Forgetful: VersionedCodable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var style: Style?
    var sparse: Sparse?
    var fields: ByFields?
    var styles: [Style]?
    var zeros: PartsOfNewerTests.Zeros?
  }

  @Test(
    arguments: FutureFormat.allCases,
    [
      ["style": ["width": 5]], ["style": ["inner": [:]]], ["sparse": ["color": "red"]],
      ["fields": [:]], ["styles": [[:], ["color": "red"]]], ["zeros": ["count": 0]],
      ["sparse": ["color": "red", "width": 2]], ["style": ["color": .null]],
      ["sparse": ["color": .null, "width": 2]], ["fields": ["width": .null]],
    ] as [DocumentValue])
  func `a value that was in a newer document is written whole in a current one`(
    format: FutureFormat, content: DocumentValue
  ) throws {
    var newer = try #require(content.object)
    newer["version"] = 3
    var current = newer
    current["version"] = 2

    let saved = try format.saved(.object(newer), by: Forgetful.self)

    #expect(try saved == format.saved(.object(current), by: Forgetful.self))
    #expect(try format.saved(saved, by: Forgetful.self) == saved)
  }

  @Test func `values that were inside of a newer one equal others`() throws {
    var report = MigrationReport()
    let newer = try FutureFormat.json.read(
      Album.self, ["version": 3, "style": [:]], report: &report)
    #expect(newer.style == Style())
    // In a document of its own version, it is read as what it is.
    let own = try FutureFormat.json.saved(["version": 2, "style": [:]], by: Album.self)
    var album = Album()
    album.style = newer.style
    #expect(try FutureFormat.json.read(Album.self, own, report: &report).style == album.style)
    let data = try JSONEncoder().encode(versioned: album)
    #expect(try JSONDecoder().decode(versioned: Album.self, from: data) == album)
  }
}
