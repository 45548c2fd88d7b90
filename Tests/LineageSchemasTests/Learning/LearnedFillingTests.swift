import Foundation
import Lineage
import Synchronization
import Testing

@testable import LineageSchemas

/// Lineage's own protocols and property wrappers.
struct LearnedFillingTests {
  @Test func `a fillable type has its defaults`() throws {
    struct Settings: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      @Required var owner = "nobody"
      @Lenient var retries = 3
      var theme = "light"
      var scale = 1.5
      var nickname: String?
      var signature: String? = "Yours"
      var since = Date(timeIntervalSince1970: 0)
      var limit = Double.infinity
      var colors = ["red", "blue"]
      var anything = DocumentValue.null
    }

    #expect(
      try learned(root: Settings.self) == """
        {
          "Settings": {
            "fields": {
              "anything": {"default": null, "type": "any"},
              "colors": {"default": ["red", "blue"], "type": "[String]"},
              "limit": {"default": "infinity", "type": "Double"},
              "nickname": "String?",
              "owner": {"default": "nobody", "required": true, "type": "String"},
              "retries": {"default": 3, "lenient": "field", "type": "Int"},
              "scale": {"default": 1.5, "type": "Double"},
              "signature": {"default": "Yours", "type": "String?"},
              "since": {"default": "1970-01-01T00:00:00Z", "type": "Date"},
              "theme": {"default": "light", "type": "String"}
            },
            "fills": "defaults"
          }
        }
        """)
  }

  @Test func `defaults that differ each time are not stored`() throws {
    struct Stamp: DefaultFillable {
      var id = UUID()
      var made = Date()
      var name = ""
      static let encodesDefaults = false
    }

    #expect(
      try learned(Stamp.self) == """
        "Stamp" {
          "Stamp": {
            "fields": {
              "id": {"differsEachTime": true, "type": "UUID"},
              "made": {"differsEachTime": true, "type": "Date"},
              "name": {"default": "", "type": "String"}
            },
            "fills": "defaults",
            "writesDefaults": false
          }
        }
        """)
  }

  @Test func `the constant parts of a default that differs are stored`() throws {
    struct Meta: Codable {
      var id = UUID()
      var kind = "a"
    }
    struct Note: DefaultFillable {
      var meta = Meta()
      var ids = [UUID(), UUID()]
    }

    #expect(
      try learned(Note.self).contains(
        #""meta": {"default": {"id": "<differs each time>", "kind": "a"}, "type": "Meta"}"#))
    #expect(
      try learned(Note.self).contains(
        #""default": ["<differs each time>", "<differs each time>"], "type": "[UUID]""#))
  }

  @Test func `unordered defaults are sorted`() throws {
    enum Size: String, Codable { case large, middle, small }
    struct Shop: DefaultFillable {
      var tags: Set<String> = ["e", "d", "c", "b", "a"]
      var stock: [Size: Set<Int>] = [.small: [3, 1, 2], .middle: [], .large: [2, 1]]
    }

    let text = try learned(Shop.self)

    #expect(text.contains(#""tags": {"default": ["a", "b", "c", "d", "e"]"#))
    #expect(
      text.contains(#""default": ["large", [1, 2], "middle", [], "small", [1, 2, 3]],"#))
  }

  @Test func `zero-fillable types need no defaults`() throws {
    struct Track: ZeroFillable {
      let title: String
      let plays: Int
    }

    #expect(
      try learned(Track.self) == """
        "Track" {
          "Track": {"fields": {"plays": "Int", "title": "String"}, "fills": "zero"}
        }
        """)
  }

  @Test func `lenient collections and unknown fields are marked`() throws {
    struct Playlist: Codable {
      @LenientElements var songs: [Int] = []
      @LenientValues var ratings: [String: Double] = [:]
      var unknownFields = UnknownFields()
    }

    #expect(
      try learned(Playlist.self) == """
        "Playlist" {
          "Playlist": {
            "fields": {
              "ratings": {"lenient": "elements", "type": "[String: Double]"},
              "songs": {"lenient": "elements", "type": "[Int]"}
            },
            "keepsUnknownFields": true
          }
        }
        """)
  }

  @Test func `nested versioned types list their versions, oldest first`() throws {
    struct NoteV1: VersionedCodable {
      static let version: Int? = nil
      typealias PreviousVersion = NothingOlder
      var text: String
    }
    struct Note: VersionedCodable {
      static let version = "2025-06"
      var lines: [String]
      init(from old: NoteV1) throws { lines = [old.text] }
    }
    struct Book: Codable {
      var notes: [Note]
      var oldest: NoteV1?
      @Versioned var cover: Note
      var title: String
    }

    #expect(
      try learned(Book.self) == """
        "Book" {
          "Book": {"fields": {"cover": "Note", "notes": "[Note]", "oldest": "NoteV1?", "title": "String"}},
          "Note": {"versions": [null, "2025-06"]},
          "NoteV1": {"versions": [null]}
        }
        """)
  }

  @Test func `a document nested in itself is a document of its own`() throws {
    final class Folder: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var folders: [Folder]
    }

    #expect(
      try learned(root: Folder.self) == """
        {
          "Folder": {
            "fields": {"folders": "[Versioned<Folder>]"}
          },
          "Versioned<Folder>": {
            "versions": [1]
          }
        }
        """)
  }

  @Test func `defaults that can't be encoded are noted as unknown`() throws {
    struct Broken: DefaultFillable {
      var name = ""
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: ""))
      }
    }

    let text = try learned(Broken.self)

    #expect(
      text.contains(
        "Its defaults are unknown, because encoding its `init()` failed: fix its `encode(to:)`.")
    )
  }

  @Test func `a type that is being learned may decode documents, which share no memory with it`()
    throws
  {
    enum Keys: String, CodingKey {
      case title
      // The list of keys is only asked for where the names of the keys aren't cached yet.
      static let timesListed = Mutex(0)
      static func listed() -> [Keys] {
        timesListed.withLock { $0 += 1 }
        return [.title]
      }
    }
    struct Chapter: FieldCodable {
      var title: String
      init(reading fields: inout FieldReader) throws {
        fields.open(Keys.self, Keys.listed())
        title = try fields.value(at: 0)
      }
      func write(to fields: inout FieldWriter) throws {}
    }
    struct Book: FieldCodable {
      var title: String
      init(reading fields: inout FieldReader) throws {
        fields.open(Keys.self, Keys.listed())
        let data = Data(#"{"title":"Preface"}"#.utf8)
        let chapter = try JSONDecoder().decode(unversioned: Chapter.self, from: data)
        title = try fields.value(at: 0) + chapter.title
      }
      func write(to fields: inout FieldWriter) throws {}
    }

    #expect(try learned(Book.self).contains(#""title": "String""#))

    #expect(Keys.timesListed.withLock { $0 } > 1)
  }
}
