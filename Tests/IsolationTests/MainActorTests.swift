import Foundation
import Lineage
import Testing

@testable import LineageTesting

// This target isolates everything to the main actor by default, as new app targets do. Versioned
// and fillable types must still be usable from anywhere, without isolation annotations.

struct NoteV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var text: String
}

struct Note: VersionedCodable {
  static let version = 2
  var lines: [String]
  var options: Options

  init(from old: NoteV1) throws {
    lines = [old.text]
    options = Options()
  }
}

struct Options: DefaultFillable {
  var isPinned = false
  @Required var color = "yellow"
}

struct Tag: ZeroFillable {
  let name: String
  let uses: Int
}

struct Board: VersionedCodable, DefaultFillable {
  static let version: String? = "b"
  typealias PreviousVersion = BoardV1
  var notes: [Note] = []
  var tags: [Tag] = []
}

struct BoardV1: VersionedCodable, DefaultFillable {
  static let version: String? = nil
  typealias PreviousVersion = NothingOlder
  var notes: [Note] = []
}

struct CardV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var name: String
  @LenientElements var sizes: [Int]
  var unknownFields = UnknownFields()
}

struct Card: VersionedCodable {
  static let version = 2
  var title: String
  @LenientElements var sizes: [String]
  var unknownFields = UnknownFields()
}

extension Card {
  init(from old: CardV1) throws {
    try self.init(carryingOver: old) { fields in
      fields.rename("name", to: "title")
      try fields.set(old.$sizes.map { String($0) }, for: CodingKeys.sizes)
    }
  }
}

struct CardByHand: VersionedCodable {
  static let version = 2
  var title: String
  var color: String
  @LenientElements var sizes: [String]
  var unknownFields: UnknownFields
}

extension CardByHand {
  init(from old: CardV1) throws {
    title = old.name
    color = old.unknownFields["color"]?.string ?? "white"
    _sizes = old.$sizes.map { String($0) }
    unknownFields = old.unknownFields.removing("color")
  }
}

struct MainActorTests {
  private let old = Data(#"{"notes":[{"text":"milk","version":1}]}"#.utf8)

  @Test func `a document opens on the main actor`() throws {
    let board = try JSONDecoder().decode(versioned: Board.self, from: old)

    #expect(board.notes.first?.lines == ["milk"])
  }

  @Test func `the same document opens in a detached task`() async throws {
    let old = old

    let lines = try await Task.detached {
      try JSONDecoder().decode(versioned: Board.self, from: old).notes.first?.lines
    }.value

    #expect(lines == ["milk"])
  }

  @Test func `steps edit fields, copy unknown ones and map elements anywhere`() async throws {
    let old = Data(#"{"name":"a","sizes":[1,"x"],"color":"red","y":2,"version":1}"#.utf8)
    let card = try JSONDecoder().decode(versioned: Card.self, from: old)
    let byHand = try await Task.detached {
      try JSONDecoder().decode(versioned: CardByHand.self, from: old)
    }.value

    #expect(card.title == "a")
    #expect(card.sizes == ["1"])
    #expect(Set(card.unknownFields.fields.keys) == ["color", "y"])
    #expect(byHand.color == "red")
    #expect(byHand.sizes == ["1"])
    #expect(byHand.unknownFields.fields.keys == ["y"])
  }

  @Test func `fillable types are filled off the main actor`() async throws {
    let tag = try await Task.detached {
      try JSONDecoder().decode(unversioned: Tag.self, from: Data(#"{"name":"home"}"#.utf8)).uses
    }.value

    #expect(tag == 0)
  }

  @Test func `fixtures are recorded, checked and fuzzed on the main actor`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    var fixtures = MigrationFixtures(of: Board.self, folder: folder)
    var notes = MigrationFixtures(of: Note.self, folder: folder)

    notes.mode = .missing
    #expect(notes.failuresAfterRecording().map(\.rule) == [.nothingIsRecorded])
    fixtures.mode = .missing
    #expect(fixtures.failuresAfterRecording().map(\.rule) == [.nothingIsRecorded])
    fixtures.mode = .never
    #expect(fixtures.failuresAfterRecording().map(\.description) == [])
    #expect(fixtures.failures(fuzzing: 100, seed: 1).map(\.description) == [])
  }
}
