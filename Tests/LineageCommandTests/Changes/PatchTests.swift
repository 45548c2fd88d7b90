import Foundation
import Lineage
import LineageStore
import PoetryDocuments
import Testing

@testable import LineageCommand

/// Applies a JSON Patch, written from RFC 6902.
private func applying(_ operations: [PatchOperation], to document: DocumentValue) throws
  -> DocumentValue
{
  try operations.reduce(document) { document, operation in
    let path = operation.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      .map { String($0).replacing("~1", with: "/").replacing("~0", with: "~") }
    return try change(document, path[...], operation)
  }
}

private func change(
  _ document: DocumentValue, _ path: ArraySlice<String>, _ operation: PatchOperation
) throws -> DocumentValue {
  guard let name = path.first else { return try #require(operation.value) }
  let rest = path.dropFirst()
  if var object = document.object {
    if rest.isEmpty {
      #expect((object[name] != nil) == (operation.op != "add"))
      object[name] = nil
      if operation.op != "remove" {
        let value = try #require(operation.value)
        object[name] = value
      }
    } else {
      object[name] = try change(try #require(object[name]), rest, operation)
    }
    return .object(object)
  }
  var elements = try #require(document.array)
  let index = try #require(Int(name))
  elements[index] = try change(elements[index], rest, operation)
  return .array(elements)
}

private func value(_ text: String) throws -> DocumentValue {
  try JSONDecoder().decode(unversioned: DocumentValue.self, from: Data(text.utf8))
}

@Suite struct PatchTests {
  @Test(arguments: [
    ("{}", "{}"), (#"{"a":1}"#, #"{"b":1}"#), (#"{"a":[1,2]}"#, #"{"a":[1,3]}"#),
    (#"{"a":[1,2]}"#, #"{"a":[1]}"#), (#"{"a":{"b":{"c":null}}}"#, #"{"a":{"b":{"c":0,"d":[]}}}"#),
    (#"{"a/b":1,"c~d":2,"":3}"#, #"{"a/b":2,"c~d":{},"":null}"#), ("[1]", "{}"),
    (#"{"a":[{"b":1},{"c":2}]}"#, #"{"a":[{"b":2},{"d":2}]}"#), (#"{"~1":1}"#, #"{"~1":2}"#),
    (Poems.withMood, Poems.firstMigrated),
  ])
  func `applying the operations to the old document gives the new one`(
    _ old: String, _ new: String
  ) throws {
    let (old, new) = try (value(old), value(new))
    let operations = FieldChange.changes(from: old, to: new).map {
      PatchOperation($0, showingValues: true)
    }

    #expect(try applying(operations, to: old) == new)
    #expect(operations.isEmpty == (old == new))
  }

  @Test func `operations without values say where, and nothing else`() throws {
    let changes = FieldChange.changes(
      from: try value(Poems.withMood), to: try value(Poems.firstMigrated))
    let data = try JSONEncoder().encode(
      changes.map { PatchOperation($0, showingValues: false) })

    #expect(!String(decoding: data, as: UTF8.self).contains("calm"))
    #expect(!String(decoding: data, as: UTF8.self).contains("value"))
  }
}

@Suite struct SummaryTests {
  struct NoteV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String
    var mood: String
  }

  struct NoteV2: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = NoteV1
    var text = ""
  }

  struct Note: VersionedCodable {
    static let version = 3
    var lines: [String]

    init(from old: NoteV2) throws { lines = [old.text] }
  }

  @Test func `a field that no step mentions isn't carried over`() throws {
    let kind = TypedKind<Note>(pattern: "*", options: DocumentOptions())
    let document = Data(#"{"text":"a","mood":"calm","version":1}"#.utf8)
    #expect(
      try #require(kind.examine(document).changes).summary == [
        "~ text → lines", "− mood (not carried over)",
      ])
    #expect(kind.examine(document).lost == ["mood"])
  }

  struct ListV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @LenientElements var items: [Int] = []
  }

  struct List: VersionedCodable, DefaultFillable {
    static let version = 2
    @LenientElements var items: [Int] = []

    init() {}
    init(from old: ListV1) throws { items = old.items.map { $0 * 2 } }
  }

  @Test func `a rejected element that a step drops is lost from a field that the version has`()
    throws
  {
    let kind = TypedKind<List>(pattern: "*", options: DocumentOptions())
    let document = Data(#"{"items":[1,"x",2,"y"],"version":1}"#.utf8)

    #expect(try #require(kind.examine(document).changes).summary.last == "− items[] (lost)")
    #expect(kind.examine(document).lost == ["items[1]", "items[3]"])
  }

  struct Diary: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var notes: [NoteV2]
  }

  @Test func `a field that is left out of a value inside is named`() throws {
    let kind = TypedKind<Diary>(pattern: "*", options: DocumentOptions())
    let document = Data(#"{"notes":[{"text":"a","mood":"calm","version":1}],"version":1}"#.utf8)
    #expect(
      try #require(kind.examine(document).changes).summary == [
        "~ notes[] (NoteV1 → NoteV2)", "− notes[].mood (not carried over)",
      ])
  }

  @Test func `a field that no step mentions is a loss, if losses are refused`() throws {
    var kind = TypedKind<Note>(pattern: "*", options: DocumentOptions())
    kind.refusesLosses = true
    let document = Data(#"{"text":"a","mood":"calm","version":1}"#.utf8)

    guard case .failed(let failure) = kind.examine(document).standing else {
      Issue.record("The mood would be lost.")
      return
    }

    #expect(failure.code == .lostField)
    #expect(failure.path == "mood")
    #expect(
      failure.message == """
        At mood: Migrating the document would lose the value. The next version has no such field, and no step says what \
        becomes of it: rename or drop it in the step.
        """)
  }

  struct Memo: VersionedCodable {
    static let version = 2
    var text: String

    init(from old: NoteV1) throws { try self.init(carryingOver: old) { $0.drop("mood") } }
  }

  @Test func `a field that a step drops, and nothing has replaced, is called dropped`() throws {
    let kind = TypedKind<Memo>(pattern: "*", options: DocumentOptions())
    let document = Data(#"{"text":"a","mood":"calm","version":1}"#.utf8)
    #expect(try #require(kind.examine(document).changes).summary == ["− mood (dropped by a step)"])
    #expect(kind.examine(document).lost == [])
  }

  private func summary(_ document: String) throws -> [String] {
    let kind = TypedKind<Anthology>(pattern: "*", options: DocumentOptions())
    return try #require(kind.examine(Data(document.utf8)).changes).summary
  }

  @Test func `the summary pairs what was renamed, and names what is new`() throws {
    #expect(
      try summary(#"{"name":"Frogs","poems":[]}"#) == [
        "~ name → title", "+ audience (set by a step)", "+ metadata (default)",
      ])
  }

  @Test func `a nested value of an older version is one change, for all elements`() throws {
    let poem = #"{"version":1,"author":"","text":""}"#
    #expect(
      try summary(
        #"{"metadata":{"schema":"2025-06","curator":"","tags":[]},"title":"","audience":"owner","poems":[\#(poem),\#(poem)]}"#
      ) == ["~ poems[] (PoemV1 → Poem)"])
  }

  @Test func `a lost field is told, also in an array that changes as a whole`() throws {
    #expect(
      try summary(#"{"version":2,"title":"","poems":[],"isPublic":true,"mood":{"calm":1}}"#).last
        == "− mood (not in version 2025-06)")
  }

  @Test(arguments: [
    // Only the newest version declares it.
    #"{"version":2,"title":"","poems":[],"isPublic":true,"audience":"everyone"}"#,
    #"{"version":2,"title":"a","poems":[],"isPublic":true,"title":"b"}"#,
  ])
  func `a lost field isn't called absent from a version that has it`(_ document: String) throws {
    let name = document.contains("audience") ? "audience" : "title"

    #expect(try summary(document).last == "− \(name) (lost)")
  }
}
