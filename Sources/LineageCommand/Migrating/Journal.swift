import Foundation
import LineageStore

/// The record of migrations, to which every run appends: one `JournalRecord` in each line.
///
/// For each file, the records are read in order. They say whether it failed last, and what can be undone:
///
/// | Record | Failed last | Change that can be undone |
/// | --- | --- | --- |
/// | `migrating` | as before | unfinished; a finished one before it becomes its previous one |
/// | `migrated` | no | finished |
/// | `current` | no | finished if it was unfinished and the version is the new one: the run was killed after it had replaced the document |
/// | `newer` | no | as before |
/// | `failed` | yes | as before |
/// | `restored` | no | none |
///
/// Every document that is replaced has a `migrating` record first, so only those that are killed or fail after it are
/// left unfinished.
struct Journal {
  /// The files that failed last.
  private(set) var failedFiles: Set<ComparedPath> = []
  private var changesByFile: [ComparedPath: JournaledChange] = [:]

  /// The documents that migrations have replaced, or may have replaced, and that weren't restored since, ordered by
  /// their paths.
  var changes: [JournaledChange] {
    changesByFile.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Reads a journal. A line that isn't a record is skipped: a run that was killed may have left half of one.
  init(_ path: String) throws(SystemError) {
    let calls = RetriedCalls(SystemCalls())
    let file = try calls.open(path, in: .workingFolder, .reading)
    defer { try? calls.close(file) }
    let reader = LineReader(file.number)
    let decoder = JSONDecoder()
    while let batch = try reader.next() {
      for line in batch.text.split(separator: 0x0A) {
        guard var record = try? decoder.decode(JournalRecord.self, from: line) else { continue }
        record.file = Self.identity(of: record.file)
        add(record)
      }
    }
  }

  private mutating func add(_ record: JournalRecord) {
    let file = ComparedPath(record.file)
    switch record.result {
    case .migrating: break
    case .failed: failedFiles.insert(file)
    case .migrated, .current, .newer, .restored: failedFiles.remove(file)
    }
    let change = changesByFile[file]
    switch record.result {
    case .migrating:
      changesByFile[file] = JournaledChange(record, .unfinished(previous: change?.finished))
    case .migrated:
      changesByFile[file] = JournaledChange(
        record, start: change?.start, .finished(record.date))
    case .current:
      if case .unfinished? = change?.state, record.from == change?.to {
        changesByFile[file]?.state = .finished(record.date)
      }
    case .newer, .failed: break
    case .restored: changesByFile[file] = nil
    }
  }

  /// A path as it is compared: from the root of the file system, without `.`, `..` and empty names.
  ///
  /// A URL would take `~` for the home folder, which a shell has replaced already where it is meant.
  static func identity(of path: String) -> String {
    let calls = RetriedCalls(SystemCalls())
    var names: [String] = []
    let absolute = FilePath.joined(FileManager.default.currentDirectoryPath, path)
    for name in FilePath.names(of: absolute) {
      switch name {
      case ".": break
      case "..":
        let folder = "/" + names.joined(separator: "/")
        // The system goes to the folder around the link's destination.
        if (try? calls.destination(ofLink: folder, in: .workingFolder)) != nil,
          let real = try? calls.realPath(of: folder)
        {
          names = FilePath.names(of: real)
        }
        _ = names.popLast()
      default: names.append(name)
      }
    }
    return "/" + names.joined(separator: "/")
  }
}
