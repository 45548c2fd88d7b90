import Foundation
import Lineage
import Synchronization
import Testing

@testable import LineageStore

/// What a program that knows no locks writes during a save is never displaced.
struct RudeProgramTests {
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
