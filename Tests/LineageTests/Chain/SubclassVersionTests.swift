import Foundation
import Lineage
import Testing

/// Objects of a versioned subclass, where the type of a field or a variable is their superclass.
struct SubclassVersionTests {
  class Note: VersionedCodable {
    class var version: Int { 2 }
    class var newerVersions: NewerVersionPolicy { .readAsNewest }
    var text: String
    var unknownFields = UnknownFields()

    init(text: String) { self.text = text }
    required init(from old: NoteV1) throws { text = old.body }
  }

  struct NoteV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var body: String
  }

  final class Reminder: Note {
    override class var version: Int { 3 }
  }

  /// A subclass with the version of its superclass.
  final class Draft: Note {}

  struct Folder: Codable {
    var notes: [Note]

    enum CodingKeys: CodingKey { case notes }

    init(notes: [Note]) { self.notes = notes }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      notes = try container.decode([Reminder].self, forKey: .notes)
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `an object is written with the version of its own class`(format: StoredFormat) throws {
    let type: Note.Type = Reminder.self
    let note: Note = try format.decode(
      type, from: format.document(#"{"text":"a","version":3}"#))

    let data = try format.encode(note)

    #expect(try format.decode(unversioned: Versions.self, from: data).version == 3)
    #expect(try format.decode(type, from: data).text == "a")
    #expect(try format.decode(Reminder.self, from: data).text == "a")
    let draft = try format.encode(Draft(text: "b") as Note)
    #expect(try format.decode(unversioned: Versions.self, from: draft).version == 2)
  }

  private struct Versions: Decodable { var version: Int }

  @Test func `elements of an array are written with the versions of their own classes`() throws {
    let notes = [Note(text: "a"), Reminder(text: "b"), Draft(text: "c")]

    let data = try JSONEncoder().encode(unversioned: ["notes": notes])

    let elements = ["a", "b", "c"].enumerated().map { index, text in
      #"{"text":"\#(text)","version":\#([2, 3, 2][index])}"#
    }
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"notes":[\#(elements.joined(separator: ","))]}"#)
  }

  @Test(arguments: StoredFormat.allCases)
  func `an object of a newer document keeps its version and fields`(format: StoredFormat) throws {
    let text = #"{"notes":[{"text":"a","new":5,"version":4}]}"#

    let folder = try format.decode(unversioned: Folder.self, from: format.document(text))

    let written = try format.encode(unversioned: folder)
    #expect(
      try format.decode(unversioned: DocumentValue.self, from: written)
        == format.decode(unversioned: DocumentValue.self, from: format.document(text)))
  }

  struct ShelfV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var notes: [Reminder]
    var first: Reminder
  }

  struct Shelf: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = ShelfV1
    var notes: [Note]
    var first: Note

    init(from old: ShelfV1) throws { (notes, first) = (old.notes, old.first) }
  }

  @Test func `a step may keep objects in fields of their superclass`() throws {
    let text = """
      {"notes":[{"text":"a","new":5,"version":4},{"body":"b","version":1}],\
      "first":{"text":"c","version":3},"version":1}
      """

    let shelf = try JSONDecoder().decode(versioned: Shelf.self, from: Data(text.utf8))

    #expect(
      try String(decoding: JSONEncoder().encode(versioned: shelf), as: UTF8.self) == """
        {"notes":[{"text":"a","new":5,"version":4},{"text":"b","version":3}],\
        "first":{"text":"c","version":3},"version":2}
        """)
  }

  /// A class that doesn't read newer versions, which is the default.
  class Strict: VersionedCodable {
    class var version: Int { 2 }
    typealias PreviousVersion = NothingOlder
    var text: String

    init(text: String) { self.text = text }
  }

  final class StricterStill: Strict {
    override class var version: Int { 3 }
  }

  struct Strictness: VersionedCodable, Codable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var first: Strict
    var all: [Strict]
  }

  @Test(arguments: StoredFormat.allCases)
  func `an object can be read as the class of the field that it was written in`(
    format: StoredFormat
  ) throws {
    let object = StricterStill(text: "a")

    let data = try format.encode(Strictness(first: object, all: [object, Strict(text: "b")]))
    let read = try format.decode(Strictness.self, from: data)

    #expect(read.first.text == "a")
    #expect(read.all.map(\.text) == ["a", "b"])
    #expect(try format.decode(Strict.self, from: format.encode(object as Strict)).text == "a")
    #expect(
      try format.decode(StricterStill.self, from: format.encode(object)).text == "a")
  }
}
