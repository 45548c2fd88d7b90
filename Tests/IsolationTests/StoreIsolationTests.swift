import Foundation
import Lineage
import LineageStore
import Testing

// Documents of types of this target, which isolates everything to the main actor, are read and written on any thread.

struct StoreIsolationTests {
  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "lineage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  @Test func `a document is updated on another thread`() async throws {
    try await withFolder { folder in
      let file = DocumentFile<Board>(folder.appending(path: "board.json"))
      try await Task.detached {
        try file.update(default: Board()) { $0.notes.append(try Note(from: NoteV1(text: "x"))) }
      }.value
      #expect(try file.read()?.value.notes.first?.lines == ["x"])
    }
  }

  @Test func `a live document shows and saves a value`() async throws {
    try await withFolder { folder in
      let file = DocumentFile<Board>(folder.appending(path: "board.json"))
      let live = LiveDocument(file, default: Board())
      live.value.notes.append(try Note(from: NoteV1(text: "x")))
      try await live.save()
      #expect(try file.read()?.value.notes.count == 1)
      switch live.state {
      case .ready: break
      case .readOnly, .damaged, .unavailable, .conflict: Issue.record("It wasn't saved.")
      @unknown default: break
      }
    }
  }
}
