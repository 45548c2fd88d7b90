import Foundation
import Lineage
import LineageStore
import Synchronization
import Testing

extension DatabaseGuideTests.Poem {
  init(from old: DatabaseGuideTests.PoemV1) throws {
    title = old.title
    lines = old.text.split(separator: "\n").map(String.init)
  }
}

/// The code of `Docs/DocumentsInDatabaseRows.md`.
struct DatabaseGuideTests {
  struct PoemV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
    var text: String
  }

  struct Poem: VersionedCodable {
    static let version = 2
    var title: String
    var lines: [String]
  }

  protocol Client: Sendable {
    func row(_ sql: String, _ arguments: [any Sendable]) throws -> (any ClientRow)?
  }

  protocol ClientRow {
    func text(_ column: String) throws -> String
    func integer(_ column: String) throws -> Int
  }

  func store(ofPoem id: Int, in client: some Client) -> DocumentStore<Poem> {
    DocumentStore(named: "poem \(id)") {
      try client.row("SELECT document, revision FROM poems WHERE id = $1", [id]).map {
        (Data(try $0.text("document").utf8), try $0.integer("revision"))
      }
    } replace: { (revision: Int?, data) -> Int? in
      let document = String(decoding: data, as: UTF8.self)
      guard let revision else {
        return try client.row(
          """
          INSERT INTO poems (id, document, revision) VALUES ($1, $2, 1)
          ON CONFLICT DO NOTHING RETURNING revision
          """, [id, document])?.integer("revision")
      }
      return try client.row(
        """
        UPDATE poems SET document = $1, revision = revision + 1
        WHERE id = $2 AND revision = $3 RETURNING revision
        """, [document, id, revision])?.integer("revision")
    } backUp: { data, label in
      let document = String(decoding: data, as: UTF8.self)
      _ = try client.row(
        "INSERT INTO poem_backups (poem, label, document) VALUES ($1, $2, $3)",
        [id, label, document])
    }
  }

  func storeByValue(ofPoem id: Int, in client: some Client) -> DocumentStore<Poem> {
    DocumentStore(named: "poem \(id)") {
      try client.row("SELECT document FROM poems WHERE id = $1", [id]).map {
        let document = try $0.text("document")
        return (Data(document.utf8), document)
      }
    } replace: { (old: String?, data) -> String? in
      let document = String(decoding: data, as: UTF8.self)
      guard let old else {
        return try client.row(
          "INSERT INTO poems (id, document) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING document",
          [id, document])?.text("document")
      }
      return try client.row(
        "UPDATE poems SET document = $1 WHERE id = $2 AND document = $3 RETURNING document",
        [document, id, old])?.text("document")
    }
  }

  protocol Database: Sendable {
    /// Commits if `body` returns, and rolls back if it throws.
    func transaction<Result: Sendable>(
      _ body: (any Transaction) async throws -> Result
    ) async throws -> Result
  }

  protocol Transaction {
    func poem(_ id: Int) async throws -> (document: Data, revision: Int)?
    /// UPDATE … WHERE id = … AND revision = … RETURNING document
    func updatePoem(_ id: Int, to document: Data, ifRevision: Int) async throws -> Data?
    func backUp(_ document: Data, ofPoem id: Int) async throws
  }

  struct PoemNotFound: Error {}
  struct PoemIsBusy: Error {}

  func updatePoem(
    _ id: Int, in database: some Database, _ change: (inout Poem) throws -> Void
  ) async throws {
    for _ in 0..<100 {
      let isDone = try await database.transaction { transaction in
        guard let row = try await transaction.poem(id) else { throw PoemNotFound() }
        let opened = try OpenedDocument<Poem>(row.document)
        var poem = opened.value
        try change(&poem)
        let pending = try opened.saving(poem)
        guard
          let stored = try await transaction.updatePoem(
            id, to: pending.data, ifRevision: row.revision)
        else { return false }
        try pending.verify(stored: stored)
        if let old = pending.documentToBackUp { try await transaction.backUp(old, ofPoem: id) }
        return true
      }
      if isDone { return }
    }
    throw PoemIsBusy()
  }

  static let old = #"{"version":1,"title":"Frogs","text":"old pond"}"#

  @Test func `a poem is stored in a row with a revision`() throws {
    let client = Table()
    client.content.withLock { $0.document = Self.old }

    let poem = store(ofPoem: 17, in: client)
    let current = try poem.read()
    try poem.update(default: Poem(title: "Frogs", lines: [])) { $0.lines.append("old pond") }

    #expect(current?.value.lines == ["old pond"])
    #expect(try poem.read()?.value.lines == ["old pond", "old pond"])
    #expect(client.content.withLock(\.backups) == [Self.old])
    #expect(throws: StoreError.self) {
      try poem.write(Poem(title: "Toads", lines: []), over: current)
    }
    #expect(throws: StoreError.self) { try poem.write(Poem(title: "", lines: []), over: nil) }
  }

  @Test func `a first poem is inserted`() throws {
    let client = Table()
    try store(ofPoem: 17, in: client).write(Poem(title: "Frogs", lines: []), over: nil)
    #expect(try store(ofPoem: 17, in: client).read()?.value.title == "Frogs")
  }

  @Test func `a poem is stored in a row without a revision`() throws {
    let client = Table()
    let poem = storeByValue(ofPoem: 17, in: client)
    let first = try poem.write(Poem(title: "Frogs", lines: []), over: nil)
    try poem.write(Poem(title: "Toads", lines: []), over: first)
    #expect(throws: StoreError.self) { try poem.write(Poem(title: "", lines: []), over: first) }
    #expect(try poem.read()?.value.title == "Toads")
  }

  func openPoems(
    in rows: some Sequence<(id: Int, document: Data)>
  ) -> (poems: [Int: Poem], errors: [Int: StoreError]) {
    var poems: [Int: Poem] = [:]
    var errors: [Int: StoreError] = [:]
    for row in rows {
      do {
        poems[row.id] = try OpenedDocument<Poem>(row.document, named: "poem \(row.id)").value
      } catch {
        errors[row.id] = error
      }
    }
    return (poems, errors)
  }

  @Test func `rows that can't be read are told from those that can`() {
    let rows = [
      (id: 1, document: Data(#"{"version":1,"title":"Frogs","text":"old pond\nfrog"}"#.utf8)),
      (id: 2, document: Data(#"{"version":2,"title":7,"lines":[]}"#.utf8)),
      (id: 3, document: Data(#"{"version":3}"#.utf8)),
    ]
    var logged: [String] = []
    func log(_ error: StoreError) { logged.append("\(error)") }

    let (poems, errors) = openPoems(in: rows)
    for error in errors.values { log(error) }
    // The document 'poem 2' (Poem) can't be read. It has version '2', but it can't be decoded as Poem.
    // At title: Expected a string, found a number. …

    #expect(poems.mapValues(\.lines) == [1: ["old pond", "frog"]])
    logged.sort()
    #expect(errors.keys.sorted() == [2, 3])
    #expect(
      logged[0].hasPrefix(
        """
        The document 'poem 2' (Poem) can't be read. It has version '2', but it can't be decoded as Poem. At title: \
        Expected a string, found a number.
        """))
    #expect(
      logged[1].hasPrefix("The document 'poem 3' (Poem) belongs to a newer program"))
  }

  @Test func `a poem is updated by an asynchronous client`() async throws {
    let table = Table()
    table.content.withLock { $0 = Table.Content(document: Self.old, collisions: 3) }
    try await updatePoem(17, in: table) { $0.title = "Toads" }
    #expect(
      try store(ofPoem: 17, in: table).read()?.value.title == "Toads")
    #expect(table.content.withLock(\.backups) == [Self.old])
    #expect(table.content.withLock(\.collisions) == 0)
  }

  @Test func `a poem that the database changes isn't committed`() async throws {
    let table = Table()
    table.content.withLock { $0 = Table.Content(document: Self.old, shouts: true) }
    await #expect(throws: StoreError.self) {
      try await updatePoem(17, in: table) { $0.title = "Toads" }
    }
    #expect(table.content.withLock(\.document) == Self.old)
    await #expect(throws: PoemNotFound.self) { try await updatePoem(18, in: Table()) { _ in } }
  }
}

// MARK: - A table of one poem

extension DatabaseGuideTests {
  final class Table: Client, Database, Transaction {
    struct Content: Equatable {
      var document: String?
      var revision = 1
      var backups: [String] = []
      /// How many writes another program gets ahead of.
      var collisions = 0
      /// Whether titles are changed when they are stored.
      var shouts = false
    }

    struct Row: ClientRow {
      let content: Content
      func text(_ column: String) throws -> String { try #require(content.document) }
      func integer(_ column: String) throws -> Int { content.revision }
    }

    let content = Mutex(Content())

    func row(_ sql: String, _ arguments: [any Sendable]) throws -> (any ClientRow)? {
      try content.withLock { content in
        let words = sql.split(separator: " ")
        switch (words[0], words[2]) {
        case ("SELECT", _):
          if content.document == nil { return nil }
        case ("INSERT", "poems"):
          guard content.document == nil else { return nil }
          content.document = arguments[1] as? String
        case ("INSERT", _):
          content.backups.append(try #require(arguments[2] as? String))
          return nil
        default:
          let isSame =
            sql.contains("AND document")
            ? arguments[2] as? String == content.document
            : arguments[2] as? Int == content.revision
          guard isSame else { return nil }
          content.document = arguments[0] as? String
          content.revision += 1
        }
        return Row(content: content)
      }
    }

    func transaction<Result: Sendable>(
      _ body: (any Transaction) async throws -> Result
    ) async throws -> Result {
      let before = content.withLock(\.self)
      do {
        return try await body(self)
      } catch {
        content.withLock { $0 = before }
        throw error
      }
    }

    func poem(_ id: Int) async throws -> (document: Data, revision: Int)? {
      content.withLock { content in
        content.document.map { (Data($0.utf8), content.revision) }
      }
    }

    func updatePoem(_ id: Int, to document: Data, ifRevision: Int) async throws -> Data? {
      content.withLock { content in
        if content.collisions > 0 {
          content.collisions -= 1
          content.revision += 1
        }
        guard content.revision == ifRevision else { return nil }
        let text = String(decoding: document, as: UTF8.self)
        let stored = content.shouts ? text.replacing("Toads", with: "TOADS") : text
        content.document = stored
        content.revision += 1
        return Data(stored.utf8)
      }
    }

    func backUp(_ document: Data, ofPoem id: Int) async throws {
      content.withLock { $0.backups.append(String(decoding: document, as: UTF8.self)) }
    }
  }
}
