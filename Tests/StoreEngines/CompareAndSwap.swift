import Foundation
import Lineage
import LineageStore
import Synchronization

/// Checks that a row is only written over by a program that has read what is there.
struct CompareAndSwap {
  let column: Column
  let comparison: Comparison
  let databases: Databases
  let first: Int

  private var checks: Checks { Checks(subject: "\(column) by \(comparison)") }

  func row(_ number: Int) throws -> Row {
    try Row(first + number, column, by: comparison, in: databases)
  }

  func run() {
    checks.perform {
      try writers()
      try workers()
      try ages()
      try agesAtOnce()
    }
  }

  private func writers() throws {
    let store = try row(0).store(Counter.self)
    let other = try row(0).store(Counter.self)
    checks.expect(try store.read() == nil, "a row that isn't there is nil")
    let first = try store.write(Counter(), over: nil)
    checks.expectError("a row is created once", \.isChanged) {
      try other.write(Counter(count: 7), over: nil)
    }
    checks.expect(try other.read()?.value == Counter(), "a document is read as it was written")
    let second = try store.write(Counter(count: 1), over: first)
    checks.expectError("a document that was removed isn't written over", \.isChanged) {
      try store.write(Counter(count: 9), over: first)
    }

    let theirs = try other.read()
    let mine = try store.write(Counter(count: 2), over: second)
    do {
      try other.write(Counter(count: 1, name: "frogs"), over: theirs)
      checks.expect(false, "the second of two writers gets a conflict")
    } catch .changed(let conflict) {
      try other.write(conflict.merged(), resolving: conflict)
      checks.expect(
        try store.read()?.value == Counter(count: 2, name: "frogs"), "both changes are merged")
      checks.expectError("a conflict is resolved once", \.isChanged) {
        try other.write(Counter(count: 5), resolving: conflict)
      }
    }
    do {
      try store.write(Counter(count: 3, name: "toads"), over: mine)
      checks.expect(false, "the first writer gets a conflict then")
    } catch .changed(let conflict) {
      do {
        _ = try conflict.merged(as: Counter.self)
        checks.expect(false, "two changes of one field aren't merged")
      } catch let error as FieldConflicts {
        checks.expect(error.paths == ["name"], "the field is named that both have changed")
      }
    }
  }

  private func workers() throws {
    let rows = try (0..<4).map { _ in try row(1) }
    let checks = checks
    checks.perform(onThreads: rows.count) { number in
      let store = rows[number].store(Counter.self)
      for _ in 0..<50 { try store.update(default: Counter()) { $0.count += 1 } }
    }
    let count = try rows[0].store(Counter.self).read()?.value.count
    let collisions = rows.reduce(0) { sum, row in sum + row.collisions.withLock(\.self) }
    print(
      "  \(column) by \(comparison): 4 × 50 updates make \(count ?? 0), after \(collisions) collisions"
    )
    checks.expect(count == 200, "no update is lost")
  }

  private func ages() throws {
    let row = try row(2)
    let (old, new) = (row.store(OldNote.self), row.store(Note.self))
    try old.write(OldNote(title: "Frogs", body: "old pond\na frog"), over: nil)
    let memory = try old.read()
    let before = try row.read()?.data
    try new.update { $0.title = "Toads" }
    let after = try row.read()
    checks.expect(
      try new.read()?.value == Note(title: "Toads", lines: ["old pond", "a frog"]),
      "the newer program migrates")
    checks.expect(try row.backups() == [before], "the old document is backed up as it was")
    checks.expect(
      try row.backups().first.map { try OpenedDocument<OldNote>($0).value.title } == "Frogs",
      "the older program can open the backup")
    checks.expectError("the older program doesn't read the newer document", \.isNewer) {
      _ = try old.read()
    }
    checks.expectError("its stale memory isn't written over it", \.isNewer) {
      try old.write(OldNote(title: "x", body: ""), over: memory)
    }
    checks.expectError("nor is it created again", \.isNewer) {
      try old.write(OldNote(title: "x", body: ""), over: nil)
    }
    checks.expectError("nor updated", \.isNewer) {
      try old.update(default: OldNote(title: "", body: "")) { $0.title = "x" }
    }
    let now = try row.read()
    checks.expect(now?.data == after?.data && now?.token == after?.token, "the row is untouched")
  }

  /// Updates a document, however often another program is faster: on a busy machine, it may be so for all attempts of one
  /// call.
  private func updateUntilDone(
    _ store: DocumentStore<Note>, _ change: (inout Note) throws -> Void
  ) throws {
    while true {
      do {
        return try store.update(change)
      } catch StoreError.changed {}
    }
  }

  /// The older program writes as fast as it can while the newer one migrates.
  private func agesAtOnce() throws {
    let rows = try (row(3), row(3))
    try rows.0.store(OldNote.self).write(OldNote(title: "0", body: "old pond"), over: nil)
    let checks = checks
    checks.perform(onThreads: 2) { number in
      if number == 0 {
        let old = rows.0.store(OldNote.self)
        do {
          for count in 1...20_000 { try old.update { $0.title = "\(count)" } }
          checks.expect(false, "the older program is stopped")
        } catch StoreError.newer {}
      } else {
        Thread.sleep(forTimeInterval: 0.05)
        try updateUntilDone(rows.1.store(Note.self)) { $0.lines.append("a frog") }
      }
    }
    let note = try rows.0.store(Note.self).read()?.value
    let backups = try rows.0.backups().map { try OpenedDocument<OldNote>($0).value.title }
    checks.expect(note?.lines == ["old pond", "a frog"], "the newer document stays")
    checks.expect(
      backups.last == note?.title, "the last document of the older program is backed up")
  }
}
