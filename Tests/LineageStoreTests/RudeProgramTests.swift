import Foundation
import Lineage
import Synchronization
import Testing

@testable import LineageStore

/// What a program that knows no locks writes during a save is never displaced.
struct RudeProgramTests {
  @Test func `a document that can't be put back has a name that the next save leaves alone`() throws
  {
    let folder = try TemporaryFolder()
    let url = folder.file("note.json")
    let opened = try DocumentFile<Note>(url).write(.sample, over: nil)
    let theirs = try JSONEncoder().encode(versioned: Note(title: "1", lines: []))
    // It replaces the file, and then removes it.
    let rude = RudeProgram(file: url, writes: 1)
    let calls = InterferingCalls(
      beforeExchange: { rude.write(isFirst: true) },
      afterExchange: { try? FileManager.default.removeItem(at: url) })
    let path = folder.path("note.json")
    let file = DocumentFile<Note>(path: path, createsFolder: false, options: .init(), calls: calls)

    let error = #expect(throws: StoreError.self) {
      try file.write(Note(title: "Toads", lines: []), over: opened)
    }
    let displaced = try #require(try folder.names().first { $0.contains("displaced") })
    try DocumentFile<Note>(url).write(Note(title: "Newts", lines: []), over: nil)

    #expect(try folder.bytes(of: displaced) == theirs)
    #expect(
      error.map { "\($0)" } == """
        The document '\(path)' (Note) was written by this program and another one at the same time, and the document \
        of the other one couldn't be put back: \(SystemError(call: "renameat2", code: ENOENT)). One of the two is in \
        '\(folder.path(displaced))' now. Keep the new value, and compare them.
        """)
  }

  @Test func `an update begins again after a program without locks has written`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("note.json")
    try DocumentFile<Note>(url).write(.sample, over: nil)
    let rude = RudeProgram(file: url, writes: 1)
    let calls = InterferingCalls(
      beforeExchange: { rude.write(isFirst: true) }, afterExchange: {})
    let file = DocumentFile<Note>(
      path: folder.path("note.json"), createsFolder: false, options: .init(), calls: calls)

    try file.update { $0.lines.append("x") }

    #expect(try file.read()?.value == Note(title: "1", lines: ["x"]))
    #expect(try folder.names() == ["note.json"])
  }

  @Test(arguments: 1...5)
  func `the last document of a program without locks stays`(writes: Int) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("note.json")
    let opened = try DocumentFile<Note>(url).write(.sample, over: nil)
    // It writes once before the first exchange, then after each, as long as it has something to write.
    let rude = RudeProgram(file: url, writes: writes)
    let calls = InterferingCalls(
      beforeExchange: { rude.write(isFirst: true) }, afterExchange: { rude.write(isFirst: false) })
    let file = DocumentFile<Note>(
      path: url.path(percentEncoded: false), createsFolder: false, options: .init(), calls: calls)

    var note = opened.value
    note.title = "Toads"
    do {
      try file.write(note, over: opened)
      Issue.record("It was written.")
    } catch .changed {}

    #expect(try file.read()?.value.title == "\(writes)")
    #expect(try folder.names() == ["note.json"])
  }
}

/// A program that replaces a file again and again.
private final class RudeProgram: Sendable {
  let file: URL
  let writes: Int
  private let written = Mutex(0)

  init(file: URL, writes: Int) {
    self.file = file
    self.writes = writes
  }

  func write(isFirst: Bool) {
    let number = written.withLock { written -> Int? in
      guard written < writes, isFirst == (written == 0) else { return nil }
      written += 1
      return written
    }
    guard let number else { return }
    do {
      try JSONEncoder().encode(versioned: Note(title: "\(number)", lines: []))
        .write(to: file, options: .atomic)
    } catch {
      Issue.record(error)
    }
  }
}
