import Foundation
import Lineage

@testable import LineageStore

/// A change of a document on a simulated disk: what is there first, what is done, and what may come of it.
struct Scenario: Sendable, CustomStringConvertible {
  enum Change: String, CaseIterable, Sendable {
    case create, save, migrate, migrateAgain, restore, replaceDamaged, createInNewFolder, update
    case saveThroughLinks, remove
  }

  /// What a document can be found to be.
  enum Document: Hashable, Sendable {
    case absent
    case note(Note)
    case damaged(Data)
    case failure(String)
  }

  let change: Change
  /// The length of the documents' longest text.
  let size: Int
  var durability: Durability
  var limits: SimulatedDisk.Limits
  var backups = BackupPolicy.beforeMigration(keep: 3)
  /// Who uses the disk; 0 may do everything.
  var user: UInt32 = 0
  /// The document that is there first, and its bytes.
  let old: Document
  let oldBytes: Data?
  let new: Note

  init(
    _ change: Change, size: Int = 100, durability: Durability = .full,
    limits: SimulatedDisk.Limits = []
  ) {
    (self.change, self.size, self.durability, self.limits) = (change, size, durability, limits)
    func text(_ letter: String) -> String { String(repeating: letter, count: size) }
    let oldNote = Note(title: "Old", lines: [text("o")])
    let current = #"{"version":2,"title":"Old","lines":["\#(text("o"))"]}"#
    switch change {
    case .create, .createInNewFolder:
      (old, oldBytes) = (.absent, nil)
    case .save, .saveThroughLinks, .restore:
      (old, oldBytes) = (.note(oldNote), Data(current.utf8))
    case .migrate, .migrateAgain, .update, .remove:
      let bytes = Data(#"{"version":1,"title":"Old","body":"\#(text("o"))"}"#.utf8)
      (old, oldBytes) = (.note(oldNote), bytes)
    case .replaceDamaged:
      let bytes = Data(current.utf8.dropLast(3))
      (old, oldBytes) = (.damaged(bytes), bytes)
    }
    new =
      change == .restore
      ? Note(title: "Restored", lines: [text("r")]) : Note(title: "New", lines: [text("n")])
  }

  /// What the document is afterwards.
  var outcome: Document { change == .remove ? .absent : .note(new) }

  var description: String {
    "\(change.rawValue), \(size) bytes, \(durability), limits \(limits.rawValue)"
  }

  var path: String { change == .createInNewFolder ? "/disk/app/data/note.json" : "/disk/note.json" }
  /// Whether the first document must be found somewhere, whatever happens.
  var keepsOld: Bool {
    [.migrate, .migrateAgain, .update, .restore, .replaceDamaged, .remove].contains(change)
  }
  /// What the files may be used for, at most.
  var permissions: UInt32 { oldBytes == nil ? 0o644 : 0o640 }

  var image: DiskImage {
    var image = DiskImage()
    image.addFolder("/disk")
    if let oldBytes {
      image.add(
        path,
        DiskImage.Node(
          content: .file(oldBytes), permissions: permissions, owner: user, group: 5,
          attributes: ["user.color": Data("green".utf8)]))
    }
    let backups = "/disk/.backups/note.json"
    if change == .restore {
      image.addFile(
        "\(backups)/1-version1-20260101T000000Z-0.json",
        Data(#"{"version":1,"title":"Restored","body":"\#(new.lines.joined())"}"#.utf8),
        permissions: permissions)
    } else if change == .migrateAgain {
      for number in 1...3 {
        image.addFile(
          "\(backups)/\(number)-version1-20260101T000000Z-0.json",
          Data(#"{"version":1,"title":"Old \#(number)","body":""}"#.utf8), permissions: permissions)
      }
    }
    if change == .saveThroughLinks {
      image.addLink("/disk/links/first.json", to: "second.json")
      image.addLink("/disk/links/second.json", to: "/disk/note.json")
    }
    if user != 0 { image.setOwner(user) }
    return image
  }

  func disk() -> SimulatedDisk { configured(SimulatedDisk(image)) }

  func configured(_ disk: SimulatedDisk) -> SimulatedDisk {
    disk.limits = limits
    disk.user = user
    return disk
  }

  func file(_ calls: any FileCalls) -> DocumentFile<Note> {
    var options = DocumentOptions(durability: durability)
    options.lockTimeout = .zero
    options.backups = backups
    return DocumentFile(
      path: change == .saveThroughLinks ? "/disk/links/first.json" : path,
      createsFolder: change == .createInNewFolder, options: options,
      calls: calls)
  }

  /// Does what the scenario is about.
  func perform(_ file: DocumentFile<Note>) throws {
    switch change {
    case .update:
      try file.update(default: Note(title: "", lines: [])) { $0 = new }
    case .create, .createInNewFolder, .save, .saveThroughLinks, .migrate, .migrateAgain:
      try file.write(new, over: file.read())
    case .restore:
      guard let backup = try file.backups().last else { throw NoBackup() }
      try file.restore(backup)
    case .remove: try file.remove()
    case .replaceDamaged:
      do {
        _ = try file.read()
      } catch .damaged(let damaged) {
        try file.write(new, replacing: damaged)
      }
    }
  }

  struct NoBackup: Error {}
}
