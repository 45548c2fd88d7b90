import Foundation
import Lineage
import LineageStore

/// What a program does with its document.
enum Operation: String, CaseIterable {
  case create, save, migrate, restore
  case importing = "import"
}

/// What writes the document.
enum Writer: String, CaseIterable {
  /// LineageStore, with one of its durabilities.
  case full, ordered, cache
  /// `Data.write(to:options: .atomic)`.
  case foundation
}

/// An operation in a folder.
struct Scenario {
  let operation: Operation
  let writer: Writer
  let folder: URL

  var document: URL { folder.appending(path: "doc.json") }
  /// Where the document was in an earlier release.
  var legacy: URL { folder.appending(path: "legacy.json") }

  var file: DocumentFile<Diary> {
    let durability: Durability =
      switch writer {
      case .ordered: .ordered
      case .cache: .cache
      case .full, .foundation: .full
      }
    return DocumentFile(
      document, options: DocumentOptions(durability: durability),
      imports: operation == .importing ? [.file(legacy)] : [])
  }
}

// MARK: - Before

extension Scenario {
  /// Makes the folder, with what is in it before the operation.
  func prepare() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    switch operation {
    case .create: break
    case .save: try writeOriginal(Diary(from: .sample), to: document)
    case .migrate: try writeOriginal(DiaryV1.sample, to: document)
    case .importing: try writeOriginal(DiaryV1.sample, to: legacy)
    case .restore:
      try writeOriginal(DiaryV1.sample, to: document)
      try file.update { $0.title = "Toads" }
    }
  }

  /// Writes a file that only its owner may read.
  private func writeOriginal(_ value: some VersionedCodable, to url: URL) throws {
    try JSONEncoder().encode(versioned: value).write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
  }
}

// MARK: - The operation

extension Scenario {
  func perform() throws {
    if writer == .foundation { try performWithFoundation() } else { try performWithStore() }
  }

  private func performWithStore() throws {
    if operation == .restore {
      guard let backup = try file.backups().last else { throw CocoaError(.fileNoSuchFile) }
      try file.restore(backup)
      return
    }
    let opened = try file.read()
    try file.write(changed(opened?.value), over: opened)
  }

  private func performWithFoundation() throws {
    switch operation {
    case .create:
      try writeAtomically(changed(nil))
    case .save, .migrate:
      try writeAtomically(changed(decode(Data(contentsOf: document))))
    case .restore:
      guard let backup = try file.backups().last?.url else { throw CocoaError(.fileNoSuchFile) }
      try Data(contentsOf: backup).write(to: document, options: .atomic)
    case .importing:
      try writeAtomically(changed(decode(Data(contentsOf: legacy))))
      try? FileManager.default.removeItem(at: legacy)
    }
  }

  /// The document that the operation saves.
  private func changed(_ old: Diary?) throws -> Diary {
    var diary = try old ?? Diary(from: .sample)
    diary.title = "New"
    return diary
  }

  /// Saves another document.
  func performAgain(_ number: Int = 0) throws {
    if writer == .foundation {
      var diary = try Diary(from: .sample)
      diary.title = "Next \(number)"
      try writeAtomically(diary)
    } else {
      try file.update(default: Diary(from: .sample)) { $0.title = "Next \(number)" }
    }
  }

  private func decode(_ data: Data) throws -> Diary {
    try JSONDecoder().decode(versioned: Diary.self, from: data)
  }

  private func writeAtomically(_ diary: Diary) throws {
    try JSONEncoder().encode(versioned: diary).write(to: document, options: .atomic)
  }
}

/// How an operation ended, as the program reports it.
enum Report: String {
  case done
  /// An error after which the old document must be there.
  case failed
  /// An error after which the old or the new one may be there.
  case uncertain

  init(_ error: any Error) {
    if case StoreError.uncertain = error { self = .uncertain } else { self = .failed }
  }
}
