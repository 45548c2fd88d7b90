import Foundation
import Lineage
import Testing

/// A step that edits the fields of the old value before the new type is decoded from them.
struct CarriedFieldsTests {
  // MARK: - Models

  struct SongV1: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
    var singer: String
    var seconds: Int
    var album: String?
    var labels: [String]
  }

  struct Song: VersionedCodable, Equatable {
    static let version = 2
    var title: String
    var artist: String
    var duration: Duration
    var album: String?
    var labels: [String]
  }

  static let song =
    #"{"version": 1, "title": "Hurt", "singer": "Cash", "seconds": 218, "labels": ["a"]}"#

  // MARK: - Editing fields

  @Test(arguments: StoredFormat.allCases)
  func `fields are renamed, dropped and set in one step`(format: StoredFormat) throws {
    var report = MigrationReport()

    let song = try format.decode(Song.self, from: format.document(Self.song), report: &report)

    #expect(
      song
        == Song(title: "Hurt", artist: "Cash", duration: .seconds(218), album: nil, labels: ["a"]))
    #expect(report.carryOverDropped == [])
    #expect(report.unknownFieldsDropped == [])
    #expect(report.filled == [])
  }

  /// Runs a step that edits the fields of a song.
  func carried<New: Codable>(
    as type: New.Type = New.self, _ edit: (inout CarriedFields) throws -> Void
  ) throws -> New {
    try New(
      carryingOver: SongV1(title: "T", singer: "S", seconds: 1, album: nil, labels: []), edit)
  }

  struct Title: Codable, Equatable {
    var title: String
    var subtitle: String?
    var count: Int
  }

  @Test func `a forgotten field is an error that says what to write`() throws {
    let error = try migrationError { try carried(as: Title.self) { _ in } }

    #expect(error.reason == .carryOverFailed(from: "SongV1", to: "Title"))
    #expect(error.path == "count")
    #expect(
      error.description == """
        The step from SongV1 gives no value to a field that Title requires. At count: The field is \
        missing, and it has no default. Set the field, or give its old name with \
        fields.rename(…, to: …), or make Title DefaultFillable. In the step, Title.init(from: SongV1), \
        call try self.init(carryingOver: old) { fields in try fields.set(…, for: …) }.
        """)
  }

  @Test func `a required field of a fillable type can't be filled, so the error doesn't say so`()
    throws
  {
    struct Owned: DefaultFillable {
      var title = ""
      @Required var owner = ""
    }

    let error = try migrationError { try carried(as: Owned.self) { _ in } }

    #expect(
      error.description == """
        The step from SongV1 gives no value to a field that Owned requires. At owner: The field is \
        missing, and a @Required field is never filled. Set the field, or give its old name with \
        fields.rename(…, to: …). In the step, Owned.init(from: SongV1), call try \
        self.init(carryingOver: old) { fields in try fields.set(…, for: …) }.
        """)
  }

  @Test func `a missing field further inside is an error that says which field to set`() throws {
    struct Line: Codable {
      var length: Int
    }
    struct LongLine: Codable {
      var length: Int
      var color: String
    }
    struct Drawing<Line: Codable>: Codable {
      var lines: [Line]
    }

    let error = try migrationError {
      try Drawing<LongLine>(carryingOver: Drawing(lines: [Line(length: 1)]))
    }

    #expect(error.path == "lines[0].color")
    #expect(
      error.description == """
        A field of Drawing<LongLine> has no counterpart in Drawing<Line>, so it can't be carried over. \
        At lines[0].color: The field is missing, and it has no default. Make the type that has the \
        field DefaultFillable, or version it; or set the field of Drawing<LongLine> that it is in. In \
        the step, Drawing<LongLine>.init(from: Drawing<Line>), call try self.init(carryingOver: old) { \
        fields in try fields.set(…, for: …) }.
        """)
  }

  struct Filled: DefaultFillable, Equatable {
    var title = "default"
    var count = 7
    var plays = 0
  }

  @Test func `a fillable type fills fields that the step doesn't mention`() throws {
    let filled = try carried(as: Filled.self) { try $0.set(3, for: Filled.Keys.plays.rawValue) }

    #expect(filled == Filled(title: "T", count: 7, plays: 3))
  }

  @Test func `an optional field of the old type that is nil can be renamed`() throws {
    let title = try carried(as: Title.self) { fields in
      fields.rename("album", to: "subtitle")
      try fields.set(1, for: "count")
    }

    #expect(title == Title(title: "T", subtitle: nil, count: 1))
  }

  @Test func `a field can be set to nil`() throws {
    let title = try carried(as: Title.self) { fields in
      try fields.set(nil as String?, for: "subtitle")
      try fields.set(1, for: "count")
    }

    #expect(title.subtitle == nil)
  }

  @Test func `a renamed field whose new name is set gets the set value`() throws {
    let title = try carried(as: Title.self) { fields in
      fields.rename("seconds", to: "count")
      try fields.set(60, for: "count")
    }

    #expect(title.count == 60)
  }

  // MARK: - Values that are set

  /// A type that can't be encoded, so its values must be carried over without encoding.
  final class Uncoded: Codable {
    let id: Int
    init(id: Int) { self.id = id }
    init(from decoder: any Decoder) throws { throw CancellationError() }
    func encode(to encoder: any Encoder) throws { throw CancellationError() }
  }

  struct Holder: Codable {
    var title: String
    var value: Uncoded
    var optional: Uncoded?
  }

  @Test func `a value that is set for a field of its type is not encoded`() throws {
    let value = Uncoded(id: 1)

    let holder = try carried(as: Holder.self) { fields in
      try fields.set(value, for: "value")
      try fields.set(value as Uncoded?, for: "optional")
    }

    #expect(holder.value === value)
    #expect(holder.optional === value)
  }

  struct Wrapped: DefaultFillable {
    @Required var title = ""
    @Lenient var count = 0
    var numbers: [Double] = []
    var raw = DocumentValue.null
    var when: Date?
  }

  @Test func `a value that is set for a field of another type is decoded`() throws {
    let wrapped = try carried(as: Wrapped.self) { fields in
      try fields.set("t", for: "title")
      try fields.set(5, for: "count")
      try fields.set([1, 2], for: "numbers")
      try fields.set(["a": [Float(0.1)]], for: "raw")
      try fields.set(Date(timeIntervalSinceReferenceDate: 1), for: "when")
    }

    #expect(wrapped.title == "t")
    #expect(wrapped.count == 5)
    #expect(wrapped.numbers == [1, 2])
    #expect(wrapped.raw == ["a": [0.1]])
    #expect(wrapped.when == Date(timeIntervalSinceReferenceDate: 1))
  }

  @Test func `a value that is set and can't be decoded is an error with the field`() throws {
    let error = try migrationError {
      try carried(as: Title.self) { try $0.set("many", for: "count") }
    }

    #expect(error.reason == .carryOverFailed(from: "SongV1", to: "Title"))
    #expect(error.path == "count")
    #expect(
      error.description == """
        The step from SongV1 sets a field of Title to a value that it can't be decoded from. At count: \
        Expected a number, found a string. In the step, Title.init(from: SongV1), set the field to a \
        value of its type, or of one that is encoded in the same way.
        """)
  }

  // MARK: - Mistakes

  @Test(
    arguments: [
      ("renames what is not there", .noOldField("singr")),
      ("drops what is not there", .noOldField("second")),
      ("renames to what is not there", .noNewField("titel")),
      ("sets what is not there", .noNewField("cuont")),
      ("renames twice", .contradiction("singer")),
      ("drops and renames", .contradiction("singer")),
      ("renames two to one", .contradiction("title")),
      ("sets twice", .contradiction("count")),
    ] as [(String, CarryOverMistake)])
  func `a mistake in a step is an error`(_ step: String, mistake: CarryOverMistake) throws {
    let error = try migrationError {
      try carried(as: Title.self) { fields in
        if step != "sets what is not there" { try fields.set(1, for: "count") }
        switch step {
        case "renames what is not there": fields.rename("singr", to: "subtitle")
        case "drops what is not there": fields.drop("title", "second")
        case "renames to what is not there": fields.rename("album", to: "titel")
        case "sets what is not there": try fields.set(1, for: "cuont")
        case "renames twice":
          fields.rename("singer", to: "title")
          fields.rename("singer", to: "subtitle")
        case "drops and renames":
          fields.drop("singer")
          fields.rename("singer", to: "subtitle")
        case "renames two to one":
          fields.rename("singer", to: "title")
          fields.rename("album", to: "title")
        default: try fields.set(2, for: "count")
        }
      }
    }

    #expect(error.reason == .mistakenStep(mistake, from: "SongV1", to: "Title"))
  }

  @Test(arguments: [
    (
      "old", "renames or drops 'singr', but SongV1 has no such field.",
      """
      use a name that SongV1 encodes. If only some documents have the field, check \
      fields.contains(_:) first.
      """
    ),
    (
      "new", "sets 'cuont', or renames a field to it, but Title has no such field.",
      "use a name that Title decodes."
    ),
    (
      "twice", "has contradictory instructions for the field 'singer'.",
      "rename, drop or set the field once."
    ),
  ])
  func `the text of a mistake names the field and says what to do`(
    _ step: String, happening: String, remedy: String
  ) throws {
    let error = try migrationError {
      try carried(as: Title.self) { fields in
        switch step {
        case "old": fields.drop("singr")
        case "new": try fields.set(1, for: "cuont")
        default: fields.drop("singer", "singer")
        }
      }
    }

    #expect(
      error.description
        == "The step from SongV1 to Title \(happening) This is a mistake in the program: \(remedy)")
  }

  // MARK: - Reading fields

  @Test func `a step can decode fields as any type`() throws {
    _ = try carried(as: Title.self) { fields in
      #expect(fields.names == ["title", "singer", "seconds", "album", "labels"])
      #expect(fields.contains("seconds"))
      #expect(!fields.contains("album"))
      #expect(!fields.contains("other"))
      #expect(try fields.value(of: "seconds", as: DocumentValue.self) == 1)
      #expect(try fields.value(of: "seconds") == 1.0)
      #expect(try fields.value(of: "labels", as: [String].self) == [])
      #expect(try fields.value(of: "album", as: String.self) == nil)
      #expect(try fields.value(of: "other", as: String.self) == nil)
      #expect(throws: DecodingError.self) { try fields.value(of: "title", as: Int.self) }
      let seconds: Int? = try fields.remove("seconds")
      try fields.set(seconds, for: "count")
    }
  }

  @Test func `a null of any shape is no value`() throws {
    struct Shapeless: Codable {
      var kind: DocumentValue
      var color: DocumentValue?
      var unknownFields = UnknownFields()
    }
    let old = try JSONDecoder().decode(
      unversioned: Shapeless.self, from: Data(#"{"kind":null,"color":null,"shape":null}"#.utf8))

    _ = try Shapeless(carryingOver: old) { (fields: inout CarriedFields) throws in
      for name in ["kind", "color", "shape"] {
        #expect(!fields.contains(name))
        #expect(try fields.value(of: name, as: DocumentValue.self) == nil)
        #expect(try fields.value(of: name, as: Int.self) == nil)
      }
    }
  }

  struct PaintV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var unknownFields = UnknownFields()
  }

  struct Paint: VersionedCodable {
    static let version = 2
    var name: String
    var colors: [String]
    var unknownFields = UnknownFields()
  }

  @Test(arguments: FutureFormat.allCases)
  func `a step decodes an unknown field that has another shape now`(
    format: FutureFormat
  ) throws {
    let document: DocumentValue = ["version": 1, "name": "n", "color": "red", "x": 1]
    var report = MigrationReport()

    let paint = try format.read(Paint.self, document, report: &report)

    #expect(paint.colors == ["red"])
    #expect(paint.unknownFields.fields == ["x": 1])
    #expect(report.unknownFieldsKept == ["x"])
    #expect(report.unknownFieldsDropped == [])
    #expect(report.carryOverDropped == [])
  }

  // MARK: - The property for unknown fields

  struct KettleV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var a: Int
    var b: Int?
    var unknownFields = UnknownFields()
  }

  struct Kettle: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = KettleV1
    var a: Int
    var b: Int?
    var color: String?
    var unknownFields = UnknownFields()

    enum Keys: String, CodingKey {
      case a, b, color, unknownFields
    }

    init(from old: KettleV1) throws {
      try self.init(carryingOver: old) { try Edit.current?(old, &$0) }
    }
  }

  /// What the step of a kettle does in a test.
  enum Edit {
    @TaskLocal static var current: (@Sendable (KettleV1, inout CarriedFields) throws -> Void)?
  }

  struct Setting: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let result: DocumentValue
    let dropped: [FieldPath]
    let edit: @Sendable (KettleV1, inout CarriedFields) throws -> Void

    init(
      _ name: String, _ result: DocumentValue, dropped: [FieldPath] = [],
      _ edit: @escaping @Sendable (KettleV1, inout CarriedFields) throws -> Void
    ) {
      (testDescription, self.result, self.dropped, self.edit) = (name, result, dropped, edit)
    }
  }

  static let settings = [
    Setting("removes", ["a": 1, "b": .null, "y": ["z": 1], "version": 2], dropped: ["x"]) {
      try $1.set($0.unknownFields.removing("x"), for: Kettle.Keys.unknownFields)
    },
    Setting(
      "adds", ["a": 1, "b": .null, "x": "red", "y": ["z": 1], "new": ["n": [1]], "version": 2]
    ) {
      var unknown = $0.unknownFields
      unknown["new"] = ["n": [1]]
      try $1.set(unknown as UnknownFields?, for: "unknownFields")
    },
    Setting("clears", ["a": 1, "b": .null, "version": 2], dropped: ["x", "y"]) {
      try $1.set(nil as UnknownFields?, for: "unknownFields")
    },
    Setting("moves", ["a": 1, "b": .null, "color": "red", "y": ["z": 1], "version": 2]) {
      try $1.set($0.unknownFields.removing("x"), for: "unknownFields")
      $1.rename("x", to: "color")
    },
    Setting("renames", ["a": 1, "b": .null, "color": "red", "y": ["z": 1], "version": 2]) {
      try $1.set($0.unknownFields, for: "unknownFields")
      $1.rename("x", to: "color")
    },
    Setting("uses", ["a": 1, "b": .null, "color": "red", "y": ["z": 1], "version": 2]) {
      let color: String? = try $1.remove("x")
      try $1.set(color, for: "color")
      try $1.set($0.unknownFields, for: "unknownFields")
    },
    Setting("drops a null", ["a": 1, "x": "red", "y": ["z": 1], "version": 2]) {
      try $1.set($0.unknownFields, for: "unknownFields")
      $1.drop("b")
    },
    Setting("declares", ["a": 1, "b": .null, "color": "blue", "version": 2], dropped: ["x", "y"]) {
      try $1.set(["color": "blue"] as UnknownFields, for: "unknownFields")
    },
  ]

  @Test(arguments: settings)
  func `a step can set the unknown fields`(setting: Setting) throws {
    let document = #"{"a":1,"b":null,"x":"red","y":{"z":1},"version":1}"#
    var report = MigrationReport()

    let kettle = try Edit.$current.withValue(setting.edit) {
      try JSONDecoder().decode(versioned: Kettle.self, from: Data(document.utf8), report: &report)
    }
    let saved = try JSONDecoder().decode(
      unversioned: DocumentValue.self, from: JSONEncoder().encode(versioned: kettle))

    #expect(saved == setting.result)
    #expect(Set(report.unknownFieldsDropped) == Set(setting.dropped))
    #expect(report.carryOverDropped == [])
    #expect(report.nullsDropped == [])
  }

  @Test func `an unknown field that is set in place of another field is an error`() throws {
    let error = try migrationError {
      try Edit.$current.withValue({
        try $1.set(["a": 2] as UnknownFields, for: "unknownFields")
      }) { try Kettle(from: KettleV1(a: 1)) }
    }

    #expect(error.reason == .unknownFieldIsDeclared)
    #expect(error.path == "a")
  }

  @Test(
    arguments: [
      ("drop", "unknownFields"), ("rename", "unknownFields"), ("rename to", "unknownFields"),
      ("remove", "unknownFields"), ("set", "unknownFields"), ("set a field", "color"),
    ], [KettleV1(a: 1), KettleV1(a: 1, unknownFields: ["x": 1])])
  func `the property for unknown fields isn't a field`(
    step: (mistake: String, name: String), old: KettleV1
  ) throws {
    let error = try migrationError {
      try Edit.$current.withValue({ old, fields in
        switch step.mistake {
        case "drop": fields.drop("unknownFields")
        case "rename": fields.rename("unknownFields", to: "color")
        case "rename to": fields.rename("b", to: "unknownFields")
        case "remove": #expect(try fields.remove("unknownFields", as: UnknownFields.self) == nil)
        case "set": try fields.set(5, for: "unknownFields")
        default: try fields.set(old.unknownFields, for: "color")
        }
      }) { try Kettle(from: old) }
    }

    #expect(
      error.reason == .mistakenStep(.unknownFields(step.name), from: "KettleV1", to: "Kettle"))
    #expect(
      error.description == """
        The step from KettleV1 to Kettle uses '\(step.name)' like a field, but it collects the unknown \
        fields, or the other way round. This is a mistake in the program: rename, drop or remove an \
        unknown field by its own name. To add one, or to replace all of them, set their property to an \
        UnknownFields. Known versions: '2' (Kettle), '1' (KettleV1).
        """)
  }

  @Test func `a field with the name of that property is an unknown field like the others`() throws {
    let document = #"{"a":1,"unknownFields":[1,2],"x":2,"version":1}"#

    let kettle = try migrated(Kettle.self, document)
    let dropped = try Edit.$current.withValue({ $1.drop("unknownFields") }) {
      try migrated(Kettle.self, document)
    }

    #expect(try json(kettle) == #"{"a":1,"unknownFields":[1,2],"version":2,"x":2}"#)
    #expect(try json(dropped) == #"{"a":1,"version":2,"x":2}"#)
  }

  @Test func `a copy of the fields that outlives the step changes nothing`() throws {
    var copy: CarriedFields?

    let title = try carried(as: Title.self) { fields in
      try fields.set(1, for: "count")
      copy = fields
    }
    copy?.drop("title")

    #expect(title == Title(title: "T", subtitle: nil, count: 1))
    #expect(try copy?.value(of: "title") == "T")
  }

  // MARK: - Types without versions

  struct MetaV1: Codable {
    var author: String
    var year: Int
    var gone = 1
    var unknownFields = UnknownFields()
  }

  struct Meta: Codable {
    var creator: String
    var year: Int
    var kernel: String?
    var unknownFields = UnknownFields()
  }

  struct BookV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var meta: MetaV1
    var chapters: [MetaV1]
  }

  struct Book: VersionedCodable {
    static let version = 2
    var meta: Meta
    var chapters: [Meta]
  }

  @Test(arguments: FutureFormat.allCases)
  func `a nested type without versions is carried over completely`(
    format: FutureFormat
  ) throws {
    let meta: DocumentValue = [
      "author": "A", "year": 1, "gone": 2, "kernel": "swift", "x": ["y": 1],
    ]
    let document: DocumentValue = ["version": 1, "meta": meta, "chapters": [meta, meta]]
    var report = MigrationReport()

    let book = try format.read(Book.self, document, report: &report)

    for meta in [book.meta] + book.chapters {
      #expect(meta.creator == "A")
      #expect(meta.kernel == "swift")
      #expect(meta.unknownFields.fields == ["x": ["y": 1]])
    }
    #expect(Set(report.carryOverDropped) == ["meta.gone", "chapters[0].gone", "chapters[1].gone"])
    #expect(Set(report.unknownFieldsKept) == ["meta.x", "chapters[0].x", "chapters[1].x"])
    #expect(report.unknownFieldsDropped == [])
  }

  @Test func `an error in a nested type has the path of the document`() throws {
    let error = try migrationError {
      try migrated(
        Book.self,
        #"""
        {"version": 1, "meta": {"author": "A", "year": 1, "gone": 1},
         "chapters": [{"author": "A", "year": 1, "gone": 1, "kernel": 5}]}
        """#)
    }

    #expect(error.reason == .carryOverFailed(from: "MetaV1", to: "Meta"))
    #expect(error.path == "chapters[0].kernel")
  }

  // MARK: - Classes and generics

  class ShapeV1: VersionedCodable {
    class var version: Int { 1 }
    typealias PreviousVersion = NothingOlder
    var name = "n"
    var size = 1
  }

  final class Shape<Size: Codable>: VersionedCodable {
    static var version: Int { 2 }
    var label: String
    var size: Size

    convenience init(from old: ShapeV1) throws {
      try self.init(carryingOver: old) { $0.rename("name", to: CodingKeys.label) }
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `classes and generic types are carried over`(format: StoredFormat) throws {
    let document = try format.document(#"{"version": 1, "name": "square", "size": 2}"#)

    let shape = try format.decode(Shape<Double>.self, from: document)

    #expect(shape.label == "square")
    #expect(shape.size == 2)
  }

  // MARK: - Types with a single value container

  struct Bag: VersionedCodable, Equatable {
    static let version = 2
    typealias PreviousVersion = SongV1
    var values: [String: DocumentValue]

    init(from decoder: any Decoder) throws {
      values = try decoder.singleValueContainer().decode([String: DocumentValue].self)
    }

    func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }
  }

  struct WholeBag: VersionedCodable, Equatable {
    static let version = 2
    typealias PreviousVersion = SongV1
    var value: DocumentValue

    init(from decoder: any Decoder) throws { value = try DocumentValue(from: decoder) }
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  struct Lists: VersionedCodable, Equatable {
    static let version = 2
    typealias PreviousVersion = ListsV1
    var values: [String: [Int]]

    init(from decoder: any Decoder) throws {
      values = try decoder.singleValueContainer().decode([String: [Int]].self)
    }

    func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }
  }

  struct ListsV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var a: [Int]
    var b: [Int]
  }

  @Test(arguments: StoredFormat.allCases)
  func `a type that decodes a single value gets every field`(format: StoredFormat) throws {
    var report = MigrationReport()
    let document = try format.document(Self.song)

    let bag = try format.decode(Bag.self, from: document, report: &report)
    let whole = try format.decode(WholeBag.self, from: document)

    let expected: DocumentObject = [
      "title": "Hurt", "singer": "Cash", "seconds": 218, "labels": ["a"],
    ]
    #expect(DocumentObject(bag.values.map { ($0.key, $0.value) }) == expected)
    #expect(whole.value == .object(expected))
    #expect(report.carryOverDropped == [])
  }

  @Test(arguments: StoredFormat.allCases)
  func `a type that decodes itself as a dictionary gets its arrays`(format: StoredFormat) throws {
    let lists = try format.decode(
      Lists.self, from: format.document(#"{"version": 1, "a": [1], "b": [2, 3]}"#))

    #expect(lists.values == ["a": [1], "b": [2, 3]])
  }

  // MARK: - Laws

  struct FirstLaw: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var a: Int
    var b: [String]
    var c: Float
    var unknownFields = UnknownFields()
  }

  struct SecondLaw: VersionedCodable, Equatable {
    static let version = 2
    var x: Int
    var b: [String]
    var c: Double
    var unknownFields = UnknownFields()
  }

  struct ThirdLaw: VersionedCodable, Equatable {
    static let version = 3
    var x: Int
    var y: [String]
    var c: Double
    var d: String?
    var unknownFields = UnknownFields()
  }

  @Test(arguments: FutureFormat.allCases)
  func `two combined steps equal two steps one after the other`(format: FutureFormat) throws {
    let document: DocumentValue = [
      "version": 1, "a": 1, "b": ["b"], "c": 0.5, "d": "d", "e": [1, ["f": 2]],
    ]

    let direct = try format.read(ThirdLaw.self, document)
    let second = try format.read(SecondLaw.self, document)
    let onTheWay = try format.read(ThirdLaw.self, format.write(second))

    #expect(direct == onTheWay)
    #expect(direct.c == 0.5)
    #expect(direct.d == "d")
    #expect(try direct == ThirdLaw(from: SecondLaw(from: format.read(FirstLaw.self, document))))
  }
}

extension CarriedFieldsTests.Filled {
  enum Keys: String { case plays }
}

extension CarriedFieldsTests.Song {
  init(from old: CarriedFieldsTests.SongV1) throws {
    try self.init(carryingOver: old) { fields in
      fields.rename("singer", to: "artist")
      fields.drop("seconds")
      try fields.set(Duration.seconds(old.seconds), for: CodingKeys.duration)
    }
  }
}

extension CarriedFieldsTests.Paint {
  init(from old: CarriedFieldsTests.PaintV1) throws {
    try self.init(carryingOver: old) { fields in
      let color: String? = try fields.remove("color")
      try fields.set(color.map { [$0] } ?? [], for: CodingKeys.colors)
    }
  }
}

extension CarriedFieldsTests.Meta {
  init(from old: CarriedFieldsTests.MetaV1, at path: FieldPath) throws {
    try self.init(carryingOver: old, at: path) { $0.rename("author", to: CodingKeys.creator) }
  }
}

extension CarriedFieldsTests.Book {
  init(from old: CarriedFieldsTests.BookV1) throws {
    try self.init(carryingOver: old) { fields in
      try fields.set(CarriedFieldsTests.Meta(from: old.meta, at: "meta"), for: CodingKeys.meta)
      let chapters = try old.chapters.enumerated().map { index, chapter in
        try CarriedFieldsTests.Meta(
          from: chapter, at: FieldPath([.key("chapters"), .index(index)]))
      }
      try fields.set(chapters, for: CodingKeys.chapters)
    }
  }
}

extension CarriedFieldsTests.Bag {
  init(from old: CarriedFieldsTests.SongV1) throws { try self.init(carryingOver: old) }
}

extension CarriedFieldsTests.WholeBag {
  init(from old: CarriedFieldsTests.SongV1) throws { try self.init(carryingOver: old) }
}

extension CarriedFieldsTests.Lists {
  init(from old: CarriedFieldsTests.ListsV1) throws { try self.init(carryingOver: old) }
}

extension CarriedFieldsTests.SecondLaw {
  init(from old: CarriedFieldsTests.FirstLaw) throws {
    try self.init(carryingOver: old) { $0.rename("a", to: "x") }
  }
}

extension CarriedFieldsTests.ThirdLaw {
  init(from old: CarriedFieldsTests.SecondLaw) throws {
    try self.init(carryingOver: old) { $0.rename("b", to: "y") }
  }
}
