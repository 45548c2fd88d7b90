import Foundation
import Lineage
import Testing

@testable import LineageStore

/// That the simulated disk finds the mistakes that it is there for: each test leaves out one step of a save.
struct NegativeControlTests {
  @Test func `a file that isn't synced is found damaged or old`() {
    let result = Scenario(.save, size: 9_000).cutPower(with: { UnsyncedCalls($0, without: .files) })
    #expect(result.error == nil)
    #expect(result.violations.keys.contains { $0.hasPrefix("found damaged") })
  }

  @Test(arguments: [Scenario.Change.create, .save, .createInNewFolder, .remove])
  func `a save whose folder isn't synced is found to be undone`(_ change: Scenario.Change) {
    let result = Scenario(change).cutPower(with: { UnsyncedCalls($0, without: .folders) })
    #expect(result.error == nil)
    #expect(result.violations["found \(Scenario(change).old)"] != nil)
  }

  @Test func `permissions that are set after the sync are found to be wider`() {
    let result = Scenario(.save).cutPower(with: { LatePermissions($0) })
    #expect(result.error == nil)
    #expect(result.violations["/disk/.note.json.saving has permissions 644"] != nil)
    #expect(result.violations["/disk/note.json has permissions 644"] != nil)
  }

  @Test(arguments: [Scenario.Change.migrate, .restore, .replaceDamaged, .remove])
  func `a backup that isn't synced is found to be missing`(_ change: Scenario.Change) {
    let result = Scenario(change).cutPower(with: { UnsyncedCalls($0, without: .backups) })
    #expect(result.error == nil)
    #expect(result.violations["the first document is nowhere"] != nil)
  }

  @Test func `a file that is synced again after a failed sync is found to be damaged`() {
    var scenario = Scenario(.save)
    // Only the file, not the folder.
    scenario.durability = .ordered
    let fail: (SimulatedDisk) -> Void = { disk in
      var hasFailed = false
      disk.fault = { call in
        if hasFailed || call.name != "fsync" { return nil }
        hasFailed = true
        return .error(EIO)
      }
    }

    let result = scenario.cutPower(prepare: fail, with: { RepeatedSync(calls: $0) })
    let own = scenario.cutPower(prepare: fail)

    #expect(result.error == nil)
    #expect(result.violations.keys.contains { $0.hasPrefix("found damaged") })
    #expect(own.error == nil)
    #expect(own.violations == [:])
  }

  @Test func `a base that isn't compared loses a change of another program`() throws {
    let scenario = Scenario(.save)
    let old = try #require(scenario.oldBytes)
    // Of the same length, so that only the content tells them apart.
    let theirs = theirs + Data(repeating: 0x20, count: old.count - theirs.count)
    for isCompared in [true, false] {
      let disk = scenario.disk()
      let opened = try scenario.file(disk).read()
      disk.replace(scenario.path, by: theirs, inPlace: false)
      let calls: any FileCalls =
        isCompared ? disk : StaleContent(calls: disk, content: old, other: theirs)
      let error = failure { try scenario.file(calls).write(scenario.new, over: opened) }
      let isLost = disk.image.bytes(at: scenario.path) != theirs
      #expect(isLost == !isCompared)
      #expect((error == nil) == !isCompared)
    }
  }

  @Test(arguments: [false, true])
  func `a rude program loses nothing, whenever it writes`(_ inPlace: Bool) throws {
    let checked = try lostWrites(inPlace: inPlace) { $0 }
    let unchecked = try lostWrites(inPlace: inPlace) { UncheckedRename(calls: $0) }
    #expect(checked.lost == [])
    #expect(checked.moments > 20)
    #expect(!unchecked.lost.isEmpty)
  }

  /// Lets another program write before each call of a save; the result is where its document was lost.
  private func lostWrites(
    inPlace: Bool, _ decorate: (SimulatedDisk) -> any FileCalls
  ) throws -> (lost: [String], moments: Int) {
    let scenario = Scenario(.save)
    var lost: [String] = []
    var moment = 0
    while true {
      let disk = scenario.disk()
      let file = scenario.file(decorate(disk))
      let opened = try file.read()
      let first = disk.calls.count
      var isWritten = false
      disk.hook = { [unowned disk, moment] call in
        guard call.number == first + moment else { return }
        isWritten = true
        disk.replace(scenario.path, by: theirs, inPlace: inPlace)
      }
      let error = failure { try file.write(scenario.new, over: opened) }
      guard isWritten else { return (lost, moment) }
      disk.hook = { _ in }
      let found = try scenario.file(disk).read()?.value
      let isConflict = if case .changed = error as? StoreError { true } else { false }
      if found != Note(title: "Theirs", lines: []) || error != nil && !isConflict {
        lost.append("before call \(moment), \(disk.calls[first + moment].name)")
      }
      moment += 1
    }
  }

  private let theirs = Data(#"{"version":2,"title":"Theirs","lines":[]}"#.utf8)

  private func failure(_ body: () throws -> some Any) -> (any Error)? {
    do {
      _ = try body()
      return nil
    } catch {
      return error
    }
  }
}
