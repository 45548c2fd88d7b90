import Foundation
import Lineage
import LineageStore

/// A promise that wasn't kept.
enum Loss: String, CaseIterable, Comparable {
  case damaged = "document damaged or gone"
  case undone = "finished save undone"
  case changedByError = "failed save took effect"
  case originalGone = "original gone"
  case wider = "readable by more users"
  case openingWrote = "opening wrote"
  case stray = "stray files remain"
  case nextSave = "next save fails"
  case displaced = "other program's write lost"
  case interrupted = "fails when interrupted"
  case unexpected = "unexpected end of the program"

  static func < (first: Loss, second: Loss) -> Bool { first.rawValue < second.rawValue }
}

/// Which document must be there.
enum Expectation: String {
  case old, new, either
}

/// What an operation starts from, and what it leads to.
struct Reference {
  /// The document before; nil if there is none.
  let old: Data?
  let new: Data
  /// Documents that must be in some file at every moment.
  let originals: [Data]

  /// Performs the operation without faults, in a folder that is removed afterwards.
  init(_ operation: Operation, _ writer: Writer, in scratch: URL) throws {
    let scenario = Scenario(
      operation: operation, writer: writer, folder: scratch.appending(path: UUID().uuidString))
    defer { try? FileManager.default.removeItem(at: scenario.folder) }
    try scenario.prepare()
    old = try? Data(contentsOf: scenario.document)
    // Foundation doesn't promise to keep them.
    originals =
      writer != .foundation && [.migrate, .restore, .importing].contains(operation)
      ? try FileSnapshot.all(in: scenario.folder).compactMap(\.content) : []
    try scenario.perform()
    new = try Data(contentsOf: scenario.document)
  }
}

/// A file as it is at one moment.
struct FileSnapshot: Hashable {
  let path: String
  let number: Int
  let modified: Date
  let permissions: Int
  /// Nil for a folder.
  let content: Data?

  /// All files and folders in a folder, with itself.
  static func all(in folder: URL) throws -> [FileSnapshot] {
    let manager = FileManager.default
    return try ([""] + manager.subpathsOfDirectory(atPath: folder.path)).sorted().map { path in
      let full = path.isEmpty ? folder.path : "\(folder.path)/\(path)"
      let attributes = try manager.attributesOfItem(atPath: full)
      let isFile = attributes[.type] as? FileAttributeType == .typeRegular
      return FileSnapshot(
        path: path, number: attributes[.systemFileNumber] as? Int ?? 0,
        modified: attributes[.modificationDate] as? Date ?? .distantPast,
        permissions: attributes[.posixPermissions] as? Int ?? 0,
        content: isFile ? try Data(contentsOf: URL(filePath: full)) : nil)
    }
  }
}

extension Scenario {
  /// Which promises weren't kept, after the operation ended in one way or another.
  ///
  /// Saves the document once more, to see that nothing is in the way.
  func losses(expecting expected: Expectation, _ reference: Reference) throws -> Set<Loss> {
    let files = try FileSnapshot.all(in: folder)
    var losses = lossesOfContent(files, expected, reference)
    if operation != .create,
      files.contains(where: { $0.content != nil && $0.permissions & 0o77 != 0 })
    {
      losses.insert(.wider)
    }
    if writer != .foundation {
      if !opens(files, reference) { losses.insert(.damaged) }
      if try FileSnapshot.all(in: folder) != files { losses.insert(.openingWrote) }
      if strays(files, reference).count > 1 { losses.insert(.stray) }
    }
    do {
      try performAgain()
    } catch {
      losses.insert(.nextSave)
    }
    if try !strays(FileSnapshot.all(in: folder), reference).isEmpty { losses.insert(.stray) }
    return losses
  }

  private func lossesOfContent(
    _ files: [FileSnapshot], _ expected: Expectation, _ reference: Reference
  ) -> Set<Loss> {
    var losses: Set<Loss> = []
    let current = files.first { $0.path == "doc.json" }?.content
    if current != reference.old, current != reference.new {
      losses.insert(.damaged)
    } else if expected == .new, current != reference.new {
      losses.insert(.undone)
    } else if expected == .old, current != reference.old {
      losses.insert(.changedByError)
    }
    let contents = Set(files.compactMap(\.content))
    if !contents.isSuperset(of: reference.originals) { losses.insert(.originalGone) }
    // The earlier file may only be gone when there is a new one.
    if operation == .importing, current != reference.new {
      let legacy = files.first { $0.path == "legacy.json" }?.content
      if legacy != (try? JSONEncoder().encode(versioned: DiaryV1.sample)) {
        losses.insert(.originalGone)
      }
    }
    return losses
  }

  /// Whether the library opens what is there.
  private func opens(_ files: [FileSnapshot], _ reference: Reference) -> Bool {
    let current = files.first { $0.path == "doc.json" }?.content
    do {
      let opened = try file.read()
      if operation == .importing, current == nil { return opened?.value.title == "Frogs" }
      return opened?.data == current
    } catch {
      return false
    }
  }

  /// The files that have no purpose. A backup must be one of the documents, whole.
  private func strays(_ files: [FileSnapshot], _ reference: Reference) -> [String] {
    let known = [reference.old, reference.new].compactMap { $0 } + reference.originals
    return files.filter { file in
      guard let content = file.content else { return false }
      if file.path.hasPrefix(".backups/doc.json/") { return !known.contains(content) }
      return !["doc.json", "legacy.json"].contains(file.path)
    }.map(\.path)
  }

  /// What is in the folder, in one line.
  func verdict(_ reference: Reference) throws -> String {
    let files = try FileSnapshot.all(in: folder)
    let document = files.first { $0.path == "doc.json" }
    let state =
      switch document?.content {
      case nil: "absent"
      case reference.new: "new"
      case reference.old: "old"
      default: "damaged"
      }
    let isKept = Set(files.compactMap(\.content)).isSuperset(of: reference.originals)
    let strays = strays(files, reference)
    return """
      \(state), originals \(isKept ? "kept" : "gone"), mode \
      \(document.map { String($0.permissions, radix: 8) } ?? "-"), \
      stray files: \(strays.isEmpty ? "none" : strays.joined(separator: " "))
      """
  }
}
