import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Steps that lose what other programs have added to a document.
@Suite struct UnknownFieldsInStepsTests {
  private struct NoteV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String
    var marks: [MarkV1]
    var unknownFields = UnknownFields()
  }

  private struct MarkV1: Codable {
    var start: Int
    var unknownFields = UnknownFields()
  }

  private struct Mark: Codable, Hashable {
    var start: Double
    var unknownFields = UnknownFields()
  }

  private static let documents = [
    "Note/v1/short.json": #"{"marks":[{"start":1},{"start":2}],"text":"a","version":1}"#,
    "Note/v1/bare.json": #"{"marks":[],"text":"","version":1}"#,
  ]

  private func failures<Document: VersionedCodable>(of type: Document.Type) throws -> [String] {
    let directory = TemporaryFixtures()
    for (file, text) in Self.documents { try directory.put(text, at: file) }
    directory.setUp(type, named: "Note")
    return directory.failures(of: type, named: "Note")
  }

  private enum Forgetting {
    struct Note: VersionedCodable {
      static let version = 2
      var lines: [String]
      var marks: [Mark]
      var unknownFields = UnknownFields()

      init(from old: NoteV1) throws {
        lines = [old.text]
        marks = old.marks.map { Mark(start: Double($0.start)) }
      }
    }
  }

  @Test func `a step that loses the unknown fields of the document is a failure`() throws {
    #expect(
      try failures(of: Forgetting.Note.self) == [
        """
        MigrationFixtures/Note/v1/bare.json would lose unknown fields in the step to version 2 (Note), although \
        the types of all versions preserve them:
          missing  ["an unknown field"]: 0
        Begin the step with init(carryingOver:), or copy the unknownFields of the old value, without those that \
        the step has used. To drop some on purpose, call `drop` in init(carryingOver:).
        """
      ])
  }

  private enum Later {
    struct Note: VersionedCodable {
      static let version = 3
      var lines: [String]

      init(from old: Forgetting.Note) throws { lines = old.lines }
    }
  }

  @Test func `fields that a later version drops anyway may be lost in a step`() throws {
    #expect(try failures(of: Later.Note.self) == [])
  }

  private struct MapV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var mapMarks: [MarkV1]
    var byName: [String: MarkV1]
    var unknownFields = UnknownFields()
  }

  private struct Map: VersionedCodable {
    static let version = 2
    var mapMarks: [Mark]
    var byName: [String: Mark]
    var unknownFields = UnknownFields()

    init(from old: MapV1) throws {
      mapMarks = old.mapMarks.map { Mark(start: Double($0.start)) }
      byName = old.byName.mapValues { Mark(start: Double($0.start)) }
      unknownFields = old.unknownFields
    }
  }

  @Test(arguments: [false, true])
  func `values that may have lost unknown fields are listed with the expectation`(
    snakeCase: Bool
  ) throws {
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    if snakeCase {
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      encoder.keyEncodingStrategy = .convertToSnakeCase
    }
    let (marks, names) = snakeCase ? ("map_marks", "by_name") : ("mapMarks", "byName")
    let directory = TemporaryFixtures()
    let entry = #"{"start":1}"#
    try directory.put(
      #"{"\#(names)":{"a":\#(entry),"b":\#(entry)},"\#(marks)":[\#(entry),\#(entry)],"version":1}"#,
      at: "Map/v1/full.json")

    let recorded = directory.failures(
      of: Map.self, named: "Map", mode: .missing,
      formats: [.json(decoder: decoder, encoder: encoder)])

    #expect(
      recorded.first?.contains(
        """
          MigrationFixtures/Map/v1/full.expected.json
            unknown: \(names).a (the step to version 2 may have lost unknown fields there)
            unknown: \(marks)[0] (the step to version 2 may have lost unknown fields there)
          MigrationFixtures/Map/schema.json
        """) == true, "\(recorded)")
    #expect(
      directory.failures(
        of: Map.self, named: "Map", formats: [.json(decoder: decoder, encoder: encoder)]) == [])
  }

  private enum Right {
    struct Copying: VersionedCodable {
      static let version = 2
      var lines: [String]
      var marks: [Mark]
      var unknownFields = UnknownFields()

      init(from old: NoteV1) throws {
        lines = [old.text]
        marks = old.marks.map {
          Mark(start: Double($0.start), unknownFields: $0.unknownFields)
        }
        unknownFields = old.unknownFields
      }
    }

    struct CarryingOver: VersionedCodable {
      static let version = 2
      var text: String
      var marks: [Mark]
      var unknownFields = UnknownFields()

      init(from old: NoteV1) throws { try self.init(carryingOver: old) }
    }

    /// It keeps the unknown fields in a property.
    struct Moving: VersionedCodable {
      static let version = 2
      var text: String
      var extras: DocumentValue
      var unknownFields = UnknownFields()

      init(from old: NoteV1) throws {
        text = old.text
        extras = .object(old.unknownFields.fields)
      }
    }

    /// It says which unknown fields it drops.
    struct Choosing: VersionedCodable {
      static let version = 2
      var text: String
      var marks: [Mark]
      var unknownFields = UnknownFields()

      init(from old: NoteV1) throws {
        try self.init(carryingOver: old) { fields in
          for name in old.unknownFields.fields.keys where !name.hasPrefix("x-") {
            fields.drop(name)
          }
        }
      }
    }

    /// It leaves out a mark, with its unknown fields.
    struct Rearranging: VersionedCodable {
      static let version = 2
      var text: String
      var marks: [Mark]
      var unknownFields = UnknownFields()

      init(from old: NoteV1) throws {
        text = old.text
        marks = old.marks.dropFirst().map { Mark(start: Double($0.start)) }
        unknownFields = old.unknownFields
      }
    }

    /// It doesn't preserve unknown fields, which is a decision and not an oversight of the step.
    struct Dropping: VersionedCodable {
      static let version = 2
      var text: String

      init(from old: NoteV1) throws { text = old.text }
    }
  }

  @Test func `steps that copy, move, drop or leave out unknown fields are right`() throws {
    let types: [any VersionedCodable.Type] = [
      Right.Copying.self, Right.CarryingOver.self, Right.Moving.self, Right.Choosing.self,
      Right.Rearranging.self, Right.Dropping.self,
    ]
    for type in types { #expect(try failures(of: type) == [], "\(type)") }
  }
}
