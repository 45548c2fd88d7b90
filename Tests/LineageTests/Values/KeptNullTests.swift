import Foundation
import Lineage
import Testing

/// A null for an optional property differs from a missing key.
struct KeptNullTests {
  struct Place: Codable, Hashable {
    var x: Int
    var label: String?
    var unknownFields = UnknownFields()
  }

  /// A type whose property for unknown fields comes last.
  struct CellV1: VersionedCodable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var count: Int?
    var place: Place?
    var places: [Place]?
    var byName: [String: Place]?
    var unknownFields = UnknownFields()
  }

  /// The same, with the property first, and filled.
  struct Cell: VersionedCodable, DefaultFillable, Hashable {
    static let version = 2
    typealias PreviousVersion = CellV1
    var unknownFields = UnknownFields()
    var name = "cell"
    var count: Int?
    var place: Place?
    var places: [Place]? = []
    var byName: [String: Place]?
  }

  struct SparseCell: VersionedCodable, DefaultFillable, Hashable {
    static let version = 2
    static let encodesDefaults = false
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = CellV1
    var name = "cell"
    var count: Int?
    var place: Place?
    var places: [Place]? = []
    var byName: [String: Place]?
    var unknownFields = UnknownFields()
  }

  static let documents: [DocumentValue] = [
    ["name": "a"],
    ["name": "a", "count": .null],
    ["name": "a", "count": 1, "place": .null, "other": .null],
    ["name": "a", "places": .null, "byName": .null],
    ["name": "a", "place": ["x": 1, "label": .null, "z": .null]],
    ["name": "a", "places": [["x": 1, "label": .null], ["x": 2]], "count": .null],
    ["name": "a", "byName": ["b": ["x": 1, "label": .null]], "place": .null],
  ]

  @Test(arguments: documents.indices, FutureFormat.allCases)
  func `a type with unknown fields writes nulls back`(
    index: Int, format: FutureFormat
  ) throws {
    var document = Self.documents[index]
    document["version"] = 1

    #expect(try format.saved(document, by: CellV1.self) == document)
  }

  @Test(arguments: documents.indices, FutureFormat.allCases)
  func `nulls are carried over to the next version`(index: Int, format: FutureFormat) throws {
    var document = Self.documents[index]
    document["version"] = 1

    var expected = document
    expected["version"] = 2
    // Nil is carried over as nil, which isn't the default here.
    if expected["places"] == nil { expected["places"] = .null }

    #expect(try format.saved(document, by: Cell.self) == expected)
    #expect(try format.saved(document, by: SparseCell.self) == expected)
  }

  @Test(arguments: documents.indices, FutureFormat.allCases)
  func `nulls are preserved by a sparse type, and in a newer document`(
    index: Int, format: FutureFormat
  ) throws {
    for version in [2, 3] {
      var document = Self.documents[index]
      document["version"] = .number(DocumentNumber(version))

      let saved = try format.saved(document, by: SparseCell.self)

      #expect(saved == document)
      #expect(try format.saved(saved, by: SparseCell.self) == document)
    }
  }

  @Test func `nulls are preserved under snake case, spelled as the fields would be`() throws {
    let saved = try Future.saved(
      #"{"byName":null,"count":null,"name":"a","other_name":null,"version":1}"#, by: CellV1.self,
      snakeCase: true)

    #expect(saved == #"{"by_name":null,"count":null,"name":"a","other_name":null,"version":1}"#)
  }

  @Test func `a set value is written, and nil is the null again`() throws {
    let document = #"{"count":null,"name":"a","version":1}"#
    var cell = try Future.read(CellV1.self, document)
    cell.count = 5

    #expect(try Future.write(cell) == #"{"count":5,"name":"a","version":1}"#)

    cell.count = nil
    #expect(try Future.write(cell) == document)

    cell.unknownFields = UnknownFields()
    #expect(try Future.write(cell) == #"{"name":"a","version":1}"#)
  }

  @Test func `a null for a non-optional field is replaced with its default`() throws {
    let saved = try Future.saved(#"{"name":null,"version":2}"#, by: Cell.self)

    #expect(saved == #"{"name":"cell","places":[],"version":2}"#)
  }

  @Test func `a step without carry-over copies nulls with the unknown fields`() throws {
    let saved = try Future.saved(#"{"count":null,"name":"a","version":1}"#, by: ByHand.self)

    #expect(saved == #"{"count":null,"name":"a","version":2}"#)
  }

  struct ByHand: VersionedCodable {
    static let version = 2
    var name: String
    var count: Int?
    var unknownFields = UnknownFields()
  }

  // MARK: - Reports

  struct Plain: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var count: Int?
    var inner: Inner?
    var list: [Inner] = []
    var value: DocumentValue?

    struct Inner: Codable {
      var label: String?
      var labels: [String?]?
    }
  }

  @Test(arguments: FutureFormat.allCases)
  func `nulls that are left out are in the report`(format: FutureFormat) throws {
    var report = MigrationReport()

    _ = try format.read(
      Plain.self,
      [
        "name": "a", "count": .null, "inner": .null, "version": 1, "value": .null,
        "list": [["label": .null], ["labels": .null], ["labels": [.null]]],
      ], report: &report)

    #expect(Set(report.nullsDropped) == ["count", "inner", "list[0].label", "list[1].labels"])
    #expect(report.unknownFieldsDropped == [])
    #expect(!report.needsRewrite)
  }

  @Test(arguments: FutureFormat.allCases)
  func `preserved nulls are not in the report`(format: FutureFormat) throws {
    for document in Self.documents {
      var report = MigrationReport()
      var document = document
      document["version"] = 1

      _ = try format.read(Cell.self, document, report: &report)

      #expect(report.nullsDropped == [])
      #expect(report.unknownFieldsDropped == [])
      #expect(report.carryOverDropped == [])
    }
  }

  struct Cleared: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String? = "a"
    var value: DocumentValue? = 5
    var date: Date? = Date(timeIntervalSince1970: 0)
    @Lenient var count: Int? = 4
    @Nullable var level: Int? = 4
    var other: String?
  }

  @Test(arguments: FutureFormat.allCases)
  func `the null of an optional whose default isn't nil is written again`(
    format: FutureFormat
  ) throws {
    let cleared: DocumentValue = [
      "text": .null, "value": .null, "date": .null, "count": .null, "level": .null, "version": 1,
    ]
    var document = cleared
    document["other"] = .null
    var report = MigrationReport()

    let read = try format.read(Cleared.self, document, report: &report)

    #expect(try format.write(read) == cleared)
    #expect(report.nullsDropped == ["other"])
  }

  @Test func `the description of a report has the nulls that are left out`() throws {
    let report = try Future.report(
      reading: Plain.self, #"{"count":null,"list":[],"name":"a","version":1}"#)

    #expect(report.description == "version 1: Plain\ndropped count (null)")
  }

  // MARK: - Values of any shape

  struct Loose: VersionedCodable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var value: DocumentValue?
  }

  struct NextLoose: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = Loose
    var value: DocumentValue? = 1
  }

  @Test(
    arguments: [
      (["version": 1], nil), (["version": 1, "value": .null], .null),
      (["version": 1, "value": [.null]], [.null]),
    ] as [(DocumentValue, DocumentValue?)], FutureFormat.allCases)
  func `an optional value of any shape distinguishes null from a missing key`(
    document: (content: DocumentValue, value: DocumentValue?), format: FutureFormat
  ) throws {
    let read = try format.read(Loose.self, document.content)

    #expect(read.value == document.value)
    #expect(try format.write(read) == document.content)

    // The null of a field whose default isn't nil is its nil.
    let next = try format.read(NextLoose.self, document.content)
    #expect(next.value == (document.value == .null ? nil : document.value))
    #expect(try format.read(NextLoose.self, format.write(next)).value == next.value)
  }

  @Test(arguments: FutureFormat.allCases)
  func `a nil of any shape stays nil where the default isn't nil`(format: FutureFormat) throws {
    var loose = NextLoose()
    loose.value = nil

    #expect(try format.write(loose) == ["version": 2, "value": .null])
    #expect(try format.read(NextLoose.self, format.write(loose)).value == nil)
    #expect(try format.read(NextLoose.self, ["version": 2]).value == 1)
  }

  /// Its property for unknown fields comes last.
  struct KeepingLoose: VersionedCodable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var value: DocumentValue?
    var plain: Int?
    var unknownFields = UnknownFields()
  }

  /// The same, with the property first, and filled.
  struct NextKeepingLoose: VersionedCodable, DefaultFillable, Hashable {
    static let version = 2
    typealias PreviousVersion = KeepingLoose
    var unknownFields = UnknownFields()
    var value: DocumentValue?
    var plain: Int?
  }

  /// The same, by way of its fields.
  struct FieldsOfLoose: VersionedCodable, FieldCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    enum CodingKeys: CodingKey, CaseIterable { case value, plain, unknownFields }
    var value: DocumentValue?
    var plain: Int?
    var unknownFields = UnknownFields()

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      value = try fields.value(at: 0)
      plain = try fields.value(at: 1)
      unknownFields = try fields.value(at: 2)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(value, at: 0)
      try fields.write(plain, at: 1)
      try fields.write(unknownFields, at: 2)
    }
  }

  @Test(arguments: FutureFormat.allCases)
  func `a null of any shape that a program removes doesn't come back`(
    format: FutureFormat
  ) throws {
    let nulls: DocumentValue = ["value": .null, "plain": .null, "version": 1]

    var value = try format.read(KeepingLoose.self, nulls)
    #expect(value.value == .null && value.plain == nil)
    #expect(try format.write(value) == nulls)
    value.value = nil
    #expect(try format.write(value) == ["plain": .null, "version": 1])

    // What isn't written isn't carried over, either.
    let carried = try NextKeepingLoose(carryingOver: value)
    #expect(carried.value == nil)
    #expect(try format.write(carried) == ["plain": .null, "version": 2])

    var next = try format.read(NextKeepingLoose.self, nulls)
    next.value = nil
    #expect(try format.write(next) == ["plain": .null, "version": 2])

    var fields = try format.read(FieldsOfLoose.self, nulls)
    #expect(fields.value == .null)
    #expect(try format.write(fields) == nulls)
    fields.value = nil
    #expect(try format.write(fields) == ["plain": .null, "version": 1])
  }

  /// Where the default isn't nil, null is the nil.
  struct LooseDefault: VersionedCodable, DefaultFillable, Downgradable {
    static let version = 2
    typealias PreviousVersion = KeepingLoose
    var value: DocumentValue? = "x"
    var plain: Int? = 3
    var unknownFields = UnknownFields()

    init() {}
    init(from old: KeepingLoose) throws { try self.init(carryingOver: old) }
    func downgraded() throws -> KeepingLoose { try KeepingLoose(carryingOver: self) }
  }

  struct AfterDefault: VersionedCodable {
    static let version = 3
    var value: DocumentValue?
    var plain: Int?
    var unknownFields = UnknownFields()

    init(from old: LooseDefault) throws { try self.init(carryingOver: old) }
  }

  @Test(arguments: [1, 2])
  func `a null that is the nil of a property of any shape is kept in other versions`(
    version: Int
  ) throws {
    let text = #"{"plain":null,"value":null,"version":\#(version)}"#
    var report = MigrationReport()
    let value = try JSONDecoder().decode(
      versioned: LooseDefault.self, from: Data(text.utf8), report: &report)
    #expect(value.value == nil && value.plain == nil)

    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let older = try encoder.encode(versioned: value, as: KeepingLoose.self, report: &report)
    #expect(
      String(decoding: older, as: UTF8.self) == #"{"plain":null,"value":null,"version":1}"#)
    #expect(
      try Future.saved(text, by: AfterDefault.self) == #"{"plain":null,"value":null,"version":3}"#)
    #expect(report.nullsDropped == [])
  }

  /// Its coding leaves out nil by hand.
  struct ByHandLoose: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var value: DocumentValue?
    var unknownFields: UnknownFields

    enum CodingKeys: CodingKey { case unknownFields, value }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      // The unknown fields are collected first.
      unknownFields = try container.decode(UnknownFields.self, forKey: .unknownFields)
      value =
        container.contains(.value) ? try container.decode(DocumentValue.self, forKey: .value) : nil
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(unknownFields, forKey: .unknownFields)
      if let value { try container.encode(value, forKey: .value) }
    }
  }

  /// Its step removes the value, and sets the unknown fields.
  struct SetLoose: VersionedCodable {
    static let version = 2
    var value: DocumentValue?
    var plain: Int?
    var unknownFields = UnknownFields()

    init(from old: KeepingLoose) throws {
      var old = old
      old.value = nil
      try self.init(carryingOver: old) {
        try $0.set(old.unknownFields.removing("other"), for: "unknownFields")
      }
    }
  }

  @Test func `a null of any shape that is removed doesn't come back, however it is written`() throws
  {
    let text = #"{"value":null,"version":1}"#

    var byHand = try Future.read(ByHandLoose.self, text)
    #expect(try Future.write(byHand) == text)
    byHand.value = nil
    #expect(try Future.write(byHand) == #"{"version":1}"#)

    #expect(try Future.saved(text, by: SetLoose.self) == #"{"version":2}"#)
  }

  /// It tries one type after the other, on its own decoder.
  enum Either: Codable {
    case whole(Whole), rest(Rest)

    struct Whole: Codable {
      var value: DocumentValue?
      var name: String
    }

    struct Rest: Codable {
      var value: Int?
      var unknownFields = UnknownFields()
    }

    init(from decoder: any Decoder) throws {
      do {
        self = .whole(try Whole(from: decoder))
      } catch {
        self = .rest(try Rest(from: decoder))
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .whole(let whole): try whole.encode(to: encoder)
      case .rest(let rest): try rest.encode(to: encoder)
      }
    }
  }

  struct Eithers: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var all: [Either]
  }

  @Test(arguments: FutureFormat.allCases)
  func `a null that another type has decoded as a value before it failed is kept`(
    format: FutureFormat
  ) throws {
    let document: DocumentValue = ["all": [["value": .null], ["value": 1]], "version": 1]

    #expect(try format.saved(document, by: Eithers.self) == document)
  }

  /// It takes null for nil itself.
  struct Asking: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var value: DocumentValue?
    var unknownFields: UnknownFields

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      value =
        try container.decodeNil(forKey: .value)
        ? nil : container.decodeIfPresent(DocumentValue.self, forKey: .value)
      unknownFields = try container.decode(UnknownFields.self, forKey: .unknownFields)
    }
  }

  @Test func `a null that a type takes for nil is written again`() throws {
    let text = #"{"value":null,"version":1}"#

    #expect(try Future.saved(text, by: Asking.self) == text)
  }

  /// Two versions between which the type of a property changes.
  struct Typed: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var value: Int?
    var unknownFields = UnknownFields()
  }

  struct Untyped: VersionedCodable, Downgradable {
    static let version = 2
    typealias PreviousVersion = Typed
    var value: DocumentValue?
    var unknownFields = UnknownFields()

    init(from old: Typed) throws { try self.init(carryingOver: old) }
    func downgraded() throws -> Typed { try Typed(carryingOver: self) }
  }

  struct TypedAgain: VersionedCodable {
    static let version = 3
    var value: Int?
    var unknownFields = UnknownFields()

    init(from old: Untyped) throws { try self.init(carryingOver: old) }
  }

  struct Forgetful: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var value: Int?
  }

  struct Remembering: VersionedCodable, Downgradable {
    static let version = 2
    typealias PreviousVersion = Forgetful
    var value: DocumentValue?

    init(from old: Forgetful) throws { try self.init(carryingOver: old) }
    func downgraded() throws -> Forgetful { try Forgetful(carryingOver: self) }
  }

  @Test func `a null of any shape stays null as the nil of another type, or is reported`() throws {
    let data = Data(#"{"value":null,"version":2}"#.utf8)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var report = MigrationReport()

    let untyped = try JSONDecoder().decode(versioned: Untyped.self, from: data)
    #expect(
      try encoder.encode(versioned: untyped, as: Typed.self, report: &report)
        == Data(#"{"value":null,"version":1}"#.utf8))
    #expect(report.nullsDropped == [] && report.lostFields == [])
    let again = try JSONDecoder().decode(versioned: TypedAgain.self, from: data, report: &report)
    #expect(try encoder.encode(versioned: again) == Data(#"{"value":null,"version":3}"#.utf8))
    #expect(report.nullsDropped == [])

    let remembering = try JSONDecoder().decode(versioned: Remembering.self, from: data)
    #expect(
      try encoder.encode(versioned: remembering, as: Forgetful.self, report: &report)
        == Data(#"{"version":1}"#.utf8))
    #expect(report.nullsDropped == ["value"])
  }

  // MARK: - Nullable

  struct Feature: VersionedCodable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name = "a"
    @Nullable var place: Place?
    @Nullable var tags: [String]?
  }

  struct FilledFeature: VersionedCodable, DefaultFillable, Hashable {
    static let version = 2
    typealias PreviousVersion = Feature
    var name = "a"
    @Nullable var place: Place?
    @Nullable var tags: [String]?
    @Nullable var count: Int? = 1
  }

  struct SparseFeature: VersionedCodable, DefaultFillable, Hashable {
    static let version = 2
    static let encodesDefaults = false
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = Feature
    var name = "a"
    @Nullable var place: Place?
    @Nullable var tags: [String]?
    @Nullable var count: Int? = 1
    var unknownFields = UnknownFields()
  }

  struct ZeroFeature: VersionedCodable, ZeroFillable, Hashable {
    static let version = 2
    typealias PreviousVersion = Feature
    var name: String
    @Nullable var place: Place?
    @Nullable var tags: [String]?
    @Nullable var count: Int?
  }

  @Test func `a nullable nil is written as null`() throws {
    #expect(try Future.write(Feature()) == #"{"name":"a","place":null,"tags":null,"version":1}"#)
    #expect(
      try Future.write(FilledFeature())
        == #"{"count":1,"name":"a","place":null,"tags":null,"version":2}"#)
    #expect(try Future.write(SparseFeature()) == #"{"place":null,"tags":null,"version":2}"#)
  }

  @Test(
    arguments: [
      ["name": "a", "place": .null, "tags": .null], ["name": "a", "tags": ["x"]],
      ["name": "a", "place": ["x": 1], "tags": .null], ["name": "a", "tags": .null],
      ["name": "a"],
    ] as [DocumentValue], FutureFormat.allCases)
  func `a nullable property is written back unchanged`(
    content: DocumentValue, format: FutureFormat
  ) throws {
    var document = content
    document["version"] = 1
    var next = content
    next["version"] = 2
    var report = MigrationReport()

    #expect(try format.write(format.read(Feature.self, document, report: &report)) == document)
    #expect(report.nullsDropped == [])
    #expect(report.filled == [])

    // When carried over, a default is added, or none.
    var filled = next
    filled["count"] = 1
    #expect(try format.saved(document, by: FilledFeature.self) == filled)
    #expect(try format.saved(document, by: ZeroFeature.self) == next)

    // As current and newer documents, with and without defaults.
    #expect(try format.saved(next, by: ZeroFeature.self) == next)
    #expect(try format.saved(next, by: FilledFeature.self) == filled)
    var sparse = next
    sparse["name"] = nil
    #expect(try format.saved(sparse, by: SparseFeature.self) == sparse)
    sparse["version"] = 9
    sparse["count"] = .null
    #expect(try format.saved(sparse, by: SparseFeature.self) == sparse)
  }

  @Test func `a nullable property that was missing is null once it is set`() throws {
    var feature = try Future.read(Feature.self, #"{"name":"a","tags":["x"],"version":1}"#)
    #expect(feature.$place.isMissing)

    feature.place = nil
    feature.tags = nil

    #expect(!feature.$place.isMissing)
    #expect(try Future.write(feature) == #"{"name":"a","place":null,"tags":null,"version":1}"#)
  }

  /// Declares fields with many names.
  struct Open: Decodable {
    var unknownFields: UnknownFields

    init(from decoder: any Decoder) throws {
      unknownFields = try decoder.container(keyedBy: AnyKey.self)
        .decode(UnknownFields.self, forKey: AnyKey("unknownFields"))
    }
  }

  @Test func `many nulls take linear time`() throws {
    let ratio = try growth(doubling: 5000) { count in
      let members = (0..<count).map { #""key\#($0)":null"# }.joined(separator: ",")
      let json = "{\(members)}"
      return {
        let open = try filled(Open.self, json)
        #expect(open.unknownFields.isEmpty)
      }
    }

    #expect(ratio < 3.2)
  }

  @Test func `values are equal regardless of whether nil was null or missing`() throws {
    let missing = try Future.read(Feature.self, #"{"name":"a","version":1}"#)

    #expect(missing == Feature())
    #expect(missing.hashValue == Feature().hashValue)
    #expect(try Future.read(Feature.self, Future.write(Feature())) == Feature())
  }

  struct PlainFeature: Codable {
    @Nullable var count: Int?
  }

  @Test(arguments: [#"{"count":null}"#, "{}", #"{"count":1}"#])
  func `plain coders read and write nullable properties too`(json: String) throws {
    let feature = try JSONDecoder().decode(PlainFeature.self, from: Data(json.utf8))

    #expect(String(decoding: try JSONEncoder().encode(feature), as: UTF8.self) == json)

    let list = try PropertyListEncoder().encode(feature)
    let again = try PropertyListDecoder().decode(PlainFeature.self, from: list)
    #expect(again.count == feature.count)
    #expect(again.$count.isMissing == feature.$count.isMissing)
  }

  @Test func `an invalid value of a nullable property is an error`() {
    let error = #expect(throws: MigrationError.self) {
      try Future.read(Feature.self, #"{"name":"a","place":5,"version":1}"#)
    }

    #expect(error?.path == "place")
  }

  // MARK: - Keys that a strategy converts

  struct FilledFirst: VersionedCodable, DefaultFillable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var fontSize: Int? = 5
    var unknownFields = UnknownFields()
  }

  /// The property for unknown fields is written before the others.
  struct FilledLater: VersionedCodable, DefaultFillable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var unknownFields = UnknownFields()
    var fontSize: Int? = 5
    var userName = "d"
  }

  struct Unfilled: VersionedCodable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var unknownFields = UnknownFields()
    var userName: String?
  }

  @Test(arguments: [
    #"{"fontSize":null,"version":1}"#, #"{"font_size":null,"version":1}"#,
    #"{"fontSize":null,"userName":null,"version":1}"#, #"{"userName":null,"version":1}"#,
    #"{"user_name":null,"other_name":null,"otherName2":null,"version":1}"#,
  ])
  func `a document with a null under another spelling of its key can be saved and opened`(
    text: String
  ) throws {
    let decoder = JSONDecoder.inSnakeCase
    let encoder = JSONEncoder.inSnakeCase()
    func check<Value: VersionedCodable & Equatable>(
      _ type: Value.Type, _ edit: (inout Value) -> Void
    ) throws {
      for isEdited in [false, true] {
        var value = try decoder.decode(versioned: type, from: Data(text.utf8))
        if isEdited { edit(&value) }
        let saved = try encoder.encode(versioned: value)
        #expect(try decoder.decode(versioned: type, from: saved) == value)
      }
    }

    try check(FilledFirst.self) { $0.fontSize = 7 }
    try check(FilledLater.self) { ($0.fontSize, $0.userName) = (7, "e") }
    try check(Unfilled.self) { $0.userName = "q" }
  }
}

extension KeptNullTests.ByHand {
  init(from old: KeptNullTests.CellV1) throws {
    name = old.name
    count = old.count
    unknownFields = old.unknownFields
  }
}

extension KeptNullTests {
  // MARK: - A null as a value of any shape

  struct ShapelessV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var meta: DocumentValue = .null
  }

  struct Shapeless: VersionedCodable, DefaultFillable {
    static let version = 2
    static let encodesDefaults = false
    typealias PreviousVersion = ShapelessV1
    @Nullable var meta: DocumentValue?
  }

  @Test(arguments: [1, 2])
  func `a null of any shape stays in a type that leaves out its defaults`(version: Int) throws {
    let document: DocumentValue = ["meta": .null, "version": .number(DocumentNumber(version))]

    let saved = try FutureFormat.json.saved(document, by: Shapeless.self)

    #expect(saved == ["meta": .null, "version": 2])
  }

  @Test func `a null of any shape that the program sets is written`() throws {
    var value = Shapeless()
    value.meta = .null

    let json = try JSONEncoder().encode(versioned: value)

    #expect(String(decoding: json, as: UTF8.self) == #"{"meta":null,"version":2}"#)
  }
}
