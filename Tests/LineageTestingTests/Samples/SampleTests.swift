import Foundation
import Lineage
import Testing

@testable import LineageTesting

struct SampleTests {
  static let types: [any VersionedCodable.Type] = [
    Everything.self, Framed.self, Choices.self, NoteV1.self, Note.self, Folder.self, Filled.self,
    Choosy.self,
    Lending.self,
  ]

  @Test(arguments: types)
  func `every sample decodes as its type`(type: any VersionedCodable.Type) throws {
    let maker = SampleMaker(of: type)

    for seed in 0..<200 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let sample = try maker.sample(using: &random, size: Int(seed % 60))
      try decode(type, sample, by: JSONEncoder(), JSONDecoder())
    }
  }

  @Test(arguments: types)
  func `samples decode in other formats and with other strategies`(
    type: any VersionedCodable.Type
  ) throws {
    let maker = SampleMaker(of: type)
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .iso8601
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    let binary = PropertyListEncoder()
    binary.outputFormat = .binary

    for seed in 0..<30 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let sample = try maker.sample(using: &random)
      try decode(type, sample, by: encoder, decoder)
      // Foundation's property lists don't support `Int128`.
      if type == Everything.self { continue }
      try decode(type, sample, by: PropertyListEncoder(), PropertyListDecoder())
      try decode(type, sample, by: binary, PropertyListDecoder())
    }
  }

  @Test(arguments: types)
  func `recorded samples pass the check in every format`(type: any VersionedCodable.Type) {
    func rules<Document: VersionedCodable>(
      _ type: Document.Type, in format: FixtureFormat
    ) -> [FixtureFailure.Rule] {
      let directory = TemporaryFixtures().setUp(type, formats: [format])
      return directory.fixtures(of: type, formats: [format]).failuresAfterRecording().map(\.rule)
        .filter { $0 != .nestedDocumentIsChecked }
    }

    #expect(rules(type, in: .json) == [])
    // Foundation's property lists don't support `Int128`.
    if type != Everything.self { #expect(rules(type, in: .propertyList) == []) }
  }

  @Test func `properties of types that can't be learned don't cost the second sample`() throws {
    let samples = try SampleMaker(of: Framed.self).all(text)

    #expect(samples.count == 2)
    #expect(samples.last?.contains("tint") == false)
  }

  private func decode<
    Value: VersionedCodable, Encoder: VersionedEncoder, Decoder: VersionedDecoder
  >(
    _ type: Value.Type, _ sample: Sample, by encoder: Encoder, _ decoder: Decoder
  ) throws where Encoder.Output == Data, Decoder.Input == Data {
    _ = try decoder.decode(
      versioned: type, version: type.version, from: try encoder.encode(unversioned: sample))
  }

  @Test func `a default provides what can't be made up`() throws {
    let sample = try text(SampleMaker(of: Lending.self).typical())

    #expect(
      sample == """
        {"copies":[{"loan":{"to":{"_0":"me"}},"title":"title"},\
        {"loan":{"to":{"_0":"me"}},"title":"title 2"}],"days":1}
        """)
  }

  private struct Stay: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var adults: Int
    var children: Int
    var price: Double
    var tax: Double
    var arrival: Date
    var departure: Date
    var guest: UUID
    var room: UUID
    var isPaid: Bool
    var isCanceled: Bool
    var hotel: URL
    var map: URL
    var notes: [String]
  }

  @Test
  func
    `the fields of the typical sample have different values, so that none is mistaken for another`()
    throws
  {
    let sample = try SampleMaker(of: Stay.self).typical()

    let stay = try JSONDecoder().decode(
      versioned: Stay.self, version: 1, from: JSONEncoder().encode(unversioned: sample))

    #expect(stay.adults != stay.children)
    #expect(stay.price != stay.tax)
    #expect(stay.arrival < stay.departure)
    #expect(stay.guest != stay.room)
    #expect(stay.isPaid != stay.isCanceled)
    #expect(stay.hotel != stay.map)
    #expect(Set(stay.notes).count == 2)
  }

  private struct Mesh: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var triangles: Triangles

    struct Triangles: Codable {
      var corners: [Int] = []
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          for _ in 0..<3 { corners.append(try container.decode(Int.self)) }
        }
      }
    }
  }

  @Test func `elements that repeat are there twice in the typical sample`() throws {
    #expect(
      try text(SampleMaker(of: Mesh.self).typical()) == #"{"triangles":[1,2,3,4,5,6]}"#)
  }

  @Test func `the typical sample is small and has all fields`() throws {
    let folder = try text(SampleMaker(of: Folder.self).typical())
    let choices = try text(SampleMaker(of: Choices.self).typical())

    #expect(
      folder == """
        {"first":{"children":[],"title":"title"},"folders":[\
        {"first":{"children":[],"title":"title 2"},"folders":[],"name":"name","notes":{\
        "notes":{"lines":["lines","lines 2"],"meta":{"schema":2}},\
        "notes 2":{"lines":["lines 3","lines 4"],"meta":{"schema":2}}},"version":1},\
        {"first":{"children":[],"title":"title 3"},"folders":[],"name":"name 2","notes":{\
        "notes 3":{"lines":["lines 5","lines 6"],"meta":{"schema":2}},\
        "notes 4":{"lines":["lines 7","lines 8"],"meta":{"schema":2}}},"version":1}],\
        "name":"name 3","notes":{"notes 5":{"lines":["lines 9","lines 10"],"meta":{"schema":2}},\
        "notes 6":{"lines":["lines 11","lines 12"],"meta":{"schema":2}}}}
        """)
    #expect(
      choices == """
        {"blocks":[{"lines":["lines","lines 2"],"meta":{"schema":2},"type":"note"},\
        {"body":"body","type":"text"}],"open":["hearts","spades"],\
        "side":{"left":{}},"size":"small","suit":"hearts","term":{"gap":{}}}
        """)
    #expect(
      try text(SampleMaker(of: Choosy.self).typical()) == """
        {"colors":["#336699"],"point":[1.5,2.5],"rating":{"outOf":1,"stars":1}}
        """)
  }

  private struct Draft: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String
    var due: Date?
    var tags: [String?]
    var isDone: Bool
  }

  @Test func `the second sample has no optional values`() throws {
    let second = try SampleMaker(of: Draft.self).all(\.self)[1]

    #expect(
      try text(second)
        == #"{"due":null,"isDone":true,"tags":[null,null,null],"text":" Text É, a\nb "}"#)
  }

  private struct Odd: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    enum Kind: String, Codable, CaseIterable { case web, print }
    struct Mark: Codable {
      var start: Double
    }
    var kind: OpenEnum<Kind>
    var kinds: [OpenEnum<Kind>]
    var at: Date
    var small: Int8
    var byte: UInt8
    var large: Int
    var marks: [Mark]
    var names: [String]
    var tags: Set<String>
    var price: Decimal
  }

  @Test func `the second sample has values that code likes to change`() throws {
    let second = try SampleMaker(of: Odd.self).all(\.self)[1]

    #expect(
      try text(second) == """
        {"at":599529599.875,"byte":65,"kind":"not known yet","kinds":["web","print","not known yet"],\
        "large":1000001,"marks":[{"start":1003.0625},{"start":1002.0625},{"start":1001.0625}],\
        "names":[" Names 3 É, a\\nb "," Names 2 É, a\\nb "," Names É, a\\nb "],"price":1001.0625,"small":65,\
        "tags":[" Tags É, a\\nb "," Tags 2 É, a\\nb "," Tags 3 É, a\\nb "]}
        """)
  }

  private struct Plain: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var code: Code
    var note: String?

    struct Code: Codable {
      var text: String

      init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
        if text.contains(" ") { throw CancellationError() }
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }
    }
  }

  private struct Bare: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var code: Plain.Code
  }

  @Test func `the second sample has plain values if its type rejects others`() throws {
    let second = try SampleMaker(of: Plain.self).all(\.self)[1]

    #expect(try text(second) == #"{"code":"code","note":null}"#)
    #expect(try SampleMaker(of: Bare.self).all(\.self).count == 1)
  }

  private struct Order: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    enum Status: String, Codable, CaseIterable { case draft, open, paid, sent, closed }
    enum Payment: Codable {
      case cash
      case card(number: String)
      case transfer(Account)
    }
    struct Account: Codable {
      var bank: Bank
    }
    struct Bank: Codable {
      var name: String
    }
    enum Color: String, Codable, CaseIterable { case red, green, blue }
    indirect enum Term: Codable {
      case number(Int)
      case sum([Term])
      case negated(Term)
    }

    var status: Status
    var before: Status?
    var payments: [Payment]
    var colors: Set<Color>
    var names: [Color: String]
    var total: Term
  }

  private func all(_ type: any VersionedCodable.Type) throws -> [String] {
    try SampleMaker(of: type).all(text)
  }

  @Test func `every case and every payload is in a sample`() throws {
    let samples = try all(Order.self)

    #expect(samples.count == 6)
    for field in ["status", "before"] {
      for status in Order.Status.allCases {
        #expect(samples.contains { $0.contains(#""\#(field)":"\#(status.rawValue)""#) })
      }
    }
    for payment in ["cash", "card", "transfer"] {
      #expect(samples.allSatisfy { $0.contains(#"{"\#(payment)":{"#) })
    }
    for term in ["number", "sum", "negated"] {
      #expect(samples.contains { $0.contains(#""total":{"\#(term)":"#) })
    }
    #expect(
      samples[0] == """
        {"before":"draft","colors":["red","green","blue"],\
        "names":["red","names","green","names 2","blue","names 3"],\
        "payments":[{"card":{"number":"number"}},{"cash":{}},{"transfer":{"_0":{"bank":{"name":"name"}}}}],\
        "status":"open","total":{"negated":{"_0":{"sum":{"_0":[]}}}}}
        """)
  }

  @Test func `there are at most eight samples, each of which shows another case`() throws {
    struct Place: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      enum Month: Int, Codable, CaseIterable { case m1 = 1, m2, m3, m4, m5, m6, m7, m8, m9, m10 }
      enum Axis: String, Codable { case x, y }
      var month: Month
      var axis: Axis
    }

    let samples = try all(Place.self)

    #expect(samples.count == 8)
    #expect(Set(samples).count == 8)
    #expect(
      samples.prefix(3) == [
        #"{"axis":"x","month":1}"#, #"{"axis":"y","month":2}"#, #"{"axis":"y","month":3}"#,
      ])
  }

  private enum Style: String, Codable { case plain, bold, italic }
  private enum Block: Codable {
    case text(Style)
    case image(Style)
    case quote(Style)
  }
  private indirect enum Node: Codable {
    case leaf(Style)
    case pair([Node])
    case wrapped(Node)
  }

  private struct Page: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    enum Month: Int, Codable, CaseIterable {
      case m1 = 1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12
    }
    var block: Block
    var months: Set<Month>
    var days: [Month: Int]
    var node: Node
  }

  @Test func `cases are shown in each payload, and an array goes on where it was`() throws {
    let samples = try all(Page.self)

    for block in ["text", "image", "quote"] {
      let shown = Set(
        samples.compactMap { $0.firstMatch(of: /"block":\{"(\w+)":\{"_0":"(\w+)"/) }
          .filter { $0.1 == block }.map(\.2))
      #expect(shown.count > 1, "\(block)")
    }
    for node in ["leaf", "pair", "wrapped"] {
      #expect(samples.contains { $0.contains(#""node":{"\#(node)""#) })
    }
    let months = try samples.map { sample in
      try JSONDecoder().decode(unversioned: DocumentValue.self, from: Data(sample.utf8))["months"]?
        .array ?? []
    }
    #expect(Set(months[0] + months[1]).count > 10)
    #expect(Set(months.flatMap(\.self)).count == 12)
    #expect(months.allSatisfy { Set($0).count == $0.count })
    #expect(samples.count == 8)
  }

  /// Requires its optional value when it is written.
  private struct Demanding: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    enum Side: String, Codable { case left, right }
    var side: Side
    var note: String?

    func encode(to encoder: any Encoder) throws {
      guard let note else { throw CancellationError() }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(side, forKey: .side)
      try container.encode(note, forKey: .note)
    }
  }

  @Test func `a case of a sample that the type can't write is shown by another one`() throws {
    let directory = TemporaryFixtures().setUp(Demanding.self)

    let second = try directory.text(of: "Poem/v1/sample2.json")

    #expect(second.contains("right") && second.contains("note"))
    #expect(directory.failures(of: Demanding.self) == [])
  }

  @Test func `two fields of one enum have different cases`() throws {
    struct Area: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      enum Side: String, Codable { case left, right }
      var first: Side
      var second: Side
    }

    #expect(
      try all(Area.self) == [
        #"{"first":"left","second":"right"}"#, #"{"first":"right","second":"left"}"#,
      ])
  }

  private struct Single: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var tags: Tags
    var isOn: Bool
    var isOff: Bool

    struct Tags: Codable {
      var all: [String]

      init(from decoder: any Decoder) throws {
        all = try decoder.singleValueContainer().decode([String].self)
        if all.count > 1 { throw CancellationError() }
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(all)
      }
    }
  }

  @Test func `a type that accepts one element only has a sample with one`() throws {
    #expect(
      try text(SampleMaker(of: Single.self).typical())
        == #"{"isOff":true,"isOn":false,"tags":["tags"]}"#)
  }

  @Test func `the same seed gives the same sample`() throws {
    func sample(_ seed: UInt64) throws -> String {
      var random = SeededRandom(seed: seed)
      return try text(SampleMaker(of: Everything.self).sample(using: &random))
    }

    #expect(try sample(7) == sample(7))
    #expect(try sample(7) != sample(8))
  }

  @Test func `random numbers match the algorithm`() {
    var random = SeededRandom(seed: 1_234_567)

    #expect(
      [random.next(), random.next(), random.next()] == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ])
  }

  @Test func `samples leave out optional fields only`() throws {
    let maker = SampleMaker(of: Filled.self)
    var seen: [String: Set<String>] = [:]

    for seed in 0..<100 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      guard case .object(let fields) = try maker.sample(using: &random) else { continue }
      for name in ["owner", "made", "theme", "inner", "retries"] {
        let state =
          switch fields[name] {
          case nil: "missing"
          case .null?: "null"
          case _?: "there"
          }
        seen[name, default: []].insert(state)
      }
    }

    #expect(seen["owner"] == ["there"])
    for name in ["made", "theme", "inner", "retries"] {
      #expect(seen[name] == ["there", "missing", "null"], "\(name)")
    }
  }

  @Test func `samples contain extreme values, every case, and unknown cases`() throws {
    let everything = SampleMaker(of: Everything.self)
    let choices = SampleMaker(of: Choices.self)
    var found = ""

    for seed in 0..<300 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      found += try text(everything.sample(using: &random, size: 60))
      found += try text(choices.sample(using: &random))
    }

    for part in [
      "\(Int.max)", "\(Int.min)", #""small":-128"#, #""text":"""#, "日本語", "right", #""sum""#,
      #""open":["not known yet"#, #""type":"not known yet""#, #""type":"text""#, #""schema":2"#,
      #""spades":"#, #""integers":[]"#,
    ] {
      #expect(found.contains(part), "\(part)")
    }
  }

  @Test func `a small size makes a small sample`() throws {
    let maker = SampleMaker(of: Folder.self)

    for seed in 0..<50 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let sample = try maker.sample(using: &random, size: 0)
      #expect(
        try text(sample).contains(#""folders":[],"#), "\(seed)")
    }
  }

  // MARK: - What can't be made up

  struct Ticket: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder

    var code: Code
    var seat: String

    struct Code: Codable {
      var text: String

      init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
        guard text.hasPrefix("TICKET-") else { throw CancellationError() }
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }
    }
  }

  @Test func `a type that accepts nothing is reported`() {
    let maker = SampleMaker(of: Ticket.self)

    let error = #expect(throws: NoSample.self) { try maker.typical() }

    #expect(
      error?.description == """
        A sample of Ticket couldn't be generated. At `code`: No value of the type Code could be \
        generated. Add a fixture of this version as an example.
        """)
  }

  final class Endless: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var next: Link

    final class Link: Codable { var next: Link }
  }

  @Test func `a type without finite values is reported`() {
    let maker = SampleMaker(of: Endless.self)

    let error = #expect(throws: NoSample.self) { try maker.typical() }

    #expect(error?.reason == "Every value of the type Endless contains another one.")
  }

  @Test func `examples help if nothing can be made up`() throws {
    let maker = SampleMaker(
      of: Ticket.self,
      examples: [["code": "TICKET-1", "seat": "A"], ["code": "TICKET-2", "seat": "B"]])
    var codes: Set<String> = []

    for seed in 0..<50 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let sample = try text(maker.sample(using: &random))
      if let match = sample.firstMatch(of: /TICKET-./) { codes.insert(String(match.output)) }
      #expect(!sample.contains(#""seat":"A""#) || !sample.contains(#""seat":"B""#))
    }

    #expect(codes == ["TICKET-1", "TICKET-2"])
    #expect(
      try text(maker.typical()) == #"{"code":"TICKET-1","seat":"seat"}"#)
  }

  @Test func `an example helps with a nested document`() throws {
    struct Wallet: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var ticket: Ticket
    }

    let maker = SampleMaker(
      of: Wallet.self,
      examples: [["ticket": ["code": "TICKET-1", "seat": "A", "version": 1]]])

    #expect(
      try text(maker.typical()) == #"{"ticket":{"code":"TICKET-1","seat":"a","version":1}}"#)
    #expect(throws: NoSample.self) { try SampleMaker(of: Wallet.self).typical() }
  }

  private func text(_ sample: Sample) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(unversioned: sample), as: UTF8.self)
  }
}
