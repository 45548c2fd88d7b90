import Foundation
import Lineage
import Testing

@testable import LineageSchemas
@testable import LineageTesting

struct SchemaLockTests {
  struct PoemV1: VersionedCodable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
    var author: String
    var text: String
  }

  struct Poem: VersionedCodable, DefaultFillable {
    static let version = 2
    static let versionLocation = VersionLocation.path("metadata", "schema")
    static let newerVersions = NewerVersionPolicy.ifReadable
    static let readableSince: Int? = 2
    @Required var author = ""
    var stanzas: [Stanza] = []
    var language = Language.en
    var id = UUID()
    var place: Place?
    var binding = Binding.cloth
    var unknownFields = UnknownFields()

    init() {}
    init(from old: PoemV1) throws { try self.init(carryingOver: old) }

    enum Language: String, Codable, CaseIterable { case de, en, ja }
    enum Binding: String, Codable { case cloth, paper }
  }

  struct Stanza: DefaultFillable {
    var lines: [String] = []
    var rhyme: String?
    static let encodesDefaults = false
  }

  struct Place: Codable { var latitude, longitude: Double }

  private func lock() -> SchemaLock {
    var lock = SchemaLock(document: "Poem")
    var first = SchemaLock.Entry(of: PoemV1.self, shipped: true)
    first.fixtures = ["first.json": "0123456789abcdef"]
    lock.set(first)
    lock.set(SchemaLock.Entry(of: Poem.self))
    return lock
  }

  static let text = """
    {
      "document": "Poem",
      "version": 1,
      "versions": [
        {
          "fixtures": {
            "first.json": "0123456789abcdef"
          },
          "location": "version",
          "newerVersions": "refuse",
          "shape": "PoemV1",
          "shipped": true,
          "types": {
            "PoemV1": {
              "fields": {
                "author": "String",
                "text": "String"
              }
            }
          },
          "version": null
        },
        {
          "location": "metadata.schema",
          "newerVersions": "ifReadable",
          "readableSince": 2,
          "shape": "Poem",
          "shipped": false,
          "types": {
            "Binding": {"cases": ["cloth", "paper"], "raw": "String"},
            "Language": {"cases": ["de", "en", "ja"], "raw": "String"},
            "Place": {
              "fields": {
                "latitude": "Double",
                "longitude": "Double"
              }
            },
            "Poem": {
              "fields": {
                "author": {"default": "", "required": true, "type": "String"},
                "binding": {"default": "cloth", "type": "Binding"},
                "id": {"differsEachTime": true, "type": "UUID"},
                "language": {"default": "en", "type": "Language"},
                "place": "Place?",
                "stanzas": {"default": [], "type": "[Stanza]"}
              },
              "fills": "defaults",
              "keepsUnknownFields": true
            },
            "Stanza": {
              "fields": {
                "lines": {"default": [], "type": "[String]"},
                "rhyme": "String?"
              },
              "fills": "defaults",
              "writesDefaults": false
            }
          },
          "version": 2
        }
      ]
    }

    """

  @Test func `a lock is a file that people can review`() throws {
    #expect(String(decoding: try lock().data(), as: UTF8.self) == Self.text)
  }

  @Test func `reading and writing a lock doesn't change it`() throws {
    let lock = try SchemaLock(from: Data(Self.text.utf8))

    #expect(lock == self.lock())
    #expect(String(decoding: try lock.data(), as: UTF8.self) == Self.text)
  }

  @Test func `entries are found, replaced and added by version`() throws {
    var lock = lock()

    var shipped = try #require(lock.entry(for: 2))
    shipped.shipped = true
    lock.set(shipped)
    lock.set(SchemaLock.Entry(version: "2025-06", location: "external", schema: shipped.schema))

    #expect(lock.versions.map(\.version) == [nil, 2, "2025-06"])
    #expect(lock.versions.map(\.shipped) == [true, true, false])
    #expect(lock.entry(for: 3) == nil)
  }

  @Test(arguments: [
    (NewerVersionPolicy.refuse, "refuse"), (.readAsNewest, "readAsNewest"),
    (.ifReadable, "ifReadable"),
  ])
  func `the names of policies in locks never change`(_ policy: NewerVersionPolicy, _ name: String) {
    #expect(policy.lockName == name)
  }

  @Test(arguments: [
    (VersionLocation.external, "external"), (.key("version"), "version"),
    (.path("metadata", "schema"), "metadata.schema"),
    (.key("metadata.schema"), #"["metadata.schema"]"#),
    (.key("external"), #"["external"]"#),
  ])
  func `the names of locations in locks never change`(
    _ location: VersionLocation, _ name: String
  ) {
    #expect(location.lockName == name)
  }

  @Test(arguments: [("refuse", false), ("readAsNewest", true), ("ifReadable", true)])
  func `the policy in a lock says whether newer documents are opened`(
    _ policy: String, _ opens: Bool
  ) {
    let promise = VersionPromise(newerVersions: policy, readableSince: .unversioned)

    #expect(promise.opensNewerDocuments == opens)
  }

  @Test func `fields added by a newer version of the library are preserved`() throws {
    let text = """
      {"document": "Poem", "readableSince": 1, "sum": "x", "version": 2, "versions": [{
        "location": "version", "newerVersions": "refuse", "shape": "P", "shipped": true, "by": "ada",
        "types": {}, "version": 1}]}
      """

    let lock = try SchemaLock(from: Data(text.utf8))

    #expect(
      String(decoding: try lock.data(), as: UTF8.self) == """
        {
          "document": "Poem",
          "readableSince": 1,
          "sum": "x",
          "version": 2,
          "versions": [
            {
              "by": "ada",
              "location": "version",
              "newerVersions": "refuse",
              "shape": "P",
              "shipped": true,
              "types": {},
              "version": 1
            }
          ]
        }

        """)
  }

  struct Bad: CustomTestStringConvertible, Sendable {
    let text: String
    let expected: String

    var testDescription: String { expected }
  }

  private static let remedy = """
    Restore the file from version control, or resolve a merge conflict by keeping the entries of \
    both sides.
    """

  static let unreadable = [
    Bad(
      text: #"{"document": "Poem", "version": 2}"#,
      expected: """
        The schema lock was written by a newer version of LineageTesting: it has version '2', and \
        the newest version known here is '1'. Update the package in this project, or restore the \
        file from version control.
        """),
    Bad(
      text: """
        {"document": "P", "version": 1, "versions": [{"location": "v", "shipped": true, "shape": "P",
        "types": {"P": {"fields": {"title": {"type": "[Str"}}}}, "version": 1}]}
        """,
      expected: """
        The schema lock can't be read: At versions[0].types.P.fields.title.type: Expected a type in \
        the manner of Swift, such as `String`, `[Line]?` or `[String: Int]`. \(remedy)
        """),
    Bad(
      text: """
        {"document": "P", "version": 1, "versions": [
        {"location": "v", "newerVersions": "refuse", "shipped": true, "shape": "P", "types": {}, "version": 2},
        {"location": "v", "newerVersions": "refuse", "shipped": false, "shape": "P", "types": {}, "version": "2"},
        {"location": "v", "newerVersions": "refuse", "shipped": false, "shape": "Q", "types": {}, "version": 2}]}
        """,
      expected: """
        The schema lock can't be read: It has two entries for version 2. Keep the one that users have \
        documents of, or restore the file from version control.
        """),
    Bad(
      text: """
        {"document": "P", "version": 1, "versions": [{"location": "v", "shipped": true, "shape": "P",
        "types": {}, "version": 1.5}]}
        """,
      expected: """
        The schema lock can't be read: At versions[0].version: Expected a whole number, a string, or \
        null for no version. \(remedy)
        """),
  ]

  @Test(arguments: unreadable)
  func `a lock that can't be read says why`(_ bad: Bad) {
    let error = #expect(throws: UnreadableLock.self) {
      try SchemaLock(from: Data(bad.text.utf8))
    }

    #expect(error?.description == bad.expected)
  }

  @Test func `the error suggests a merge conflict`() throws {
    let error = try #require(throws: UnreadableLock.self) {
      try SchemaLock(from: Data("<<<<<<< HEAD\n{}".utf8))
    }

    #expect(
      error.description.hasPrefix("The schema lock can't be read: The data isn't a valid document"))
    #expect(error.description.hasSuffix(Self.remedy))
  }
}
