import Foundation
import LineageStore

/// A file that may have a document.
struct FoundFile: Sendable {
  let path: String
  /// The place of its documents in the list; nil if it has none that are known.
  let kind: Int?
  /// Why it, or the folder that it is, can't be read.
  var failure: DocumentFailure?
}

/// The documents in files and folders, in the order of their names.
///
/// Folders are walked, with everything in them except hidden files and folders. Symbolic links to files are followed,
/// those to folders are not, so that no file is found twice and no walk is endless.
struct DocumentWalk {
  private let kinds: [any DocumentKind]
  /// Whether all files are documents of the only kind, whatever their names.
  private let takesAnyFile: Bool
  private let calls = RetriedCalls(SystemCalls())
  /// What is still to be looked at, the next one last.
  private var pending: [(path: String, isOperand: Bool)]

  /// - Parameters:
  ///   - paths: Files and folders.
  ///   - kinds: The documents.
  ///   - takesAnyFile: Whether files that were named are documents of the only kind, whatever their names.
  init(_ paths: [String], of kinds: [any DocumentKind], takingAnyFile takesAnyFile: Bool) {
    self.kinds = kinds
    self.takesAnyFile = takesAnyFile
    pending = paths.reversed().map { ($0, true) }
  }

  mutating func next() -> FoundFile? {
    while let (path, isOperand) = pending.popLast() {
      do throws(SystemError) {
        let status = try calls.status(
          of: path, in: .workingFolder, followingLinks: true)
        if status.kind == .folder {
          let isSkipped = isOperand ? false : try isLink(path)
          if !isSkipped { try enter(path) }
        } else if let file = file(path, isOperand) {
          return file
        }
      } catch {
        // A link that leads nowhere is reported if it is called like a document.
        let file = file(path, isOperand)
        if file == nil, error.code == ENOENT { continue }
        return FoundFile(
          path: path, kind: file?.kind,
          failure: DocumentFailure(.unavailable, message: error.sentence))
      }
    }
    return nil
  }

  private func isLink(_ path: String) throws(SystemError) -> Bool {
    try calls.status(of: path, in: .workingFolder, followingLinks: false).kind == .symbolicLink
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
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if let kind = kinds.firstIndex(where: { $0.matches(name) }) {
      return FoundFile(path: path, kind: kind)
    }
    guard isOperand else { return nil }
    if takesAnyFile { return FoundFile(path: path, kind: 0) }
    return FoundFile(
      path: path, kind: nil,
      failure: DocumentFailure(
        .unknownType, message: "Its name doesn't tell which documents it has. Add --type."))
  }
}

extension SystemError {
  /// The description as a sentence.
  var sentence: String {
    let text = description
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}
