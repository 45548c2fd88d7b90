import Foundation
import Lineage
import LineageStore

extension Group {
  /// What a save takes, beside the syncs that it can't do without.
  static func saving(_ scale: Scale) -> Group {
    Group(
      name: "save",
      explanation:
        "Times what it takes to encode the value, write and sync a file, rename it, and sync its folder.",
      columns: ["by-hand", "cache", "ordered", "full"], ratio: .cost,
      cases: [("settings", 1), ("100-records", 100), ("10000-records", 10_000)].map { name, count in
        Case(name: "save/\(name)") {
          let folder = try Folder()
          let count = scale == .full ? count : min(count, 100)
          let value = Growth10(rows: Row.sample(count))
          let data = try JSONEncoder().encode(versioned: value)
          let saves = try [Durability.cache, .ordered, .full].map { durability in
            let file = DocumentFile<Growth10>(
              folder.url.appending(path: "\(durability).json"),
              options: DocumentOptions(durability: durability))
            var opened = try file.write(value, over: nil)
            return Work.timed {
              var value = opened.value
              value.rows[0].id += 1
              opened = try file.write(value, over: opened)
            }
          }
          return Subject(
            bytes: data.count,
            work: [
              .timed {
                try folder.writeAndSync(
                  JSONEncoder().encode(versioned: value), to: "by-hand.json")
              }
            ] + saves)
        }
      })
  }

  /// What reading a document from a file takes, beside decoding its bytes.
  static func opening(_ scale: Scale) -> Group {
    Group(
      name: "open",
      explanation:
        "Times what it takes to read the bytes of each file and decode them, with a report.",
      columns: ["decode", "open"], ratio: .cost,
      cases: [
        Case(name: "open/100-records") { try opening(documents: 1, records: 100) },
        Case(name: "open/10000-records") {
          try opening(documents: 1, records: scale == .full ? 10_000 : 100)
        },
        Case(name: "open/folder-of-10000") {
          try opening(documents: scale == .full ? 10_000 : 10, records: 1)
        },
      ])
  }

  private static func opening(documents: Int, records: Int) throws -> Subject {
    let folder = try Folder()
    let data = try JSONEncoder().encode(versioned: Growth10(rows: Row.sample(records)))
    for number in 0..<documents {
      try data.write(to: folder.url.appending(path: "\(number).json"))
    }
    let paths = (0..<documents).map { folder.url.appending(path: "\($0).json") }
    let single = paths.count == 1 ? DocumentFile<Growth10>(paths[0]) : nil
    let documents = DocumentFolder<Growth10>(folder.url, named: "*.json")
    return Subject(
      bytes: data.count * paths.count,
      work: [
        .timed {
          for url in paths {
            var report = MigrationReport()
            _ = try JSONDecoder().decode(
              versioned: Growth10.self, from: Data(contentsOf: url), report: &report)
          }
        },
        .timed {
          withExtendedLifetime(folder) {}
          // One document has no folder to list.
          for file in try single.map({ [$0] }) ?? documents.documents { _ = try file.read() }
        },
      ])
  }

  /// What merging two changes takes. A type may write a set itself, so to tell it from the ordered array that it looks
  /// like, each document is decoded and encoded eight times if arrays were changed, but not if only `Set`s were.
  static func merging(_ scale: Scale) -> Group {
    Group(
      name: "merge",
      explanation: "Times what it takes to decode and encode the document once.",
      columns: ["decode-and-encode", "merge"], ratio: .cost,
      cases: [
        Case(name: "merge/board") {
          try merging(Board(scale)) {
            $0.rows[3] = []
          } with: {
            $0.rows[7][2] = -1
          }
        },
        Case(name: "merge/set-of-board") {
          try merging(Board(scale)) {
            $0.names.remove("name 3")
          } with: {
            $0.names.insert("name")
          }
        },
      ])
  }

  private static func merging(
    _ board: Board, _ change: (inout Board) -> Void, with otherChange: (inout Board) -> Void
  ) throws -> Subject {
    let folder = try Folder()
    let file = DocumentFile<Board>(folder.url.appending(path: "board.json"))
    let opened = try file.write(board, over: nil)
    var (mine, theirs) = (board, board)
    change(&mine)
    otherChange(&theirs)
    try file.write(theirs, over: opened)
    let data = try JSONEncoder().encode(versioned: board)
    do {
      try file.write(mine, over: opened)
    } catch StoreError.changed(let conflict) {
      return Subject(
        bytes: data.count,
        work: [
          .timed {
            _ = try JSONEncoder().encode(
              versioned: JSONDecoder().decode(versioned: Board.self, from: data))
          },
          .timed { let _: Board = try conflict.merged() },
        ])
    }
    preconditionFailure("A change of a changed document was written.")
  }

  private struct Board: VersionedCodable, Sendable {
    static let version = 1
    typealias PreviousVersion = NothingOlder

    var rows: [[Int]]
    var names: Set<String>

    init(_ scale: Scale) {
      rows = (0..<scale.count(2000)).map { row in (0..<50).map { row * $0 } }
      names = Set((0..<scale.count(3000)).map { "name \($0)" })
    }
  }

  /// A folder that exists as long as a case needs it.
  final class Folder {
    let url: URL

    init() throws {
      url = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
      try? FileManager.default.removeItem(at: url)
    }

    /// The least that a save can do if it is to survive a power cut.
    func writeAndSync(_ data: Data, to name: String) throws {
      let path = url.appending(path: name).path
      let file = open(path + ".new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      defer { close(file) }
      let written = data.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      let folder = open(url.path, O_RDONLY | O_CLOEXEC)
      defer { close(folder) }
      guard written == data.count, fsync(file) == 0, rename(path + ".new", path) == 0,
        fsync(folder) == 0
      else { throw CocoaError(.fileWriteUnknown) }
    }
  }
}
