import Foundation
import LineageMacros

// The same documents in both spellings: filled by their `init()`, and annotated.

enum Season: String, Codable, CaseIterable { case spring, autumn }

/// An enum whose cases can't be listed.
enum Binding: String, Codable { case cloth, paper }

/// A value that accepts only certain strings.
struct Color: Codable, Equatable {
  var hex: String

  init(_ hex: String) { self.hex = hex }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    hex = try container.decode(String.self)
    if !hex.hasPrefix("#") {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "No color.")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }
}

enum FilledByInit {
  struct Scalars: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Required var owner = "somebody"
    var title = ""
    var count = 14
    var ratio = 0.5
    var isOn = true
    var small: Int8 = 3
    var limit = Double.infinity
    var url = URL(string: "https://example.com")
    var color = Color("#336699")
  }

  struct Optionals: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Required var name = ""
    var note: String?
    var signature: String? = "Yours"
    var rank: Int? = 7
    var parts: [String]? = ["a"]
    var season: Season?
  }

  struct Overridden: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var stars = 30
    var note: String? = "none"
    var rank: Int?
  }

  struct Dates: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var id = UUID()
    var made = Date()
    var since = Date(timeIntervalSince1970: 0)
    var until: Date?
    var data = Data([1, 2])
  }

  struct Enums: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var season = Season.autumn
    var open = OpenEnum<Season>(.spring)
    var binding = Binding.paper
    var seasons: [Season] = [.spring]
  }

  struct Collections: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var tags = ["b", "a"]
    var set: Set<String> = ["c", "b", "a"]
    var counts = ["a": 1]
    var bySeason: [Season: Int] = [.spring: 1]
    var byNumber: [Double: String] = [2: "b", 1: "a"]
    var margins = [Margins()]
    var anything = DocumentValue.null
  }

  struct Tolerant: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Lenient var retries = 3
    @Lenient var rank: Int? = 7
    @Lenient var mood: String?
    @LenientElements var sizes = [1]
    @LenientValues var weights = ["a": 1.5]
  }

  struct Nested: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var margins = Margins()
    var others: Margins?
    var document = Note()
    var documents = [Note()]
    var wrapped = Versioned(Note())
    var block = Block.margins(Margins(top: 2))
    var blocks: [Block] = []
    var unknownFields = UnknownFields()
  }

  struct Note: VersionedCodable, DefaultFillable {
    static let version = 2
    static let versionLocation = VersionLocation.path("meta", "format")
    var text = "t"
    typealias PreviousVersion = NoteV1
    init() {}
    init(from old: NoteV1) {}
  }

  struct NoteV1: VersionedCodable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta", "format")
    typealias PreviousVersion = NothingOlder
  }

  struct Margins: DefaultFillable {
    var top = 0.5
    var bottom = 0.5
    var unknownFields = UnknownFields()
  }

  enum Block: OpenUnion {
    case margins(Margins)
    case unknown(DocumentValue)
    static let tagKey = "kind"
    static let payloads: [Payload] = [
      Payload("margins", margins) { if case .margins(let it) = $0 { it } else { nil } },
      .unknown(unknown) { if case .unknown(let it) = $0 { it } else { nil } },
    ]
  }
}

enum FilledByFields {
  @Document(version: 1) struct Scalars {
    var owner: String
    var title = ""
    var count = 14
    var ratio = 0.5
    var isOn = true
    var small: Int8 = 3
    var limit = Double.infinity
    var url = URL(string: "https://example.com")
    var color = Color("#336699")
  }

  @Document(version: 1) struct Optionals {
    var name: String
    var note: String?
    var signature: String? = "Yours"
    var rank: Int? = 7
    var parts: [String]? = ["a"]
    var season: Season?
  }

  /// Its properties have other values in `init()`, which counts.
  @Document(version: 1) struct Overridden: DefaultFillable {
    var stars = 3
    var note: String?
    var rank: Int? = 7

    init() {
      stars = 30
      note = "none"
      rank = nil
    }
  }

  @Document(version: 1) struct Dates {
    var id = UUID()
    var made = Date()
    var since = Date(timeIntervalSince1970: 0)
    var until: Date?
    var data = Data([1, 2])
  }

  @Document(version: 1) struct Enums {
    var season = Season.autumn
    var open = OpenEnum<Season>(.spring)
    var binding = Binding.paper
    var seasons: [Season] = [.spring]
  }

  @Document(version: 1) struct Collections {
    var tags = ["b", "a"]
    var set: Set<String> = ["c", "b", "a"]
    var counts = ["a": 1]
    var bySeason: [Season: Int] = [.spring: 1]
    var byNumber: [Double: String] = [2: "b", 1: "a"]
    var margins = [Margins()]
    var anything = DocumentValue.null
  }

  @Document(version: 1) struct Tolerant {
    @Lenient var retries = 3
    @Lenient var rank: Int? = 7
    @Lenient var mood: String?
    @LenientElements var sizes = [1]
    @LenientValues var weights = ["a": 1.5]
  }

  @Document(version: 1) struct Nested {
    var margins = Margins()
    var others: Margins?
    var document = Note()
    var documents = [Note()]
    var wrapped = Versioned(Note())
    var block = Block.margins(Margins(top: 2))
    var blocks: [Block] = []
    var unknownFields = UnknownFields()
  }

  @Document(version: 2, after: NoteV1.self) struct Note {
    static let versionLocation = VersionLocation.path("meta", "format")
    var text = "t"
    init() {}
    init(from old: NoteV1) {}
  }

  @Document(version: 1) struct NoteV1 {
    static let versionLocation = VersionLocation.path("meta", "format")
  }

  @Fillable struct Margins {
    var top = 0.5
    var bottom = 0.5
    var unknownFields = UnknownFields()
  }

  @Union(tag: "kind") enum Block {
    case margins(Margins)
    case unknown(DocumentValue)
  }
}
