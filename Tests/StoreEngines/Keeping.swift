import Foundation
import Lineage
import LineageStore

/// A document that a column may not store as it is.
struct SampleDocument {
  let name: String
  let text: String

  init(_ name: String, content: String) {
    self.init(name, text: "{\"version\":1,\"content\":\(content)}")
  }

  init(_ name: String, text: String) {
    self.name = name
    self.text = text
  }

  static let all = [
    SampleDocument("the number 1.10", content: "1.10"),
    SampleDocument("the number 1.0e2", content: "1.0e2"),
    SampleDocument("the number -0.0", content: "-0.0"),
    SampleDocument("the number 10000000000000000000001", content: "10000000000000000000001"),
    SampleDocument("the number 1e400", content: "1e400"),
    SampleDocument("the number 1e200000", content: "1e200000"),
    SampleDocument("the order of keys", content: #"{"bb":1,"a":2,"ccc":3}"#),
    SampleDocument("a key twice", content: #"{"a":1,"a":2}"#),
    SampleDocument("white space", text: "{\n  \"version\" : 1,\n  \"content\" : []\n}\n"),
    SampleDocument("the escape \\u0000", content: #""a\u0000b""#),
    SampleDocument("a lone surrogate, \\ud800", content: #""a\ud800b""#),
    SampleDocument("the escape \\u00e9", content: #""\u00e9""#),
    SampleDocument("the text é 蛙 🐸", content: #""é 蛙 🐸""#),
  ]
}

/// What a column does to a document.
enum Outcome: Equatable, CustomStringConvertible {
  case exact
  /// The same fields in other bytes.
  case sameFields
  /// Numbers of the same value, but with another text.
  case sameNumbers
  case altered
  case refused(String)

  var description: String {
    switch self {
    case .exact: "every byte"
    case .sameFields: "same fields"
    case .sameNumbers: "same number, other digits"
    case .altered: "altered"
    case .refused(let reason): "refused: \(reason)"
    }
  }
}

/// Finds out what a column type stores, and what a store says of it.
struct Keeping {
  let column: Column
  let databases: Databases
  let first: Int

  private var checks: Checks { Checks(subject: "\(column)") }

  func run() -> [Outcome] {
    SampleDocument.all.indices.map { index in
      let sample = SampleDocument.all[index]
      do {
        let outcome = try outcome(of: sample, inRow: first + 2 * index)
        checks.expect(
          outcome == expectation(of: sample), "it stores \(sample.name) as expected (\(outcome))")
        try writeByStore(sample, inRow: first + 2 * index + 1, outcome)
        return outcome
      } catch {
        checks.expect(false, "\(sample.name) can be tried (\(error))")
        return .altered
      }
    }
  }

  /// What the guide says.
  private func expectation(of sample: SampleDocument) -> Outcome {
    guard column.type == "jsonb" else { return .exact }
    return switch sample.name {
    case "the number 1.0e2", "the number -0.0", "the number 1e400": .sameNumbers
    case "the number 1e200000": .refused("value overflows numeric format")
    case "a key twice": .altered
    case "the escape \\u0000": .refused("unsupported Unicode escape sequence")
    case "a lone surrogate, \\ud800": .refused("invalid input syntax for type json")
    default: .sameFields
    }
  }

  /// Stores the bytes themselves, and compares those that are read.
  private func outcome(of sample: SampleDocument, inRow id: Int) throws -> Outcome {
    let row = try Row(id, column, by: .revision, in: databases)
    let data = Data(sample.text.utf8)
    do {
      guard try row.replace(nil, with: data) != nil else { return .altered }
    } catch let error as DatabaseError {
      return .refused(error.description)
    }
    guard let stored = try row.read()?.data else { return .altered }
    if stored == data { return .exact }
    let opened = try OpenedDocument<Sample>(data)
    if try OpenedDocument<Sample>(stored).value == opened.value { return .sameFields }
    do {
      try opened.saving(opened.value).verify(stored: stored)
      return .sameNumbers
    } catch StoreError.notVerified {
      return .altered
    }
  }

  /// Writes the same value by a store, over another one.
  private func writeByStore(
    _ sample: SampleDocument, inRow id: Int, _ outcome: Outcome
  ) throws {
    let row = try Row(id, column, by: .revision, in: databases)
    let store = row.store(Sample.self)
    let value = try OpenedDocument<Sample>(Data(sample.text.utf8)).value
    let opened = try store.write(Sample(content: "before"), over: nil)
    let before = try row.read()
    if case .refused = outcome {
      checks.expectError("\(sample.name) isn't written", \.isNotWritten) {
        try store.write(value, over: opened)
      }
      let after = try row.read()
      checks.expect(
        after?.data == before?.data && after?.token == before?.token,
        "the row is unchanged after \(sample.name) was refused")
    } else {
      // A store writes a key once, so nothing is altered there.
      let written = try store.write(value, over: opened)
      let read = try store.read()
      checks.expect(
        outcome == .sameNumbers || read?.value == value, "\(sample.name) is read as it was written")
      checks.expect(
        try store.write(Sample(content: "after"), over: read).value.content == "after",
        "\(sample.name) is written over")
      checks.expectError("\(sample.name) is written over once", \.isChanged) {
        try store.write(Sample(content: "later"), over: written)
      }
    }
  }
}

/// A table that alters documents, by a trigger.
struct Altering {
  let databases: Databases

  func run() {
    let checks = Checks(subject: "a trigger that changes documents")
    checks.perform {
      let column = Column(engine: .postgreSQL, type: "jsonb")
      let tool = try databases.connect(.postgreSQL)
      _ = try tool.execute(
        """
        CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
        NEW.document = upper(NEW.document::text)::jsonb; RETURN NEW; END $$
        """)
      _ = try tool.execute(
        """
        CREATE TRIGGER shout BEFORE UPDATE ON documents_jsonb FOR EACH ROW \
        WHEN (NEW.id = 9000) EXECUTE FUNCTION shout()
        """)
      for comparison in column.comparisons {
        let row = try Row(9000, column, by: comparison, in: databases)
        _ = try tool.execute("DELETE FROM documents_jsonb WHERE id = 9000")
        let opened = try row.store(Sample.self).write(Sample(content: "frogs"), over: nil)
        checks.expectError("a document that was altered is reported", \.isUncertain) {
          try row.store(Sample.self).write(Sample(content: "toads"), over: opened)
        }
      }
    }
  }
}
