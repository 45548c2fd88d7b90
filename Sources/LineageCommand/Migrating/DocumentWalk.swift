import Foundation
import Lineage
import LineageStore

/// A file that may have a document.
struct FoundFile: Sendable {
  enum Content: Sendable {
    case document(any DocumentKind)
    /// The file, or the folder that it is, can't be read. Its name may still be like that of documents.
    case failure(DocumentFailure, (any DocumentKind)?)
  }

  let path: String
  let content: Content

  /// The documents that the file belongs to; nil if it belongs to none.
  var kind: (any DocumentKind)? {
    switch content {
    case .document(let kind): kind
    case .failure(_, let kind): kind
    }
  }
}

/// The documents in files and folders, in the order of their names, each one once.
///
/// Folders are walked, with everything in them except hidden files and folders, backups and symbolic links. A hidden file
/// is found if its pattern begins with a period. A symbolic link that is named itself is followed. Hard links are files of
/// their own, because a migration replaces only one of them. A backup that is named itself is a failure: migrating it would
/// destroy what it keeps.
struct DocumentWalk {
  private let kinds: [any DocumentKind]
  /// Whether files that were named are documents of the only type, whatever their names.
  private let takesAnyFile: Bool
  /// Whether several paths were named, which may contain each other, so that all files have to be remembered.
  private let namedMoreThanOnce: Bool
  /// Whether backups that are named themselves are documents.
  private let takesBackups: Bool
  private let calls = RetriedCalls(SystemCalls())
  /// The files and folders that were named and are still to be looked at, the next one last.
  private var pending: [Candidate]
  /// The folders that are being walked, the innermost last.
  private var listings: [Listing] = []
  /// The folders that were entered, if several paths were named.
  private var enteredFolders: Set<FileNumber> = []
  /// The files that were returned, if several paths were named.
  private var seenFiles: Set<ComparedPath> = []

  private struct Candidate {
    let path: String
    /// The path from the root of the file system, without symbolic links.
    let resolvedPath: String
    let isOperand: Bool
    /// Whether it can't be reached, because another file has the name in which what isn't UTF-8 was replaced.
    var isShadowed = false
    /// Whether it is a folder whose name isn't UTF-8.
    var isOddFolder = false
  }

  /// What is in a folder. Only names are remembered, because a folder may have millions of files.
  private struct Listing {
    /// What precedes the names in the paths.
    let prefix: String
    let resolvedPath: String
    /// The names that are still to be looked at, the next one last.
    var names: [String]
    /// The folders among them whose names aren't UTF-8.
    let oddFolders: Set<String>
    var previous: String?

    mutating func next() -> Candidate? {
      guard let name = names.popLast() else { return nil }
      defer { previous = name }
      return Candidate(
        path: prefix + name, resolvedPath: "\(resolvedPath)/\(name)", isOperand: false,
        isShadowed: previous?.utf8.elementsEqual(name.utf8) ?? false,
        isOddFolder: oddFolders.contains(name))
    }
  }

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
  ///   - takesBackups: Whether backups that were named are documents, because nothing will be written.
  init(
    _ paths: [String], of kinds: [any DocumentKind], takingAnyFile takesAnyFile: Bool,
    takingBackups takesBackups: Bool = false
  ) {
    self.kinds = kinds
    self.takesAnyFile = takesAnyFile
    self.takesBackups = takesBackups
    namedMoreThanOnce = paths.count > 1
    pending = paths.reversed().map {
      Candidate(path: $0, resolvedPath: Self.resolved($0), isOperand: true)
    }
  }

  private static func resolved(_ path: String) -> String {
    // Foundation removes `link/..`, where the system goes to the folder around the link's destination.
    if let real = try? RetriedCalls(SystemCalls()).realPath(of: path) {
      return real == "/" ? "" : real
    }
    let resolved = URL(literalPath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    let hasSlash = resolved.utf8.last == UInt8(ascii: "/")
    return hasSlash ? String(Substring(resolved.utf8.dropLast())) : resolved
  }

  private mutating func nextCandidate() -> Candidate? {
    while !listings.isEmpty {
      if let candidate = listings[listings.count - 1].next() { return candidate }
      listings.removeLast()
    }
    return pending.popLast()
  }

  mutating func next() -> FoundFile? {
    while let candidate = nextCandidate() {
      let (path, isOperand) = (candidate.path, candidate.isOperand)
      if candidate.isShadowed {
        if let failure = failed(odd: candidate) { return failure }
        continue
      }
      do throws(SystemError) {
        let status = try calls.status(
          of: path, in: .workingFolder, followingLinks: isOperand)
        switch status.kind {
        case .folder where isOperand && isInBackups(candidate.resolvedPath):
          return failed(path, .backup)
        case .folder where !isOperand && isHidden(path): continue
        case .folder: try enter(candidate, FileNumber(status))
        case .symbolicLink: continue
        case .file, .other:
          if isBackup(candidate) {
            guard isOperand else { continue }
            if !takesBackups { return failed(path, .backup) }
          }
          // A file that isn't looked at because of its name may still be named itself.
          let kind = kind(ofFile: path, isOperand)
          guard kind != nil || isOperand else { continue }
          let isNew =
            !namedMoreThanOnce || seenFiles.insert(ComparedPath(candidate.resolvedPath)).inserted
          guard isNew else { continue }
          guard let kind else { return failed(path, .unknownName) }
          return FoundFile(path: path, content: .document(kind))
        }
      } catch {
        // A file that was removed after its folder was listed is no concern of ours. One whose name isn't UTF-8 looks
        // the same, because its path is another one.
        if FilePath.hasReplacementCharacter(path) {
          if let failure = failed(odd: candidate) { return failure }
          continue
        }
        if error.code == ENOENT, !isOperand { continue }
        return failed(
          path, DocumentFailure(.unavailable, message: error.sentence),
          kind(ofFile: path, isOperand))
      }
    }
    return nil
  }

  private func failed(
    _ path: String, _ failure: DocumentFailure, _ kind: (any DocumentKind)? = nil
  ) -> FoundFile {
    FoundFile(path: path, content: .failure(failure, kind))
  }

  /// The failure of a file or folder whose name isn't UTF-8; nil if it isn't a document, nor contains any.
  private func failed(odd candidate: Candidate) -> FoundFile? {
    let kind = kind(ofFile: candidate.path, candidate.isOperand)
    guard kind != nil || candidate.isOddFolder || candidate.isOperand else { return nil }
    return failed(candidate.path, .oddName, kind)
  }

  private mutating func enter(
    _ candidate: Candidate, _ number: FileNumber
  ) throws(SystemError) {
    if namedMoreThanOnce, !enteredFolders.insert(number).inserted { return }
    let path = candidate.path
    let folder = try calls.open(path, in: .workingFolder, .folder)
    defer { try? calls.close(folder) }
    var names = try calls.names(in: folder)
    names.removeAll { FilePath.isHidden($0) && !isListed(hidden: $0) }
    names.sort { $1.utf8.lexicographicallyPrecedes($0.utf8) }
    let prefix = path == "." ? "" : FilePath.joined(path, "")
    let hasOddNames = names.contains(where: FilePath.hasReplacementCharacter)
    listings.append(
      Listing(
        prefix: prefix, resolvedPath: candidate.resolvedPath, names: names,
        oddFolders: hasOddNames ? try SystemCalls().foldersWithOddNames(in: folder) : []))
  }

  private func isHidden(_ path: String) -> Bool {
    FilePath.names(of: path).last.map(FilePath.isHidden) ?? false
  }

  /// Whether a pattern asks for a hidden file.
  private func isListed(hidden name: String) -> Bool {
    kinds.contains { FilePath.isHidden($0.pattern) && $0.matches(file: name) }
  }

  /// The documents that a file belongs to by its name, or because it was named; nil if it belongs to none.
  private func kind(ofFile path: String, _ isOperand: Bool) -> (any DocumentKind)? {
    kinds.first { $0.matches(file: path) } ?? (isOperand && takesAnyFile ? kinds.first : nil)
  }
}

extension DocumentWalk {
  /// Whether a file would be found in one of the folders. It needn't exist.
  func reaches(_ path: String) -> Bool {
    let path = destination(of: path)
    return pending.contains { operand in
      guard path.utf8.starts(with: "\(operand.resolvedPath)/".utf8) else { return false }
      let rest = path.utf8.dropFirst(operand.resolvedPath.utf8.count)
      var names = FilePath.names(of: String(Substring(rest)))
      guard let name = names.popLast(), !names.contains(where: FilePath.isHidden) else {
        return false
      }
      return kind(ofFile: name, false) != nil
        && (!FilePath.isHidden(name) || isListed(hidden: name))
    }
  }

  /// The path of a file from the root of the file system, without symbolic links. It needn't exist, even if a link leads
  /// to it: the link is followed when the file is created.
  private func destination(of path: String) -> String {
    var path = path
    for _ in 0..<40 {
      if let real = try? calls.realPath(of: path) { return real }
      let (parent, name) = FilePath.split(path)
      let folder = Self.resolved(parent)
      path = "\(folder)/\(name)"
      guard let target = try? calls.destination(ofLink: path, in: .workingFolder) else { break }
      path = FilePath.joined("\(folder)/", target)
    }
    return path
  }

  /// Whether a file is a backup: beside its document, or in a folder for all backups.
  private func isBackup(_ candidate: Candidate) -> Bool {
    // Hidden folders aren't walked.
    candidate.isOperand && isInBackups(candidate.resolvedPath)
      || isNamedLikeBackup(candidate.resolvedPath)
  }

  /// Whether a file or a folder is, or is in, a folder that the store makes beside documents.
  private func isInBackups(_ path: String) -> Bool {
    FilePath.names(of: path).contains(".backups")
  }

  /// Whether a file has the name of a backup, and its folder has that of a document.
  private func isNamedLikeBackup(_ path: String) -> Bool {
    let names = FilePath.names(of: path).suffix(2)
    guard names.count == 2, let folder = names.first, let name = names.last,
      BackupName(name) != nil
    else { return false }
    // If documents can have any name, a backup and its folder still have the same extension.
    return kinds.contains { $0.matches(file: folder) }
      || takesAnyFile && FilePath.fileExtension(of: folder) == FilePath.fileExtension(of: name)
  }
}

extension SystemError {
  /// The description as a sentence.
  var sentence: String { "\(description.capitalizedFirst)." }
}
