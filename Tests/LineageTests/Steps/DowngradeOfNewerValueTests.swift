import Foundation
import Lineage
import Testing

/// A document that is downgraded, around a value of a version that the older program doesn't know.
struct DowngradeOfNewerValueTests {
  struct InnerV1: VersionedCodable, DefaultFillable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var j = 2
    var unknownFields = UnknownFields()
  }
  struct Inner: VersionedCodable, DefaultFillable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = InnerV1
    var k: Int? = 1
    var j = 2
    var unknownFields = UnknownFields()
    init() {}
    init(from old: InnerV1) throws { self = try Inner(carryingOver: old) }
  }
  struct OuterV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var a = 1
    var inner: InnerV1?
    var unknownFields = UnknownFields()
  }
  struct Outer: VersionedCodable, DefaultFillable, Downgradable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = OuterV1
    var a = 1
    var b = 1
    var inner: Inner?
    var unknownFields = UnknownFields()
    init() {}
    init(from old: OuterV1) throws { self = try Outer(carryingOver: old) }
    func downgraded() throws -> OuterV1 { try OuterV1(carryingOver: self) { $0.drop("b") } }
  }

  static func downgraded(_ text: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let value = try JSONDecoder().decode(versioned: Outer.self, from: Data(text.utf8))
    var report = MigrationReport()
    let data = try encoder.encode(versioned: value, as: OuterV1.self, report: &report)
    #expect(report.lostFields == [] && report.nullsDropped == [])
    return String(decoding: data, as: UTF8.self)
  }

  @Test(arguments: [
    (#"{"inner":{"j":2,"k":5,"version":2},"version":2}"#, #"{"j":2,"k":5,"version":2}"#),
    (#"{"inner":{"k":5,"version":9},"version":2}"#, #"{"k":5,"version":9}"#),
    (#"{"inner":{"k":1,"x":9,"version":9},"version":9}"#, #"{"k":1,"version":9,"x":9}"#),
    (#"{"inner":{"x":9,"version":9},"version":9}"#, #"{"version":9,"x":9}"#),
    (#"{"inner":{"k":null,"version":9},"version":9}"#, #"{"k":null,"version":9}"#),
  ])
  func `a nested value that stays a newer one keeps the fields of its version`(
    text: String, inner: String
  ) throws {
    #expect(try Self.downgraded(text) == #"{"a":1,"inner":\#(inner),"version":1}"#)
  }

  // MARK: - Fields of all sorts

  struct SortsV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Nullable var nullable: InnerV1?
    @Nullable var nullables: [InnerV1]?
    var byHand: InnerV1?
    var list: [InnerV1]?
    var unknownFields = UnknownFields()
  }

  struct Sorts: VersionedCodable, Downgradable {
    static let version = 2
    typealias PreviousVersion = SortsV1
    @Nullable var nullable: Inner?
    @Nullable var nullables: [Inner]?
    var byHand: Inner?
    var list: [Inner]?

    enum CodingKeys: CodingKey { case nullable, nullables, byHand, list }

    init(from old: SortsV1) throws { self = try Sorts(carryingOver: old) }

    func downgraded() throws -> SortsV1 { try SortsV1(carryingOver: self) }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(_nullable, forKey: .nullable)
      try container.encode(_nullables, forKey: .nullables)
      if byHand != nil { try container.encode(byHand, forKey: .byHand) }
      guard let list else { return }
      var elements = container.nestedUnkeyedContainer(forKey: .list)
      for element in list { try elements.encode(element) }
    }
  }

  @Test(
    arguments: StoredFormat.allCases,
    [
      #""nullable":{"j":2,"k":5,"version":2}"#, #""nullables":[{"j":2,"k":5,"version":2}]"#,
      #""byHand":{"j":2,"k":5,"version":2}"#, #""list":[{"j":2,"k":1,"version":2,"x":9}]"#,
    ])
  func `a newer value keeps its fields however its type encodes it`(
    format: StoredFormat, member: String
  ) throws {
    let data = try format.document(#"{\#(member),"version":2}"#)
    let value = try format.decode(Sorts.self, from: data)
    var report = MigrationReport()

    let older = try JSONEncoder().encode(versioned: value, as: SortsV1.self, report: &report)

    let saved = try JSONDecoder().decode(DocumentValue.self, from: older)
    let expected = try JSONDecoder()
      .decode(DocumentValue.self, from: Data(#"{\#(member),"version":1}"#.utf8))
    #expect(saved == expected)
    #expect(report.lostFields == [])
  }

  @Test func `what a program has changed in it is kept`() throws {
    let data = Data(#"{"inner":{"version":9},"version":2}"#.utf8)
    var value = try JSONDecoder().decode(versioned: Outer.self, from: data)
    value.inner?.k = 7
    value.inner?.j = 8
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let written = try encoder.encode(versioned: value, as: OuterV1.self)

    #expect(
      String(decoding: written, as: UTF8.self)
        == #"{"a":1,"inner":{"j":8,"k":7,"version":9},"version":1}"#)
  }

  /// A type that encodes its only value in the place of its own.
  struct Wrapper<Value: Codable>: Codable {
    var value: Value

    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Value.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  struct WrappedV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var one: Inner?
    var several: [Inner]?
    var union: [Shape]?
  }

  struct Wrapped: VersionedCodable, Downgradable {
    static let version = 2
    typealias PreviousVersion = WrappedV1
    var one: Wrapper<Inner>?
    var several: [Wrapper<Inner>]?
    var union: [Wrapper<Shape>]?

    init(from old: WrappedV1) throws { self = try Wrapped(carryingOver: old) }
    func downgraded() throws -> WrappedV1 { try WrappedV1(carryingOver: self) { $0.drop("none") } }

    enum CodingKeys: CodingKey { case one, several, union, none }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(one, forKey: .one)
      try container.encodeIfPresent(union, forKey: .union)
      try container.encodeIfPresent(nil as Int?, forKey: .none)
      guard let several else { return }
      var elements = container.nestedUnkeyedContainer(forKey: .several)
      for element in several { try elements.encode(element) }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      one = try container.decodeIfPresent(Wrapper<Inner>.self, forKey: .one)
      several = try container.decodeIfPresent([Wrapper<Inner>].self, forKey: .several)
      union = try container.decodeIfPresent([Wrapper<Shape>].self, forKey: .union)
    }
  }

  enum Shape: OpenUnion {
    case inner(Inner)

    static let tagKey = "kind"
    static let payloads: [Payload] = [
      Payload("inner", inner) { if case .inner(let it) = $0 { it } else { nil } }
    ]
  }

  @Test(
    arguments: StoredFormat.allCases,
    [
      #""one":{"k":7,"version":9}"#, #""several":[{"j":1,"k":7,"version":9,"x":1}]"#,
      #""union":[{"kind":"inner","version":9,"x":1}]"#,
    ])
  func `a newer value is complete, and nothing of it is reported, when the type around it changes`(
    format: StoredFormat, member: String
  ) throws {
    let data = try format.document(#"{\#(member),"version":2}"#)
    let value = try format.decode(Wrapped.self, from: data)
    var report = MigrationReport()

    let older = try JSONEncoder().encode(versioned: value, as: WrappedV1.self, report: &report)

    let saved = try JSONDecoder().decode(DocumentValue.self, from: older)
    let expected = try JSONDecoder()
      .decode(DocumentValue.self, from: Data(#"{\#(member),"version":1}"#.utf8))
    #expect(saved == expected)
    #expect(report.carryOverDropped == [] && report.lostFields == [])
  }

  @Test(
    arguments: StoredFormat.allCases,
    [
      #""one":{"version":9}"#, #""one":{"k":7,"version":9}"#, #""several":[{"version":9}]"#,
      #""several":[{"k":7,"version":9}]"#,
    ])
  func `a nil that a program has set in a newer value is written as null`(
    format: StoredFormat, member: String
  ) throws {
    let data = try format.document(#"{\#(member),"version":2}"#)
    var value = try format.decode(Wrapped.self, from: data)
    value.one?.value.k = nil
    value.several?[0].value.k = nil

    let current = try JSONEncoder().encode(versioned: value)
    let older = try JSONEncoder().encode(versioned: value, as: WrappedV1.self)

    for document in [current, older] {
      let saved = try JSONDecoder().decode(versioned: Wrapped.self, from: document)
      #expect((saved.one ?? saved.several?[0])?.value.k == .some(nil))
    }
    // Fields are also carried over without a document around them.
    let carried = try WrappedV1(carryingOver: value)
    #expect((carried.one ?? carried.several?[0])?.k == .some(nil))
  }

  @Test(arguments: [JSONDecoder.KeyDecodingStrategy.useDefaultKeys, .convertFromSnakeCase])
  func `the tag of a union isn't an unknown field of a newer payload that is carried over`(
    strategy: JSONDecoder.KeyDecodingStrategy
  ) throws {
    let text = #"{"union":[{"kind":"inner","version":9,"x":1}],"version":1}"#
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = strategy
    let old = try decoder.decode(versioned: WrappedV1.self, from: Data(text.utf8))

    for union in [
      try Wrapped(carryingOver: old).union?[0].value,
      try Wrapped(carryingOver: old).downgraded().union?[0],
    ] {
      guard case .inner(let inner)? = union else {
        Issue.record("The payload is another one.")
        continue
      }
      #expect(inner.unknownFields.fields == ["x": 1])
    }
  }

  // MARK: - Several steps, nulls and dates

  struct Old: VersionedCodable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var unknownFields = UnknownFields()
  }

  struct Middle: VersionedCodable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = Old
    var note: DocumentValue?
    var unknownFields = UnknownFields()

    init(from old: Old) throws { self = try Middle(carryingOver: old) }
  }

  struct New: VersionedCodable, DefaultFillable {
    static let version = 3
    typealias PreviousVersion = Middle
    var note: DocumentValue?
    var plain: Int?
    var filled: Int? = 1
    @Nullable var nullable: Int?
    var date: Date?
    var unknownFields = UnknownFields()

    init() {}
    init(from old: Middle) throws { self = try New(carryingOver: old) }
  }

  struct AroundOld: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var values: [Old]
  }

  struct AroundMiddle: VersionedCodable, Downgradable {
    static let version = 2
    typealias PreviousVersion = AroundOld
    var values: [Middle]

    init(from old: AroundOld) throws { self = try AroundMiddle(carryingOver: old) }
    func downgraded() throws -> AroundOld { try AroundOld(carryingOver: self) }
  }

  struct AroundNew: VersionedCodable, Downgradable {
    static let version = 3
    typealias PreviousVersion = AroundMiddle
    var values: [New]

    init(from old: AroundMiddle) throws { self = try AroundNew(carryingOver: old) }
    func downgraded() throws -> AroundMiddle { try AroundMiddle(carryingOver: self) }
  }

  @Test(arguments: [
    #"{"filled":1,"version":3}"#, #"{"filled":null,"nullable":null,"version":3}"#,
    #"{"filled":2,"nullable":5,"plain":6,"version":3,"x":{"y":[null]}}"#,
    #"{"filled":1,"note":null,"plain":null,"version":3}"#,
    #"{"date":"2020-01-02T03:04:05Z","filled":1,"note":{"a":null},"version":3}"#,
  ])
  func `each step keeps what is missing and what is null`(inner: String) throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = #"{"values":[\#(inner)],"version":3}"#
    let value = try decoder.decode(versioned: AroundNew.self, from: Data(text.utf8))

    for (written, version) in [
      (try encoder.encode(versioned: value), 3),
      (try encoder.encode(versioned: value, as: AroundMiddle.self), 2),
      (try encoder.encode(versioned: value, as: AroundOld.self), 1),
    ] {
      #expect(
        String(decoding: written, as: UTF8.self)
          == #"{"values":[\#(inner)],"version":\#(version)}"#)
    }
  }

  // MARK: - Migrating up

  struct Keeping: VersionedCodable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var unknownFields = UnknownFields()
  }

  struct Name: Codable, Equatable { var firstName: String }

  struct Knowing: VersionedCodable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = Keeping
    var date: Date
    var name: Name
    var imageID: Int
    var unknownFields = UnknownFields()

    init(from old: Keeping) throws { self = try Knowing(carryingOver: old) }
  }

  struct AroundKeeping: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var values: [Keeping]
  }

  struct AroundKnowing: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = AroundKeeping
    var values: [Knowing]

    init(from old: AroundKeeping) throws { self = try AroundKnowing(carryingOver: old) }
  }

  @Test func `a step decodes what an older type has preserved with the strategies of the document`()
    throws
  {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let text = """
      {"values":[{"date":"2020-01-02T03:04:05Z","image_id":7,"name":{"first_name":"Ada"},"version":9}],"version":1}
      """
    var report = MigrationReport()
    let value = try decoder.decode(
      versioned: AroundKnowing.self, from: Data(text.utf8), report: &report)

    #expect(value.values.first?.name == Name(firstName: "Ada"))
    #expect(value.values.first?.imageID == 7)
    #expect(value.values.first?.date == Date(timeIntervalSince1970: 1_577_934_245))
    #expect(value.values.first?.unknownFields.isEmpty == true)
    #expect(report.lostFields == [] && report.carryOverDropped.isEmpty)
  }
}

/// What is reported of newer values whose types change in a downgrade.
struct ReportOfDowngradedNewerValueTests {
  struct Refusing: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var k: Int
  }

  struct Plain: Codable {
    var k: Int
    var unknownFields = UnknownFields()
  }

  /// It tries one type after the other.
  struct Trying: Codable {
    var plain: Plain

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      #expect(throws: MigrationError.self) { try container.decode(Refusing.self) }
      plain = try container.decode(Plain.self)
    }

    func encode(to encoder: any Encoder) throws { try plain.encode(to: encoder) }
  }

  struct Inner: VersionedCodable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var k: Int
    var unknownFields = UnknownFields()
  }

  /// It has fewer fields.
  struct Fewer: VersionedCodable, DefaultFillable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var other = 1
  }

  struct Trials: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var one: Trying
    var list: [Trying]
  }

  struct FewerValues: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var one: Fewer
    var list: [Fewer]
  }

  struct Values<Older: VersionedCodable>: VersionedCodable, Downgradable {
    static var version: Int { 2 }
    typealias PreviousVersion = Older
    var one: Inner
    var list: [Inner]

    init(from old: Older) throws { try self.init(carryingOver: old) }
    func downgraded() throws -> Older { try Older(carryingOver: self) }
  }

  private func report<Older: VersionedCodable>(
    as type: Older.Type
  ) throws -> (text: String, report: MigrationReport) {
    let inner = #"{"k":5,"version":9}"#
    let data = Data(#"{"list":[\#(inner)],"one":\#(inner),"version":2}"#.utf8)
    let value = try JSONDecoder().decode(versioned: Values<Older>.self, from: data)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var report = MigrationReport()
    let older = try encoder.encode(versioned: value, as: Older.self, report: &report)
    return (String(decoding: older, as: UTF8.self), report)
  }

  @Test func `what a failed attempt hasn't asked for isn't dropped`() throws {
    let (text, report) = try report(as: Trials.self)

    #expect(text.contains(#""one":{"k":5"#))
    #expect(report.carryOverDropped == [])
  }

  @Test func `what is dropped has the path of the document`() throws {
    let (text, report) = try report(as: FewerValues.self)

    #expect(!text.contains(#""k""#))
    #expect(Set(report.carryOverDropped) == ["one.k", "list[0].k"])
  }
}
