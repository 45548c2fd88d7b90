import Foundation
import Lineage
import LineageStore
import PoetryDocuments
import Synchronization
import Testing

@testable import LineageCommand

/// Documents that another program saves while they are migrated.
struct ConcurrentSaveTests {
  /// Another program, which has saved a document when it is read for the so-manieth time.
  private final class OtherProgram: DocumentSealing {
    private let reads = Atomic(0)
    private let turn: Int

    var count: Int { reads.load(ordering: .relaxed) }

    init(savingBeforeRead turn: Int) {
      self.turn = turn
    }

    func seal(_ data: Data) -> Data { data }

    func open(_ sealed: Data) -> Data {
      let isTurn = reads.wrappingAdd(1, ordering: .relaxed).newValue == turn
      return isTurn ? Data(Poems.current.utf8) : sealed
    }
  }

  private func migrate(_ text: String, beside program: OtherProgram) throws -> Examination? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "saved-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a.poem")
    try Data(text.utf8).write(to: file)
    let kind = TypedKind<Poem>(pattern: "*.poem", options: DocumentOptions(sealing: program))
    let result = kind.migrate(file: file.path(percentEncoded: false)) { _ in }.result
    guard case .migrated(let examination) = result else { return nil }
    return examination
  }

  @Test func `a document was migrated, also if another program saves it right afterwards`() throws {
    let alone = OtherProgram(savingBeforeRead: .max)
    #expect(try migrate(Poems.withMood, beside: alone)?.standing == .older(1))

    // The last read compares the file with what was written.
    let other = OtherProgram(savingBeforeRead: alone.count)
    let examination = try migrate(Poems.withMood, beside: other)

    #expect(other.count > alone.count)
    #expect(examination?.standing == .older(1))
    #expect(examination?.lost == ["mood"])
  }
}
