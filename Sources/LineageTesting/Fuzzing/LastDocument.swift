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

  /// A document that a run didn't finish decoding.
  struct Unfinished {
    let document: Data
    let seed: UInt64
    let iteration: Int
    /// Whether no other run was in progress when the process ended.
    let isOnly: Bool
  }

  /// Begins a run. Each run has its own file.
  init(
    of folder: FixtureFolder, seed: UInt64,
    process: Int32 = ProcessInfo.processInfo.processIdentifier
  ) throws {
    let run = UUID().uuidString.filter { $0 != "-" }
    let name = "\(Self.prefix)\(Self.hash(of: folder))-\(seed)-\(process)-\(run)"
    file = Self.temporaryFolder.appending(path: name)
    try Data().write(to: file)
    handle = try FileHandle(forWritingTo: file)
  }

  /// Replaces the document in the file.
  func write(_ document: Data, iteration: Int) throws {
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data("\(iteration)\n".utf8) + document)
  }

  /// Ends the run.
  func forget() {
    try? handle.close()
    try? FileManager.default.removeItem(at: file)
  }

  // MARK: - Earlier runs

  /// A file that a run of a process has left behind, or is still using.
  private struct LeftoverFile {
    let name: String
    let folder: Substring
    let seed: UInt64
    let process: Int32
    /// Whether the file's name records that other runs were in progress when the process ended. Their files may be
    /// deleted by now.
    let recordsOtherRuns: Bool

    init?(_ name: String) {
      let parts = name.split(separator: "-")
      guard name.hasPrefix(LastDocument.prefix), parts.count > 5, let seed = UInt64(parts[3]),
        let process = Int32(parts[4])
      else { return nil }
      (self.name, self.folder, self.seed, self.process) = (name, parts[2], seed, process)
      recordsOtherRuns = parts.last.map { $0 == LastDocument.otherRunsSuffix } ?? false
    }

    var url: URL { LastDocument.temporaryFolder.appending(path: name) }
  }

  /// Only one test at a time reads, renames and deletes leftover files.
  private static let leftoverFilesLock = Mutex(())

  /// Returns the documents that earlier runs have left behind, and deletes their files. Ignores
  /// runs that are still in progress.
  ///
  /// Every run that was in progress when a process ended has left a file. Those of other folders stay for their own
  /// tests, but are renamed, to record that there were other runs. After a week they are deleted, because nothing asks
  /// for those of a folder that was moved, or isn't fuzzed any longer.
  static func takeUnfinished(of folder: FixtureFolder) -> [Unfinished] {
    leftoverFilesLock.withLock { _ in
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: temporaryFolder.path(percentEncoded: false))
      let files = (names ?? []).sorted().compactMap { LeftoverFile($0) }.filter {
        !isRunning($0.process)
      }
      let hash = hash(of: folder)
      let filesOfFolder = files.filter { $0.folder == hash }
      for other in files where other.folder != hash && !other.recordsOtherRuns {
        guard filesOfFolder.contains(where: { $0.process == other.process }) else { continue }
        let newName = "\(other.name)-\(otherRunsSuffix)"
        try? FileManager.default.moveItem(
          at: other.url, to: temporaryFolder.appending(path: newName))
      }
      let unfinished = filesOfFolder.compactMap { file in
        let others = files.count { $0.process == file.process } - 1
        return readAndDelete(file, isOnly: others == 0 && !file.recordsOtherRuns)
      }
      deleteOld(files)
      return unfinished
    }
  }

  /// Deletes the files of processes that ended a week ago. Those of one process stay together, because they tell each
  /// other's tests that there were other runs.
  private static func deleteOld(_ files: [LeftoverFile]) {
    let weekAgo = Date(timeIntervalSinceNow: -7 * 24 * 60 * 60)
    for files in Dictionary(grouping: files, by: \.process).values {
      let dates = files.compactMap { file in
        try? file.url.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
      }
      guard let last = dates.max(), last < weekAgo else { continue }
      for file in files { try? FileManager.default.removeItem(at: file.url) }
    }
  }

  private static func readAndDelete(_ file: LeftoverFile, isOnly: Bool) -> Unfinished? {
    defer { try? FileManager.default.removeItem(at: file.url) }
    guard let data = try? Data(contentsOf: file.url), let end = data.firstIndex(of: 0x0A),
      let iteration = Int(String(decoding: data[..<end], as: UTF8.self))
    else { return nil }
    return Unfinished(
      document: data[(end + 1)...], seed: file.seed, iteration: iteration, isOnly: isOnly)
  }

  private static var temporaryFolder: URL { FileManager.default.temporaryDirectory }

  private static let prefix = "lineage-fuzz-"
  private static let otherRunsSuffix = "others"

  /// A hash of the fixtures' folder, to tell documents and projects apart.
  private static func hash(of folder: FixtureFolder) -> String {
    String(StableHash.of(folder.reading.path(percentEncoded: false).utf8), radix: 36)
  }

  private static func isRunning(_ process: Int32) -> Bool {
    // Processes of other users may not be signaled.
    kill(process, 0) == 0 || errno == EPERM
  }
}
