import Foundation
import LineageMacros
import Testing

@Document(version: nil)
struct NoteV0: Hashable {
  var text: String
}

@Document(version: nil)
struct KeepingNote: Hashable {
  var text: String
  var unknownFields = UnknownFields()
}

@Document(version: 1, after: NoteV0.self)
struct NoteV1: Hashable {
  let text: String
  var unknownFields = UnknownFields()
}

extension NoteV1 {
  init(from old: NoteV0) throws { self.init(text: old.text) }
}

@Document(version: 2, after: NoteV1.self)
struct Note: Hashable {
  let lines: [String]
  var tags: [String] = []
  var medium = OpenEnum<Medium>(.web)
  var blocks: [Block] = []
  var unknownFields = UnknownFields()

  enum Medium: String, CaseIterable, Sendable { case web, print }
}

extension Note {
  init(from old: NoteV1) throws {
    self.init(lines: [old.text], unknownFields: old.unknownFields)
  }
}

@Union(tag: "kind") enum Block: Hashable {
  case text(TextBlock)
  @Key("picture") case image(ImageBlock)
  case unknown(DocumentValue)
}

@Fillable struct TextBlock: Hashable {
  let body: String
  var unknownFields = UnknownFields()
}

@Fillable struct ImageBlock: Hashable {
  var url = ""
}

@Document(version: "2026-05")
struct Dated: Hashable {
  var title = ""
}

@Document(version: 3, after: NothingOlder.self) class Track {
  let title: String
  var seconds = 0
}

@Document(version: 1) struct ReaderV1 {
  var theme = "light"
  let size: Int
}

@Document(version: 2, after: ReaderV1.self) struct Reader: DefaultFillable, Hashable {
  var theme = "dark"
  var size = 14
  var zoom: Int? = 2
}

/// Versions, by Lineage's coders and by plain ones.
struct DocumentTests {
  @Test(arguments: Coder.allCases)
  func `a plainly encoded document has its version`(coder: Coder) throws {
    #expect(
      try coder.encode(document: Note(lines: ["a"]))
        == #"{"blocks":[],"lines":["a"],"medium":"web","tags":[],"version":2}"#)
    #expect(try coder.encode(document: NoteV0(text: "a")) == #"{"text":"a"}"#)
    #expect(
      try coder.encode(document: Dated()) == #"{"title":"","version":"2026-05"}"#)
  }

  @Test(arguments: Coder.allCases)
  func `documents of all versions become the newest`(coder: Coder) throws {
    let documents = [
      #"{"text":"a"}"#, #"{"text":"a","version":1}"#, #"{"lines":["a"],"version":2}"#,
    ]

    for document in documents {
      #expect(try coder.decode(document: Note.self, document) == Note(lines: ["a"]))
    }
  }

  @Test(arguments: Coder.allCases, Coder.allCases)
  func `what one coder writes another reads`(writer: Coder, reader: Coder) throws {
    let note = Note(
      lines: ["a", "b"], tags: ["t"], medium: .unknown("radio"),
      blocks: [.text(TextBlock(body: "b")), .unknown(["kind": "map", "zoom": 3])])

    let written = try writer.encode(document: note)

    #expect(try reader.decode(document: Note.self, written) == note)
  }

  @Document(version: 1) struct ScrollV1: Hashable {
    static let versionLocation = VersionLocation.key("schema_version")
    var firstLine: String
  }

  @Document(version: 2, after: ScrollV1.self) struct Scroll: DefaultFillable, Hashable {
    static let versionLocation = VersionLocation.path("meta", "version")
    var firstLine = ""
    var meta: [String: String] = [:]
    var unknownFields = UnknownFields()
  }

  @Test(
    arguments: [
      #"{"first_line":"a","schema_version":1}"#, #"{"firstLine":"a","schemaVersion":1}"#,
      #"{"first_line":"a","meta":{"version":2,"made_by":"Ada"}}"#,
      #"{"first_line":"a","meta":{"version":2,"madeBy":"Ada"},"other_line":{"x_y":1}}"#,
    ])
  func `a plain decoder with a key strategy reads what Lineage's does`(json: String) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let scroll = try decoder.decode(versioned: Scroll.self, from: Data(json.utf8))

    #expect(try decoder.decode(Scroll.self, from: Data(json.utf8)) == scroll)
    #expect(try decoder.decode(Scroll.self, from: encoder.encode(scroll)) == scroll)
    #expect(try decoder.decode(versioned: Scroll.self, from: encoder.encode(scroll)) == scroll)
  }

  @Test(arguments: Coder.allCases)
  func `a newer document is an error and not an older one`(coder: Coder) throws {
    let newer = #expect(throws: MigrationError.self) {
      try coder.decode(document: Note.self, #"{"lines":["a"],"version":3}"#)
    }
    let other = #expect(throws: MigrationError.self) {
      try coder.decode(document: Note.self, #"{"lines":["a"],"version":"2"}"#)
    }

    #expect(newer?.reason == .newerVersion(found: 3, newest: 2))
    #expect(other?.reason == .malformedVersion(found: "a string"))
  }

  @Test(arguments: Coder.allCases)
  func `classes are documents`(coder: Coder) throws {
    let track = try coder.decode(document: Track.self, #"{"title":"t","version":3}"#)

    #expect(track.title == "t")
    #expect(try coder.encode(document: track) == #"{"seconds":0,"title":"t","version":3}"#)
  }

  @Test(arguments: Coder.allCases)
  func `fields carry over to a version that is filled by its protocol too`(coder: Coder) throws {
    let reader = try coder.decode(document: Reader.self, #"{"size":20,"version":1}"#)

    #expect(reader == Reader(theme: "light", size: 20))
    #expect(try coder.decode(document: Reader.self, #"{"version":2}"#) == Reader())
  }

  // MARK: - What this version doesn't know

  @Document(version: 1) struct Map: Hashable {
    static let newerVersions = NewerVersionPolicy.readAsNewest
    var name: String
    var zoom = 1
    var note: String? = "none"
    var unknownFields = UnknownFields()
  }

  @Test(arguments: Coder.allCases)
  func `what a newer document leaves out is left out again, unless it was changed`(coder: Coder)
    throws
  {
    let document = #"{"kind":"city","name":"n","version":2}"#
    var map = try coder.decode(document: Map.self, document)
    #expect(try coder.encode(document: map) == document)

    map.zoom = 7

    #expect(
      try coder.encode(document: map) == #"{"kind":"city","name":"n","version":2,"zoom":7}"#)
  }

  @Test(arguments: Coder.allCases)
  func `a null of a newer document stays null, unless it was changed`(coder: Coder) throws {
    let document = #"{"name":"n","note":null,"version":2,"zoom":null}"#
    var map = try coder.decode(document: Map.self, document)
    #expect(map.zoom == 1)
    #expect(try coder.encode(document: map) == document)

    map.zoom = 7
    map.note = "none"

    #expect(
      try coder.encode(document: map) == #"{"name":"n","note":"none","version":2,"zoom":7}"#)
  }

  @Document(version: 1) struct Atlas: Hashable {
    var maps: [Map] = []
  }

  @Test(arguments: Coder.allCases)
  func `what a newer document inside another leaves out is left out again`(coder: Coder) throws {
    let document =
      #"{"maps":[{"name":"a","version":2},{"name":"b","version":2,"zoom":3}],"version":1}"#

    let atlas = try coder.decode(document: Atlas.self, document)

    #expect(try coder.encode(document: atlas) == document)
  }

  @Test(arguments: Coder.allCases)
  func `unknown fields survive`(coder: Coder) throws {
    let json = #"{"a":{"b":[1,"x"]},"blocks":[],"lines":[],"medium":"web","tags":[],"version":2}"#

    #expect(try coder.encode(document: coder.decode(document: Note.self, json)) == json)
  }

  @Document(version: 1) struct Poster: Hashable {
    var title: String? = "untitled"
    var size = 1
    var unknownFields = UnknownFields()
  }

  @Document(version: 1) struct FilledPoster: DefaultFillable, Hashable {
    static let encodesDefaults = false
    var unknownFields = UnknownFields()
    var title: String? = "untitled"
    var size = 1
  }

  @Test(arguments: Coder.allCases, ["title", "size", "version"])
  func `an unknown field in the place of another value is an error`(
    coder: Coder, name: String
  ) throws {
    var unknown = UnknownFields()
    unknown[name] = "a"

    let poster = Poster(title: nil, size: 2, unknownFields: unknown)
    #expect(try shadowed(in: poster, by: coder) == name)
    let filled = FilledPoster(unknownFields: unknown, title: nil, size: 2)
    #expect(try shadowed(in: filled, by: coder) == name)
  }

  @Document(version: 1) struct Sign: Hashable {
    var text: String?
    @Filled(nil) let color: String?
    @Nullable var note: String?
    var unknownFields = UnknownFields()
  }

  @Document(version: 1) struct SparseSign: DefaultFillable, Hashable {
    static let encodesDefaults = false
    var unknownFields = UnknownFields()
    var text: String?
    var color: String?
    @Nullable var note: String?
  }

  @Test(arguments: Coder.allCases, ["text", "color", "note"])
  func `an unknown field in the place of a nil that is left out is an error`(
    coder: Coder, name: String
  ) throws {
    var unknown = UnknownFields()
    unknown[name] = "a"

    #expect(try shadowed(in: Sign(color: nil, unknownFields: unknown), by: coder) == name)
    #expect(try shadowed(in: SparseSign(unknownFields: unknown), by: coder) == name)
  }

  /// The unknown field in the place of another value, according to the error.
  private func shadowed(in value: some VersionedCodable, by coder: Coder) throws -> String {
    do {
      return try "none in \(coder.encode(document: value))"
    } catch let error as MigrationError {
      #expect(error.reason == .unknownFieldIsDeclared)
      return "\(error.path)"
    } catch EncodingError.invalidValue(_, var context) {
      // A property list encoder explains the error at the root.
      if case .invalidValue(_, let inner)? = context.underlyingError as? EncodingError {
        context = inner
      }
      #expect(
        context.debugDescription.contains("also the key of another field or of the version"))
      return context.codingPath.map(\.stringValue).joined(separator: ".")
    }
  }

  @Test(arguments: Coder.allCases)
  func `unknown fields of older documents survive the migration`(coder: Coder) throws {
    let note = try coder.decode(document: Note.self, #"{"text":"a","version":1,"left":"over"}"#)

    #expect(note.unknownFields["left"] == "over")
    #expect(try coder.encode(document: note).contains(#""left":"over""#))
  }

  @Test(arguments: Coder.allCases)
  func `unknown enum cases survive`(coder: Coder) throws {
    let json = #"{"blocks":[],"lines":[],"medium":"podcast","tags":[],"version":2}"#

    let note = try coder.decode(document: Note.self, json)

    #expect(note.medium == .unknown("podcast"))
    #expect(try coder.encode(document: note) == json)
  }

  @Test(arguments: Coder.allCases)
  func `unknown elements of unions survive`(coder: Coder) throws {
    let blocks =
      #"[{"body":"b","kind":"text","more":1},{"kind":"map","zoom":3},"#
      + #"{"kind":"picture","url":"u"},{"no":"tag"}]"#
    let json = #"{"blocks":\#(blocks),"lines":[],"medium":"web","tags":[],"version":2}"#

    let note = try coder.decode(document: Note.self, json)

    #expect(note.blocks.count == 4)
    guard case .image(let image) = note.blocks[2] else {
      Issue.record("The third block is an image.")
      return
    }
    #expect(image.url == "u")
    #expect(try coder.encode(document: note) == json)
  }

  @Test(arguments: Coder.allCases)
  func `a newer document isn't taken for one from before there were versions`(coder: Coder) {
    let json = #"{"text":"a","unknown":1,"version":1}"#

    let error = #expect(throws: MigrationError.self) {
      try coder.decode(document: KeepingNote.self, json)
    }

    #expect(error?.reason == .newerVersion(found: 1, newest: .unversioned))
  }
}
