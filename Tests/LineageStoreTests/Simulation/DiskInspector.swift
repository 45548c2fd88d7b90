import Foundation
import Lineage

@testable import LineageStore

/// Checks what a scenario has left on disks.
///
/// It opens each document by a `DocumentFile` once, and recognizes the same bytes when it meets them again, so that
/// thousands of disks are checked in a second.
final class DiskInspector {
  let scenario: Scenario
  private var known: [Data: Found] = [:]
  /// The disks on which the next save was right.
  private var saved: Set<Int> = []

  /// What a program finds that opens the document.
  enum Found {
    case absent
    case opened(OpenedDocument<Note>)
    case damaged(DamagedDocument)
    case failure(StoreError)

    var document: Scenario.Document {
      switch self {
      case .absent: .absent
      case .opened(let opened): .note(opened.value)
      case .damaged(let damaged): .damaged(damaged.data)
      case .failure(let error): .failure("\(error)")
      }
    }
  }

  init(_ scenario: Scenario) {
    self.scenario = scenario
  }

  func find(on disk: SimulatedDisk) -> Found {
    if let bytes = try? FilePlace(path: scenario.path, settings: FileSettings(), calls: disk)
      .read(),
      let found = known[bytes.bytes]
    {
      return found
    }
    let found: Found
    do {
      guard let opened = try scenario.file(disk).read() else { return .absent }
      found = .opened(opened)
      known[opened.data] = found
    } catch .damaged(let damaged) {
      found = .damaged(damaged)
      known[damaged.data] = found
    } catch {
      found = .failure(error)
    }
    return found
  }

  /// What is wrong with a disk at any moment of the scenario.
  func violations(in image: DiskImage, isFinished: Bool) -> [String] {
    var violations: [String] = []
    let disk = scenario.configured(SimulatedDisk(image))
    let found = find(on: disk)
    let document = found.document
    if document != scenario.outcome, isFinished || document != scenario.old {
      violations.append("found \(document)")
    }
    if !disk.log.isEmpty || disk.openCount > 0 || disk.image != image {
      violations.append("opening wrote, or left a file open")
    }
    var isOldKept = !scenario.keepsOld
    for (path, node) in image.paths where path.hasPrefix("/disk/") {
      guard case .file(let data) = node.content else { continue }
      if data == scenario.oldBytes { isOldKept = true }
      if node.permissions & ~scenario.permissions != 0 {
        violations.append("\(path) has permissions \(String(node.permissions, radix: 8))")
      }
    }
    if !isOldKept { violations.append("the first document is nowhere") }
    // What is in a temporary file that is left behind makes no difference to the next save, which doesn't read it.
    if violations.isEmpty, saved.contains(image.identityWithoutTemporaryFiles) { return [] }
    violations += violationsOfNextSave(on: disk, over: found)
    if violations.isEmpty { saved.insert(image.identityWithoutTemporaryFiles) }
    return violations
  }

  /// What is wrong after a document that was found is replaced once more.
  func violationsOfNextSave(on disk: SimulatedDisk, over found: Found) -> [String] {
    let file = scenario.file(disk)
    let next = Note(title: "Next", lines: [])
    let saved: OpenedDocument<Note>
    do {
      switch found {
      case .absent: saved = try file.write(next, over: nil)
      case .opened(let opened): saved = try file.write(next, over: opened)
      case .damaged(let damaged): saved = try file.write(next, replacing: damaged)
      case .failure(let error): throw error
      }
    } catch {
      return ["the next save failed: \(error)"]
    }
    var violations: [String] = []
    if disk.image.bytes(at: scenario.path) != saved.data {
      violations.append("the next save wrote something else")
    }
    if disk.openCount > 0 || disk.lockCount > 0 || !disk.misuses.isEmpty {
      violations.append("a descriptor is left open, or was closed twice: \(disk.misuses)")
    }
    violations += strayFiles(in: disk.image)
    if scenario.durability == .full, !scenario.limits.contains(.folderSync),
      disk.synced.bytes(at: scenario.path) != saved.data
    {
      violations.append("the next save returned, and is gone after a power cut")
    }
    return violations
  }

  /// The files that are neither the document nor one of its complete backups.
  private func strayFiles(in image: DiskImage) -> [String] {
    let backups = "\(FilePath.split(scenario.path).folder)/.backups/note.json/"
    return image.paths.compactMap { path, node in
      guard path != scenario.path, case .file(let data) = node.content else { return nil }
      guard path.hasPrefix(backups), FilePath.split(path).name.first?.isNumber == true else {
        return "\(path) was left behind"
      }
      if data == scenario.oldBytes || known[data] != nil { return nil }
      guard let opened = try? OpenedDocument<Note>(data) else {
        return "a backup can't be read"
      }
      known[data] = .opened(opened)
      return nil
    }
  }
}

// MARK: - Power cuts

/// What was found in the states that power cuts can leave.
struct PowerCutResult {
  var states = 0
  var violations: [String: Int] = [:]
  /// Whether the scenario ended with an error.
  var error: (any Error)?

  mutating func add(_ texts: [String]) {
    for text in texts { violations[text, default: 0] += 1 }
  }
}

extension Scenario {
  /// Cuts the power, and kills the program, at every moment of the scenario, and checks what is left.
  ///
  /// - Parameters:
  ///   - limit: How many states are checked at one moment.
  ///   - prepare: Makes the disk fail.
  ///   - decorate: Puts other calls in front of the disk.
  func cutPower(
    limit: Int = 400, prepare: (SimulatedDisk) -> Void = { _ in },
    with decorate: (SimulatedDisk) -> any FileCalls = { $0 }
  ) -> PowerCutResult {
    var result = PowerCutResult()
    let disk = disk()
    prepare(disk)
    do {
      try perform(file(decorate(disk)))
    } catch {
      result.error = error
    }
    let inspector = DiskInspector(self)
    var generator = SeededGenerator(state: 20_261_122)
    var seen: Set<Int> = []
    for end in 0...disk.log.count {
      let isFinished = result.error == nil && end == disk.log.count && durability == .full
      let log = disk.log[..<end]
      CrashStates(base: disk.base, log: log).forEach(limit: limit, using: &generator) { image in
        let isNew = seen.insert(image.identity).inserted
        guard isNew || isFinished else { return }
        if isNew { result.states += 1 }
        result.add(inspector.violations(in: image, isFinished: isFinished))
      }
      // A program that is killed has lost nothing, but also synced nothing.
      let killed = configured(SimulatedDisk(disk.base, log))
      let found = inspector.find(on: killed)
      result.add(
        inspector.violationsOfNextSave(on: killed, over: found).map { "after a kill, \($0)" })
    }
    return result
  }
}

extension DiskImage {
  /// A number that images share which have the same contents at the same paths.
  fileprivate var identity: Int {
    identity { _ in true }
  }

  fileprivate var identityWithoutTemporaryFiles: Int {
    identity { !$0.hasSuffix(".saving") }
  }

  private func identity(_ hasContent: (String) -> Bool) -> Int {
    paths.reduce(into: 0) { identity, entry in
      var hasher = Hasher()
      hasher.combine(entry.key)
      if hasContent(entry.key) { hasher.combine(entry.value.history) }
      identity &+= hasher.finalize()
    }
  }
}
