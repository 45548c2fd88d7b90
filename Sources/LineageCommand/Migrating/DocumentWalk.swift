import Foundation
import Lineage
import LineageStore

/// A file that may have a document.
struct FoundFile: Sendable {
  let path: String
  /// The place of its documents in the list; nil if there are none, which is a failure.
  let kind: Int?
  /// Why it, or the folder that it is, can't be read.
  var failure: DocumentFailure?
}

/// The documents in files and folders, in the order of their names, each one once.
///
/// Folders are walked, with everything in them except hidden files and folders, backups and symbolic links. A symbolic link
/// that is named itself is followed.
struct DocumentWalk {
  private let kinds: [any DocumentKind]
  /// Whether files that were named are documents of the only type, whatever their names.
  private let takesAnyFile: Bool
  /// Whether several paths were named, which may contain each other, so that all files have to be remembered.
  private let namedMoreThanOnce: Bool
  private let calls = RetriedCalls(SystemCalls())
  /// What is still to be looked at, the next one last.
  private var pending: [(path: String, isOperand: Bool)]
  /// The folders and files that aren't looked at: those with backups, and those that were named and have been seen.
  private var skipped: Set<FileNumber>

  private struct FileNumber: Hashable {
    let device: UInt64
    let number: UInt64

    init(_ status: FileStatus) {
      device = status.device
      number = status.number
    }
  }

  /// - Parameters:
  ///   - paths: Files and folders.
  ///   - kinds: The documents.
  ///   - takesAnyFile: Whether files that were named are documents of the only type, whatever their names.
  init(_ paths: [String], of kinds: [any DocumentKind], takingAnyFile takesAnyFile: Bool) {
    self.kinds = kinds
    self.takesAnyFile = takesAnyFile
    pending = paths.reversed().map { ($0, true) }
    skipped = []
    for kind in kinds {
      guard let folder = kind.options.backupFolder?.path(percentEncoded: false) else { continue }
      if let status = try? calls.status(of: folder, in: .workingFolder, followingLinks: true) {
        skipped.insert(FileNumber(status))
      }
    }
    namedMoreThanOnce = paths.count > 1
  }

  mutating func next() -> FoundFile? {
    while let (path, isOperand) = pending.popLast() {
      do throws(SystemError) {
        let status = try calls.status(
          of: path, in: .workingFolder, followingLinks: isOperand)
        let number = FileNumber(status)
        if skipped.contains(number) { continue }
        let found: FoundFile?
        switch status.kind {
        case .folder:
          try enter(path)
          found = nil
        case .symbolicLink: continue
        case .file, .other:
          // A file that isn't looked at because of its name may still be named itself.
          guard let file = file(path, isOperand) else { continue }
          found = file
        }
        if namedMoreThanOnce { skipped.insert(number) }
        if let found { return found }
      } catch {
        // A file that was removed after its folder was listed is no concern of ours. One whose name isn't UTF-8 looks
        // the same, because its path is another one.
        let isOdd = path.contains("\u{FFFD}")
        if error.code == ENOENT, !isOperand, !isOdd { continue }
        return FoundFile(
          path: path, kind: file(path, isOperand)?.kind,
          failure: DocumentFailure(
            .unavailable, message: isOdd ? "Its name isn't valid UTF-8." : error.sentence))
      }
    }
    return nil
  }

  private mutating func enter(_ path: String) throws(SystemError) {
    let folder = try calls.open(path, in: .workingFolder, .folder)
    defer { try? calls.close(folder) }
    let names = try calls.names(in: folder).filter { !$0.hasPrefix(".") }
    let prefix = path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
    pending += names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.reversed()
      .map { (prefix + $0, false) }
  }

  /// The file, if it is to be looked at.
  private func file(_ path: String, _ isOperand: Bool) -> FoundFile? {
    if let kind = kinds.firstIndex(where: { $0.matches(file: path) }) {
      return FoundFile(path: path, kind: kind)
    }
    guard isOperand else { return nil }
    if takesAnyFile { return FoundFile(path: path, kind: 0) }
    return FoundFile(path: path, kind: nil, failure: .unknownName)
  }
}

extension SystemError {
  /// The description as a sentence.
  var sentence: String { "\(description.capitalizedFirst)." }
}
