import Foundation
import Lineage

// Documents with everything that samples can contain.

struct Everything: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var bool: Bool
  var integers: [Int]
  var small: Int8
  var large: UInt64
  var larger: Int128
  var double: Double
  var float: Float
  var text: String
  var date: Date
  var data: Data
  var url: URL
  var identity: UUID
  var price: Decimal
  var zone: TimeZone
  var place: Locale
  var parts: DateComponents
  var address: URLComponents
  var duration: Duration
  var range: Range<Int>
  var span: ClosedRange<Double>?
  var anything: DocumentValue
  var unique: Set<String>
  var byText: [String: [Int]]
  var byNumber: [Int: String]
  var byCase: [Suit: Int]
  var byIdentity: [UUID: Date]
  var optional: [Int?]?
}

/// Properties of types whose coding can't be learned, directly in the document.
struct Framed: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var frame: CGRect
  var ranges: [NSRange]
  var time: DateInterval?
  var pages: IndexSet
  var path: IndexPath
  var width: Measurement<UnitLength>
  var names: [String: PersonNameComponents]
  var isPinned: Bool
  var tint: String?
}

enum Suit: String, Codable, CaseIterable, CodingKeyRepresentable { case hearts, spades }

struct Choices: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var suit: Suit
  var side: Side
  var size: Size
  var open: [OpenEnum<Suit>]
  var term: Term
  var blocks: [Block]

  enum Side: Codable, CaseIterable { case left, right }
  enum Size: String, Codable { case small, large }

  indirect enum Term: Codable {
    case sum(Term, Term)
    case number(value: Int)
    case gap
    enum CodingKeys: CodingKey, CaseIterable { case sum, number, gap }
  }

  struct Text: Codable { var body: String }

  enum Block: OpenUnion {
    case text(Text), note(Note), unknown(DocumentValue)
    static let tagKey = "type"
    static let payloads: [Payload] = [
      Payload("text", text) { if case .text(let it) = $0 { it } else { nil } },
      Payload("note", note) { if case .note(let it) = $0 { it } else { nil } },
      .unknown(unknown) { if case .unknown(let it) = $0 { it } else { nil } },
    ]
  }
}

struct NoteV1: VersionedCodable {
  static let version: Int? = nil
  typealias PreviousVersion = NothingOlder
  var text: String
}

struct Note: VersionedCodable {
  static let version = 2
  static let versionLocation = VersionLocation.path("meta", "schema")
  var lines: [String]

  init(lines: [String]) { self.lines = lines }
  init(from old: NoteV1) throws { lines = [old.text] }
}

final class Folder: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var name: String
  var folders: [Folder]
  var notes: [String: Note]
  var first: Entry

  final class Entry: Codable {
    var title: String
    var next: Entry?
    var children: [Entry]
  }
}

struct Filled: VersionedCodable, DefaultFillable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  @Required var owner = "nobody"
  @Lenient var retries = 3
  @LenientElements var songs: [Int] = []
  @Versioned var note = Note(lines: [])
  var made = Date()
  var theme: String? = "light"
  var inner = Inner()
  var track: Track?
  var unknownFields = UnknownFields()

  struct Inner: DefaultFillable {
    var tabs = 4
    var id = UUID()
    static let encodesDefaults = false
  }

  struct Track: ZeroFillable {
    let title: String
    let plays: Int
    let released: Date
    let suit: Suit
    let album: Inner
  }
}

/// A type that accepts only certain values.
struct Choosy: VersionedCodable {
  static let version = "1.0"
  static let versionLocation = VersionLocation.external
  typealias PreviousVersion = NothingOlder

  var colors: [Color]
  var rating: Rating
  var point: Point

  struct Color: Codable {
    var text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      text = try container.decode(String.self)
      guard text.hasPrefix("#"), text.count == 7 else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no color")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  struct Rating: Codable {
    var stars, outOf: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      stars = try container.decode(Int.self, forKey: .stars)
      outOf = try container.decode(Int.self, forKey: .outOf)
      guard stars >= 0, stars <= outOf else { throw CancellationError() }
    }
  }

  struct Point: Codable {
    var x, y: Double

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      x = try container.decode(Double.self)
      y = try container.decode(Double.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(x)
      try container.encode(y)
    }
  }
}

/// A document with a value that only its default reveals.
struct Lending: VersionedCodable, DefaultFillable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  struct Copy: Codable {
    var loan: EnumWithUnlistedKeys
    var title: String
  }

  var copies = [Copy(loan: .to("me"), title: "Frogs")]
  var days = 3
}
