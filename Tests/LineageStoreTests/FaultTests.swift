import Foundation
import Lineage
import Testing

@testable import LineageStore

/// What becomes of a document when a system call fails.
struct FaultTests {
  private static let codes = [
    ENOSPC, EIO, EROFS, EACCES, EINTR, EBUSY, EXDEV, EMFILE, EPERM, ENOTSUP,
  ]

  @Test(arguments: Scenario.Change.allCases)
  func `a call that fails leaves the old document or the new one`(_ change: Scenario.Change) {
    let scenario = Scenario(change)
    let faults = Self.codes.map(SimulatedDisk.Fault.error) + [.short]
    let lasting = [.short] + [ENOSPC, EIO, EROFS, ENOTSUP].map(SimulatedDisk.Fault.error)
    let count = calls(of: scenario)
    let inspections = Inspections()
    var cases = 0
    for fault in faults {
      for isLasting in [false, true] where !isLasting || lasting.contains(fault) {
        for number in 0..<count {
          let violations = violations(of: scenario, inspections) { call in
            (isLasting ? call.number >= number : call.number == number) ? fault : nil
          }
          #expect(
            violations == [], "call \(number) of \(count), \(fault), lasting: \(isLasting)")
          cases += 1
        }
      }
    }
    #expect(cases == count * 16)
    #expect(count > 20)
  }

  @Test(arguments: Scenario.Change.allCases)
  func `a program that isn't root keeps documents`(_ change: Scenario.Change) {
    var scenario = Scenario(change)
    scenario.user = 7
    #expect(violations(of: scenario, mustSucceed: true) { _ in nil } == [])
  }

  @Test func `a disk that can do little still keeps documents`() {
    var cases = 0
    for change in Scenario.Change.allCases {
      for limits in 0..<32 {
        let scenario = Scenario(change, limits: SimulatedDisk.Limits(rawValue: limits))
        #expect(violations(of: scenario, mustSucceed: true) { _ in nil } == [])
        cases += 1
      }
    }
    #expect(cases == 320)
  }

  @Test func `an update inside of another leaves the files of other processes without locks`()
    throws
  {
    var scenario = Scenario(.save)
    scenario.limits = .locks
    let other = Data("another process is writing this".utf8)
    var image = scenario.image
    image.addFile("/disk/.other.json.saving", other)
    let disk = scenario.configured(SimulatedDisk(image))
    let inner = DocumentFile<Note>(
      path: "/disk/other.json", createsFolder: false, options: DocumentOptions(), calls: disk)

    try scenario.file(disk).update { note in
      note.title = "Outer"
      try inner.update(default: .sample) { $0.title = "Inner" }
    }

    #expect(try inner.read()?.value.title == "Inner")
    #expect(disk.image.bytes(at: "/disk/.other.json.saving") == other)
  }

  @Test func `without locks, the last backup of an older version outlives later saves`() throws {
    var scenario = Scenario(.migrate)
    scenario.limits = .locks
    scenario.backups = .everySave(keep: 1)
    let file = scenario.file(scenario.disk())

    for number in 0..<3 { try file.update { $0.title = "\(number)" } }

    #expect(try file.backups().map(\.version) == [2, 1])
  }

  @Test func `on a disk that can do little, the first save replaces no other document`() throws {
    var scenario = Scenario(.create)
    scenario.limits = [.exclusive, .links]
    let disk = scenario.disk()
    let theirs = Data(#"{"version":2,"title":"Theirs","lines":[]}"#.utf8)
    disk.hook = { [unowned disk] call in
      guard call.name == "linkat" else { return }
      disk.hook = { _ in }
      disk.create("/disk/note.json", theirs)
    }

    let error = #expect(throws: StoreError.self) { try scenario.perform(scenario.file(disk)) }

    guard case .changed? = error else {
      Issue.record("The error is \(String(describing: error)).")
      return
    }
    #expect(disk.image.bytes(at: "/disk/note.json") == theirs)
    #expect(disk.image.filePaths == ["/disk/note.json"])
  }

  @Test(arguments: [Scenario.Change.save, .migrate, .update, .restore, .replaceDamaged])
  func `a folder that is moved during a save takes the document along`(
    _ change: Scenario.Change
  ) throws {
    let scenario = Scenario(change)
    var isMoved = true
    var moment = 0
    while isMoved {
      isMoved = false
      let disk = scenario.disk()
      disk.hook = { [unowned disk, moment] call in
        guard call.number == moment else { return }
        isMoved = true
        disk.renameFolder("disk", to: "moved")
      }
      var hasFailed = false
      do {
        try scenario.perform(scenario.file(disk))
      } catch {
        hasFailed = true
      }
      guard isMoved else { break }
      disk.hook = { _ in }

      #expect(disk.image.number(at: "/disk") == nil, "Before call \(moment), it was made again.")
      let bytes = try #require(disk.image.bytes(at: "/moved/note.json"))
      #expect((bytes == scenario.oldBytes) == hasFailed, "before call \(moment)")
      let files = disk.image.filePaths.map { disk.image.bytes(at: $0) }
      #expect(!scenario.keepsOld || files.contains(scenario.oldBytes))
      #expect(disk.openCount == 0 && disk.misuses.isEmpty)
      moment += 1
    }
  }

  @Test func `a folder for backups that may not be used is named`() throws {
    var scenario = Scenario(.migrate)
    scenario.user = 7
    var image = scenario.image
    image.addFolder("/disk/.backups", permissions: 0o700)
    let disk = scenario.configured(SimulatedDisk(image))

    expect(
      throws: """
        The document '/disk/note.json' (Note) wasn't written, because the stored document couldn't be backed up first: \
        the folder '/disk/.backups/note.json' can't be used: permission denied (fstatat, error 13). Nothing was \
        changed. Give this program permission, then try again.
        """
    ) {
      try scenario.perform(scenario.file(disk))
    }
    #expect(disk.image == image)
  }

  @Test func `users who share a folder can both save older documents there`() throws {
    var image = DiskImage()
    image.addFolder("/disk", permissions: 0o777)
    let disk = SimulatedDisk(image)
    for user in [7, 8] as [UInt32] {
      disk.user = user
      let path = "/disk/\(user).json"
      let old = DocumentFile<OldNote>(
        path: path, createsFolder: false, options: DocumentOptions(), calls: disk)
      try old.write(OldNote(title: "Old", body: ""), over: nil)
      let file = DocumentFile<Note>(
        path: path, createsFolder: false, options: DocumentOptions(), calls: disk)

      try file.update { $0.title = "New" }

      #expect(try file.backups().map(\.version) == [1])
    }
  }

  @Test func `a document that has to be downloaded first is never absent`() throws {
    var image = Scenario(.create).image
    image.addFile("/disk/.note.json.icloud", Data("bplist00".utf8))
    let disk = SimulatedDisk(image)
    let file = Scenario(.create).file(disk)
    let text = """
      The document '/disk/note.json' (Note) can't be opened: the file has to be downloaded first. Nothing was \
      changed. Download it, then try again.
      """

    expect(throws: text) { _ = try file.read() }
    expect(throws: text) { try file.write(.sample, over: nil) }
    expect(throws: text) { try file.update(default: .sample) { $0.title = "x" } }
    #expect(disk.image.filePaths == ["/disk/.note.json.icloud"])

    let count = disk.calls.count
    #expect(throws: StoreError.self) { _ = try file.read() }
    let calls = disk.calls.count - count
    for number in 0..<calls {
      let disk = SimulatedDisk(image)
      disk.fault = { $0.number == number ? .error(EIO) : nil }
      #expect(throws: StoreError.self) { _ = try Scenario(.create).file(disk).read() }
    }
  }

  /// How many calls a scenario makes when nothing fails.
  private func calls(of scenario: Scenario) -> Int {
    let disk = scenario.disk()
    try? scenario.perform(scenario.file(disk))
    return disk.calls.count
  }

  /// What is wrong after a scenario in which calls have failed.
  private func violations(
    of scenario: Scenario, mustSucceed: Bool = false, _ inspections: Inspections = Inspections(),
    _ fault: @escaping (SimulatedDisk.Call) -> SimulatedDisk.Fault?
  ) -> [String] {
    let disk = scenario.disk()
    disk.fault = fault
    var failure: (any Error)?
    do {
      try scenario.perform(scenario.file(disk))
    } catch {
      failure = error
    }
    disk.fault = { _ in nil }

    var violations: [String] = []
    if disk.openCount > 0 || disk.lockCount > 0 || !disk.misuses.isEmpty {
      violations.append("\(disk.openCount) descriptors and \(disk.lockCount) locks are left")
      violations += disk.misuses
    }
    // A disk that says that it can't sync folders is believed.
    var inspected = scenario
    if disk.faults.contains(.error(ENOTSUP)) { inspected.limits.insert(.folderSync) }
    let (inspector, known) = inspections.inspector(of: inspected)
    let found = inspector.find(on: disk)
    let signature = disk.signature
    let expected: [Scenario.Document]
    switch failure {
    case nil: expected = [scenario.outcome]
    case StoreError.uncertain?: expected = [scenario.outcome, scenario.old]
    case StoreError.changed?, StoreError.damaged?, StoreError.newer?, StoreError.locked?:
      violations.append("it says something of the document: \(failure.map { "\($0)" } ?? "")")
      expected = [scenario.old]
    case is StoreError, is Scenario.NoBackup: expected = [scenario.old]
    case let error?:
      violations.append("it isn't a StoreError: \(error)")
      expected = [scenario.old]
    }
    if !expected.contains(found.document) {
      violations.append("found \(found.document) after \(failure.map { "\($0)" } ?? "success")")
    }
    if mustSucceed, let failure { violations.append("\(failure)") }
    if scenario.keepsOld,
      !disk.image.filePaths.contains(where: { disk.image.bytes(at: $0) == scenario.oldBytes })
    {
      violations.append("the first document is nowhere")
    }
    if failure != nil, expected.count == 1 {
      for path in disk.base.filePaths where disk.image.bytes(at: path) != disk.base.bytes(at: path)
      {
        violations.append("\(path) was lost by a save that failed")
      }
    }
    for (path, node) in disk.image.paths {
      if case .file = node.content, node.permissions & ~scenario.permissions != 0 {
        violations.append("\(path) has permissions \(String(node.permissions, radix: 8))")
      }
    }
    if known.contains(signature) { return violations }
    let later = inspector.violationsOfNextSave(on: disk, over: found)
    if later.isEmpty { inspections.add(signature, of: inspected) }
    return violations + later
  }
}

/// What was found out about the disks of one scenario, so that each disk is inspected once.
private final class Inspections {
  private var inspectors: [Int: DiskInspector] = [:]
  private var inspected: [Int: Set<Int>] = [:]

  /// The inspector of a scenario, and the disks on which it has found the next save to be right.
  func inspector(of scenario: Scenario) -> (DiskInspector, Set<Int>) {
    let limits = scenario.limits.rawValue
    let inspector = inspectors[limits] ?? DiskInspector(scenario)
    inspectors[limits] = inspector
    return (inspector, inspected[limits] ?? [])
  }

  func add(_ disk: Int, of scenario: Scenario) {
    inspected[scenario.limits.rawValue, default: []].insert(disk)
  }
}
