import Foundation
import LineageSchemas
import Synchronization

/// A file with the document that is being decoded, so that it is known after a crash.
///
/// A trap ends the process before a failure can be reported. The next run finds the file, and
/// reports the document that crashed the previous one.
final class LastDocument {
  private let file: URL
  private let handle: FileHandle
  private let process: Int32

  /// How many runs are in progress, by process.
  private static let running = Mutex<[Int32: Int]>([:])

  /// A document that a run didn't finish decoding.
  struct Unfinished {
    let document: Data
    let seed: UInt64
    let turn: Int
    /// Whether no other run of the same process was in progress.
    let isOnly: Bool
  }

  /// Begins a run. Each run has its own file.
  init(
    of folder: FixtureFolder, seed: UInt64,
    process: Int32 = ProcessInfo.processInfo.processIdentifier
  ) throws {
    file = Self.place.appending(path: "\(Self.prefix(of: folder))-\(seed)-\(process)-\(UUID())")
    try Data().write(to: file)
    handle = try FileHandle(forWritingTo: file)
    self.process = process
    Self.running.withLock { $0[process, default: 0] += 1 }
  }

  deinit {
    Self.running.withLock { [process] in $0[process, default: 1] -= 1 }
  }

  func note(_ document: Data, turn: Int) throws {
    let others = Self.running.withLock { [process] in $0[process, default: 1] - 1 }
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data("\(turn) \(others)\n".utf8) + document)
  }

  /// Ends the run.
  func forget() {
    try? handle.close()
    try? FileManager.default.removeItem(at: file)
  }

  // MARK: - Earlier runs

  /// Returns the documents that earlier runs have left behind, and deletes their files. Ignores
  /// runs that are still in progress.
  static func takeUnfinished(of folder: FixtureFolder) -> [Unfinished] {
    let prefix = prefix(of: folder) + "-"
    let names =
      (try? FileManager.default.contentsOfDirectory(
        atPath: place.path(percentEncoded: false))) ?? []
    return names.filter { $0.hasPrefix(prefix) }.sorted().compactMap { name in
      let parts = name.dropFirst(prefix.count).split(separator: "-")
      guard parts.count > 2, let seed = UInt64(parts[0]), let process = Int32(parts[1]),
        !isRunning(process)
      else { return nil }
      let file = place.appending(path: name)
      defer { try? FileManager.default.removeItem(at: file) }
      guard let data = try? Data(contentsOf: file), let end = data.firstIndex(of: 0x0A) else {
        return nil
      }
      let numbers = String(decoding: data[..<end], as: UTF8.self).split(separator: " ")
      guard let turn = numbers.first.flatMap({ Int($0) }) else { return nil }
      return Unfinished(
        document: data[(end + 1)...], seed: seed, turn: turn,
        isOnly: numbers.last == "0")
    }
  }

  private static var place: URL { FileManager.default.temporaryDirectory }

  /// The prefix of the names of a document's files, which includes a hash of the fixtures' folder
  /// to tell projects apart.
  private static func prefix(of folder: FixtureFolder) -> String {
    let hash = StableHash.of(folder.reading.path(percentEncoded: false).utf8)
    return "lineage-fuzz-\(String(hash, radix: 36))"
  }

  private static func isRunning(_ process: Int32) -> Bool {
    #if os(Windows)
      // Signals can't be used to check this.
      return false
    #else
      // Processes of other users may not be signaled.
      return kill(process, 0) == 0 || errno == EPERM
    #endif
  }
}
