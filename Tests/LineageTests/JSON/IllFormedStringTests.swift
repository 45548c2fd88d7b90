import Foundation
import Testing

@testable import Lineage

/// Strings with an unpaired surrogate, which JavaScript and Python write and a `String` can't
/// represent.
struct IllFormedStringTests {
  // MARK: - Models

  struct Note: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = NoteV1
    var title = ""
    var unknownFields = UnknownFields()
  }

  struct NoteV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
    var unknownFields = UnknownFields()
  }

  struct Plain: Codable, Equatable {
    var a: Int
  }

  struct Text: Codable {
    var a: String
  }

  struct Tolerant: DefaultFillable {
    @Lenient var title = "none"
    @LenientElements var lines: [String] = []
  }

  struct Dynamic: Codable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      for key in container.allKeys { _ = try container.decodeIfPresent(Int.self, forKey: key) }
    }

    func encode(to encoder: any Encoder) throws {}
  }

  // MARK: - Unread strings

  static let strings = [
    #"\ud83d"#, #"\ude00"#, #"a\ud83d"#, #"\ude00b"#, #"\ude00\ud83d"#, #"\ud83d😀"#,
    #"\ud83dA"#, #"\ud83d\n"#, #"\"\ud83d\\"#, #"é\ud83d日本"#, #"\ud83d\u0001"#, #"\udfff"#,
    #"\ud800"#,
  ]

  @Test(arguments: strings)
  func `like JSONDecoder, ignores an ill-formed string that no type decodes`(
    string: String
  ) throws {
    let document = Data(#"{"a":1,"b":"\#(string)"}"#.utf8)

    #expect(try JSONDecoder().decode(Plain.self, from: document) == Plain(a: 1))
    #expect(try JSONDecoder().decode(unversioned: Plain.self, from: document) == Plain(a: 1))
  }

  @Test(arguments: strings)
  func `an ill-formed string in an unknown field is written back unchanged`(string: String) throws {
    let document =
      #"{"more":{"list":["\#(string)",1]},"note":"\#(string)","title":"t","version":2}"#

    let note = try migrated(Note.self, document)

    #expect(try json(note) == document)
  }

  @Test(arguments: strings)
  func `an ill-formed key in an unknown field is written back unchanged`(key: String) throws {
    let document =
      #"{"more":{"\#(key)":1},"title":"t","version":2,"\#(key)":{"\#(key)":["\#(key)"]}}"#
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes

    let note = try migrated(Note.self, document)
    let written = try encoder.encode(versioned: note)

    #expect(try migrated(Note.self, String(decoding: written, as: UTF8.self)) == note)
    #expect(
      String(decoding: written, as: UTF8.self)
        == #"{"title":"t","more":{"\#(key)":1},"\#(key)":{"\#(key)":["\#(key)"]},"version":2}"#)
  }

  @Test func `unknown fields with ill-formed strings and keys carry over`() throws {
    struct Newest: VersionedCodable, DefaultFillable {
      static let version = 3
      typealias PreviousVersion = Note
      var title = ""
      var unknownFields = UnknownFields()
    }
    let document = #"{"\ud83d":"\ude00","title":"t","version":2}"#

    let note = try migrated(Newest.self, document)

    #expect(try json(note) == #"{"\ud83d":"\ude00","title":"t","version":3}"#)
  }

  @Test(arguments: [
    #"{"\ud83d":1,"\\ud83d":2}"#, #"{"\\ud83d":1,"\ud83d":2}"#,
    #"{"\ud83d":1,"\ud83e":2,"?":3,"�":4,"???":5}"#,
    #"{"\ud83d":1,"\\ud83d":2,"\\ud83d�":3}"#,
  ])
  func `keys that look alike remain distinct and in order`(document: String) throws {
    let value = try filled(DocumentValue.self, document)
    let inner = try migrated(Note.self, #"{"title":"t","version":2,"o":\#(document)}"#)

    let written = try JSONEncoder().encode(unversioned: value)
    let writtenInner = try JSONEncoder().encode(versioned: inner)

    #expect(String(decoding: written, as: UTF8.self) == document)
    #expect(String(decoding: writtenInner, as: UTF8.self).contains(document))
  }

  @Test func `the first of equal ill-formed keys wins`() throws {
    let value = try filled(DocumentValue.self, #"{"\ud83d":1,"\uD83D":2}"#)

    #expect(try JSONEncoder().encode(unversioned: value) == Data(#"{"\ud83d":1}"#.utf8))
  }

  @Test func `a declared field is found beside ill-formed keys`() throws {
    let document = Data(#"{"\ud83d":2,"\ude00":3,"a":1}"#.utf8)

    #expect(try JSONDecoder().decode(unversioned: Plain.self, from: document).a == 1)
    for name in ["?", "\u{FFFD}", "\u{FFFD}\u{FFFD}\u{FFFD}"] {
      let value = try? JSONDecoder().decode(
        unversioned: Text.self, from: Data(#"{"\ud83d":"x","\#(name)":"y"}"#.utf8))
      #expect(value == nil)
    }
  }

  @Test func `many ill-formed keys are decoded as fast as others`() throws {
    let members = (0..<20_000).map { #""\ud83d\#($0)":\#($0)"# }.joined(separator: ",")

    let value = try filled(DocumentValue.self, "{\(members)}")

    #expect(value.object?.count == 20_000)
    #expect(try JSONEncoder().encode(unversioned: value) == Data("{\(members)}".utf8))
  }

  @Test func `rejected values preserve ill-formed strings`() throws {
    let document = #"{"title":"\ud83d","lines":["a","\ude00","b"]}"#

    let value = try filled(Tolerant.self, document)

    #expect(value.title == "none")
    #expect(value.lines == ["a", "b"])
    #expect(try JSONEncoder().encode(unversioned: value) == Data(document.utf8))
  }

  @Test func `a JSON5 string with an unpaired surrogate is written as JSON`() throws {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true

    let value = try decoder.decode(
      unversioned: DocumentValue.self, from: Data(#"['\uD83D"\'\x41']"#.utf8))

    #expect(try JSONEncoder().encode(unversioned: value) == Data(#"["\ud83d\"'A"]"#.utf8))
  }

  // MARK: - Decoded strings

  struct Read: Sendable, CustomTestStringConvertible {
    let document: String
    let text: String
    let decode: @Sendable (Data) throws -> Any

    init<Value: Decodable & Sendable>(_ type: Value.Type, _ document: String, _ text: String) {
      self.document = document
      self.text = text
      decode = { try JSONDecoder().decode(unversioned: type, from: $0) }
    }

    var testDescription: String { document }
  }

  @Test(arguments: [
    Read(
      Text.self, #"{"a":"\ud83d"}"#,
      #"At a: The string contains one half of a surrogate pair, such as "\ud83d", so it isn't Unicode text."#
    ),
    Read(
      [URL].self, #"["http:\ud83d"]"#,
      #"At [0]: The string contains one half of a surrogate pair, such as "\ud83d", so it isn't Unicode text."#
    ),
    Read(Plain.self, #"{"a":"\ud83d"}"#, "At a: Expected a number, found a string."),
    Read(
      [String: Int].self, #"{"b":1,"\ud83d":2}"#,
      #"A key contains one half of a surrogate pair, such as "\ud83d", so it isn't Unicode text."#),
    Read(
      Dynamic.self, #"{"b":1,"\ud83d":2}"#,
      #"A key contains one half of a surrogate pair, such as "\ud83d", so it isn't Unicode text."#),
  ])
  func `an ill-formed string is an error if it is decoded as a String`(read: Read) throws {
    let error = try migrationError { try read.decode(Data(read.document.utf8)) }

    #expect(error.description.contains(read.text), "\(error)")
  }

  @Test func `a version that is ill-formed is malformed`() throws {
    let error = try migrationError { try migrated(Note.self, #"{"version":"\ud83d","title":""}"#) }

    #expect(error.reason == .malformedVersion(found: "a string that isn't Unicode text"))
  }

  @Test func `an ill-formed string shows its text and its repaired form`() throws {
    guard
      case .array(let values) = try filled(
        DocumentValue.self, #"["a\/\u00e9\uD83D\n", "\ude00\ud83d"]"#),
      case .illFormedString(let first) = values[0], case .illFormedString(let second) = values[1]
    else {
      Issue.record("Found other values.")
      return
    }

    #expect(first.literal == #"a/é\ud83d\n"#)
    #expect(first.repaired == "a/é\u{FFFD}\n")
    #expect(second.repaired == "\u{FFFD}\u{FFFD}")
    #expect(values.description == #"["a/é\ud83d\n", "\ude00\ud83d"]"#)
    #expect(values[0].string == nil)
  }

  @Test func `encoding an ill-formed string in another format throws`() throws {
    let value = try filled(DocumentValue.self, #"["\ud83d"]"#)
    let object = try filled(DocumentValue.self, #"{"\ud83d":1}"#)

    for (value, path, noun) in [(value, ["Index 0"], "The string"), (object, [], "A key")] {
      let context = try encodingContext { try PropertyListEncoder().encode(unversioned: value) }
      #expect(context.codingPath.map(\.stringValue) == path)
      #expect(
        context.debugDescription == """
          \(noun) contains one half of a surrogate pair, such as "\\ud83d", so it isn't Unicode text.
          """)
    }
  }
}
