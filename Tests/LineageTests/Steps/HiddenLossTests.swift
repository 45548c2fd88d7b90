import Foundation
import Lineage
import Testing

/// The report contains what a step loses, even if an equal value is elsewhere.
struct HiddenLossTests {
  // MARK: - Unknown fields

  struct Frame: Codable {
    var color: String
  }

  struct NoteV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var frame: Frame?
    var unknownFields = UnknownFields()
  }

  /// Writes an equal value elsewhere.
  struct Framing: VersionedCodable {
    static let version = 2
    var frame: Frame
    init(from old: NoteV1) { frame = old.frame ?? Frame(color: "red") }
  }

  /// Writes an equal value in the same place.
  struct Repeating: VersionedCodable {
    static let version = 2
    var color: String
    init(from old: NoteV1) { color = "red" }
  }

  struct Moving: VersionedCodable {
    static let version = 2
    var frame: Frame
    init(from old: NoteV1) { frame = Frame(color: old.unknownFields["color"]?.string ?? "none") }
  }

  struct Searching: VersionedCodable {
    static let version = 2
    var frame: Frame
    init(from old: NoteV1) {
      let found = old.unknownFields.fields.first { $0.value == "red" }
      frame = Frame(color: found?.value.string ?? "none")
    }
  }

  /// Looks at the field, and writes another value.
  struct Changing: VersionedCodable {
    static let version = 2
    var frame: Frame
    init(from old: NoteV1) {
      frame = Frame(color: old.unknownFields["color"]?.string == "red" ? "blue" : "none")
    }
  }

  static let unknown: [(type: any VersionedCodable.Type, dropped: [FieldPath])] = [
    (Framing.self, ["color"]), (Repeating.self, []), (Moving.self, []), (Searching.self, []),
    (Changing.self, ["color"]),
  ]

  @Test(arguments: unknown.indices)
  func `an equal value that a step has from elsewhere hides no lost unknown field`(
    index: Int
  ) throws {
    let (type, dropped) = Self.unknown[index]

    let report = try Future.report(reading: type, #"{"version":1,"color":"red"}"#)

    #expect(report.unknownFieldsDropped == dropped)
    #expect(report.unknownFieldsKept == [])
  }

  @Test func `a declared field that was there before hides no lost unknown field`() throws {
    let report = try Future.report(
      reading: Framing.self, #"{"version":1,"color":"red","frame":{"color":"red"}}"#)

    #expect(report.unknownFieldsDropped == ["color"])
  }

  struct Item: Codable {
    var name: String
    var unknownFields = UnknownFields()
  }

  struct Track: Codable, DefaultFillable {
    var name = ""
    var color: String?
    var unknownFields = UnknownFields()
  }

  struct ItemsV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var items: [Item]
  }

  struct Reversed: VersionedCodable {
    static let version = 2
    var tracks: [Track]
    init(from old: ItemsV1) {
      tracks = old.items.reversed().map {
        Track(name: $0.name, color: $0.unknownFields["color"]?.string)
      }
    }
  }

  struct Carried: VersionedCodable {
    static let version = 2
    var tracks: [Track]
    init(from old: ItemsV1) throws {
      try self.init(carryingOver: old) { $0.rename("items", to: "tracks") }
    }
  }

  /// Loses the field of the first element only.
  struct Partial: VersionedCodable {
    static let version = 2
    var items: [Track]
    init(from old: ItemsV1) {
      items = old.items.map {
        Track(name: $0.name, color: $0.name == "a" ? nil : $0.unknownFields["color"]?.string)
      }
    }
  }

  /// Passes the unknown fields on, but for those of the first element.
  struct Passing: VersionedCodable {
    static let version = 2
    var items: [Item]
    init(from old: ItemsV1) {
      items = old.items.map {
        Item(name: $0.name, unknownFields: $0.name == "a" ? [:] : $0.unknownFields)
      }
    }
  }

  static let elements: [(type: any VersionedCodable.Type, dropped: [FieldPath])] = [
    (Reversed.self, []), (Carried.self, []), (Partial.self, ["items[0].color"]),
    (Passing.self, ["items[0].color"]),
  ]

  @Test(arguments: elements.indices)
  func `equal unknown fields of elements are told apart by their places`(index: Int) throws {
    let (type, dropped) = Self.elements[index]

    let report = try Future.report(
      reading: type,
      #"{"version":1,"items":[{"name":"a","color":"red"},{"name":"b","color":"red"}]}"#)

    #expect(report.unknownFieldsDropped == dropped)
  }

  struct Card: VersionedCodable, Downgradable {
    static let version = 2
    var movesColor: Bool
    var unknownFields = UnknownFields()

    init(from old: FramedCard) { movesColor = false }

    func downgraded() -> FramedCard {
      FramedCard(
        frame: Frame(color: movesColor ? unknownFields["color"]?.string ?? "none" : "red"))
    }
  }

  struct FramedCard: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var frame: Frame
  }

  @Test(arguments: [true, false])
  func `an equal value hides no unknown field that is lost on the way down`(isMoved: Bool) throws {
    let card = try Future.read(Card.self, #"{"version":2,"movesColor":\#(isMoved),"color":"red"}"#)

    let report = try Future.report(writing: card, as: FramedCard.self)

    #expect(report.unknownFieldsDropped == (isMoved ? [] : ["color"]))
  }

  // MARK: - Nulls

  /// Keeps a null because its document had one.
  struct Keeping: Codable {
    var note: String?
    var unknownFields = UnknownFields()
  }

  /// Keeps none.
  struct Plain: Codable {
    var note: String?
  }

  /// Writes a null of its own.
  struct Writing: Codable {
    @Nullable var note: String?
  }

  struct PagesV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var first: Keeping
    var second: Keeping
    var third: Writing?
    var more: [Keeping] = []

    enum CodingKeys: CodingKey { case first, second, third, more }
  }

  struct LosingOne: VersionedCodable {
    static let version = 2
    var first: Plain
    var second: Keeping
    init(from old: PagesV1) { (first, second) = (Plain(note: old.first.note), old.second) }
  }

  struct WritingAnother: VersionedCodable {
    static let version = 2
    var first: Plain
    var second: Keeping
    var third: Writing
    init(from old: PagesV1) {
      (first, second) = (Plain(note: old.first.note), old.second)
      third = old.third ?? Writing(note: nil)
    }
  }

  struct WritingHere: VersionedCodable {
    static let version = 2
    var first: Writing
    var second: Writing
    init(from old: PagesV1) {
      (first, second) = (Writing(note: old.first.note), Writing(note: old.second.note))
    }
  }

  struct Nesting: VersionedCodable {
    struct Pair: Codable {
      var left: Keeping
      var right: Keeping
    }
    static let version = 2
    var pair: Pair
    init(from old: PagesV1) { pair = Pair(left: old.second, right: old.first) }
  }

  static let nulls: [(type: any VersionedCodable.Type, dropped: [FieldPath])] = [
    (PagesV1.self, []), (LosingOne.self, ["first.note"]), (WritingAnother.self, ["first.note"]),
    (WritingHere.self, []), (Nesting.self, []),
  ]

  @Test(
    arguments: nulls.indices, ["", #","third":{"note":null}"#, #","third":{"note":"here"}"#])
  func `a null elsewhere hides no kept null that a step loses`(index: Int, third: String) throws {
    let (type, dropped) = Self.nulls[index]
    let json = #"{"version":1,"first":{"note":null},"second":{"note":null},"more":[]\#(third)}"#

    let report = try Future.report(reading: type, json)

    #expect(report.nullsDropped.filter { $0 != "third.note" } == dropped)
  }

  struct MoreV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var all: [Keeping]
  }

  struct MoreReversed: VersionedCodable {
    static let version = 2
    var all: [Keeping]
    init(from old: MoreV1) { all = old.all.reversed() }
  }

  struct MoreWritten: VersionedCodable {
    static let version = 2
    var all: [Writing]
    init(from old: MoreV1) { all = old.all.reversed().map { Writing(note: $0.note) } }
  }

  struct MoreRenamed: VersionedCodable {
    static let version = 2
    var others: [Keeping]
    init(from old: MoreV1) throws {
      try self.init(carryingOver: old) { $0.rename("all", to: "others") }
    }
  }

  @Test(
    arguments: [MoreReversed.self, MoreWritten.self, MoreRenamed.self]
      as [any VersionedCodable.Type])
  func `kept nulls of elements that a step moves are not lost`(
    type: any VersionedCodable.Type
  ) throws {
    let report = try Future.report(
      reading: type,
      #"{"version":1,"all":[{"note":null},{},{"note":"a"},{"note":null},{"note":null}]}"#)

    #expect(report.nullsDropped == [])
  }

  // MARK: - Rejected values

  struct SizesV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Lenient var width = 1
    @Lenient var height = 1
  }

  struct MovedOver: VersionedCodable, DefaultFillable {
    static let version = 2
    @Lenient var height = 1
    init() {}
    init(from old: SizesV1) { _height = old.$width }
  }

  struct Turned: VersionedCodable, DefaultFillable {
    static let version = 2
    @Lenient var width = 1
    @Lenient var height = 1
    init() {}
    init(from old: SizesV1) { (_width, _height) = (old.$height, old.$width) }
  }

  struct Shapeless: VersionedCodable {
    static let version = 2
    var width: DocumentValue
    @Lenient var sizes: Int
    init(from old: SizesV1) {
      width = old.$width.rejected ?? .null
      _sizes = old.$height
    }
  }

  struct ShapelessHeight: VersionedCodable {
    static let version = 2
    var height: DocumentValue
    init(from old: SizesV1) { height = old.$height.rejected ?? .null }
  }

  static let rejected: [(type: any VersionedCodable.Type, dropped: [FieldPath])] = [
    (MovedOver.self, ["height"]), (Turned.self, []), (Shapeless.self, []),
    (ShapelessHeight.self, ["width"]),
  ]

  @Test(arguments: rejected.indices)
  func `a rejected value in the place of another hides no loss of that`(index: Int) throws {
    let (type, dropped) = Self.rejected[index]

    let report = try Future.report(
      reading: type, #"{"version":1,"width":"wide","height":"wide"}"#)

    #expect(report.rejectedDropped == dropped)
  }
}
