import Foundation
import Lineage
import LineageStore
import Synchronization
import Testing

/// Documents in places that store something else than they are given.
struct StoredDocumentTests {
  struct Reading: VersionedCodable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var amount: Double
    var names: Set<String> = []
    var unknownFields = UnknownFields()
  }

  /// A row whose column rewrites documents.
  final class Row: Sendable {
    let content = Mutex<(data: Data, revision: Int)?>(nil)
    let reads = Mutex(0)
    let rewrite: @Sendable (String) -> String

    init(_ rewrite: @escaping @Sendable (String) -> String) {
      self.rewrite = rewrite
    }

    func store(verifies: Bool = true) -> DocumentStore<Reading> {
      DocumentStore(named: "row 17", verifies: verifies) {
        self.reads.withLock { $0 += 1 }
        return self.content.withLock { $0.map { ($0.data, $0.revision) } }
      } replace: { revision, data in
        self.content.withLock { row in
          guard row?.revision == revision else { return nil }
          let stored = self.rewrite(String(decoding: data, as: UTF8.self))
          row = (Data(stored.utf8), (revision ?? 0) + 1)
          return row?.revision
        }
      }
    }
  }

  static let sample = Reading(amount: 100, names: ["a", "b", "c"], unknownFields: ["x": 1.5])

  struct Rewriting: CustomTestStringConvertible {
    var testDescription: String
    var isSame: Bool
    var rewrite: @Sendable (String) -> String

    init(_ name: String, isSame: Bool, _ rewrite: @escaping @Sendable (String) -> String) {
      testDescription = name
      self.isSame = isSame
      self.rewrite = rewrite
    }

    static func replacing(_ text: String, by other: String, isSame: Bool) -> Rewriting {
      Rewriting("\(text) becomes \(other)", isSame: isSame) {
        $0.replacingOccurrences(of: text, with: other)
      }
    }
  }

  static let rewritings = [
    Rewriting("nothing changes", isSame: true) { $0 },
    Rewriting("white space is added", isSame: true) {
      $0.replacingOccurrences(of: ":", with: " : ")
    },
    Rewriting("keys are ordered", isSame: true) { text in
      let object = try? JSONSerialization.jsonObject(with: Data(text.utf8))
      let data = object.flatMap {
        try? JSONSerialization.data(withJSONObject: $0, options: .sortedKeys)
      }
      return data.map { String(decoding: $0, as: UTF8.self) } ?? text
    },
    .replacing(":100", by: ":1.0e2", isSame: true),
    .replacing(":100", by: ":100.000", isSame: true),
    .replacing(":1.5", by: ":15E-1", isSame: true),
    .replacing(":100", by: ":101", isSame: false),
    .replacing(":100", by: ":-100", isSame: false),
    .replacing(":1.5", by: ":1.50000000000000000001", isSame: false),
    .replacing(":1.5", by: ":1.5e1", isSame: false),
    .replacing(":1.5", by: ":\"1.5\"", isSame: false),
    .replacing("\"a\"", by: "\"A\"", isSame: false),
    .replacing("\"x\"", by: "\"y\"", isSame: false),
    Rewriting("the end is cut off", isSame: false) { String($0.dropLast()) },
    Rewriting("nothing is left", isSame: false) { _ in "" },
  ]

  @Test(arguments: rewritings)
  func `a document that its place has changed is reported`(rewriting: Rewriting) throws {
    let row = Row(rewriting.rewrite)
    do {
      try row.store().write(Self.sample, over: nil)
      #expect(rewriting.isSame)
    } catch .uncertain(let failure) {
      #expect(!rewriting.isSame)
      #expect(failure.location == "row 17")
    }
    #expect(row.content.withLock { $0 != nil })
    try Row(rewriting.rewrite).store(verifies: false).write(Self.sample, over: nil)
  }

  @Test(arguments: rewritings)
  func `a document is compared with what a database has stored`(rewriting: Rewriting) throws {
    let pending = try PendingDocument(first: Self.sample)
    let stored = rewriting.rewrite(String(decoding: pending.data, as: UTF8.self))
    do {
      try pending.verify(stored: Data(stored.utf8))
      #expect(rewriting.isSame)
    } catch .notVerified {
      #expect(!rewriting.isSame)
    }
  }

  @Test func `the error says that the document was written`() {
    let row = Row { $0.replacingOccurrences(of: "100", with: "101") }
    let error = #expect(throws: StoreError.self) {
      try row.store().write(Self.sample, over: nil)
    }
    #expect(
      error?.description == """
        The document 'row 17' (Reading) was written, but what is stored isn't the same document: 'amount' \
        differs. The previous document was replaced. Keep the new value, and read the document again before you continue.
        """)
  }

  @Test func `what another program stores after a write isn't compared`() throws {
    let content = Mutex<(data: Data, revision: Int)?>(nil)
    let theirs = Data(#"{"amount":7,"names":[],"version":1}"#.utf8)
    let store = DocumentStore<Reading> {
      content.withLock { $0.map { ($0.data, $0.revision) } }
    } replace: { (_: Int?, _) in
      content.withLock { $0 = (theirs, 2) }
      return 1
    }
    try store.write(Self.sample, over: nil)
    #expect(try store.read()?.value.amount == 7)
  }

  struct Unreachable: Error {}

  @Test func `a document that can't be read again is uncertain`() throws {
    let isWritten = Mutex(false)
    let store = DocumentStore<Reading>(named: "row 17") {
      if isWritten.withLock(\.self) { throw Unreachable() }
      return nil
    } replace: { (_: Int?, _) in
      isWritten.withLock { $0 = true }
      return 1
    }
    do {
      try store.write(Self.sample, over: nil)
      Issue.record("It was verified.")
    } catch {
      guard case .uncertain(let failure) = error else { throw error }
      #expect(failure.underlyingError is Unreachable)
      #expect(
        error.description == """
          The document 'row 17' (Reading) was written, but it couldn't be read again to check it: Unreachable was \
          thrown. The previous document was replaced. Keep the new value, and read the document again before you \
          continue.
          """)
    }
  }

  @Test func `a place that isn't verified is read once`() throws {
    let row = Row { $0 }
    let store = row.store(verifies: false)
    try store.update(default: Self.sample) { $0.amount += 1 }
    #expect(row.reads.withLock(\.self) == 1)
    try row.store().update { $0.amount += 1 }
    #expect(row.reads.withLock(\.self) == 3)
  }

  @Test func `an update that changes nothing doesn't write a document that was rewritten`() throws {
    let row = Row { $0.replacingOccurrences(of: ":", with: " : ") }
    try row.store().write(Reading(amount: 100, unknownFields: ["x": 1.5]), over: nil)
    try row.store().update { _ in }
    #expect(row.content.withLock { $0?.revision } == 1)
    try row.store().update { $0.amount += 1 }
    #expect(row.content.withLock { $0?.revision } == 2)
  }

  @Test func `an update that changes nothing migrates an older document`() throws {
    let content = Mutex((data: oldNote, revision: 1))
    let store = DocumentStore<Note> {
      content.withLock(\.self)
    } replace: { revision, data in
      content.withLock { row in
        guard row.revision == revision else { return nil }
        row = (data, row.revision + 1)
        return row.revision
      }
    }
    try store.update { _ in }
    #expect(content.withLock(\.revision) == 2)
    #expect(try store.read()?.version == 2)
  }

  final class Tally: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var count = 0
  }

  @Test func `an update of a class is written`() throws {
    let content = Mutex<(Data, Int)>((Data(#"{ "count" : 1, "version" : 1 }"#.utf8), 1))
    let store = DocumentStore<Tally> {
      content.withLock(\.self)
    } replace: { revision, data in
      content.withLock { $0 = (data, (revision ?? 0) + 1) }
      return content.withLock(\.1)
    }
    try store.update { _ in }
    #expect(content.withLock(\.1) == 1)
    try store.update { $0.count = 2 }
    #expect(try store.read()?.value.count == 2)
  }
}
