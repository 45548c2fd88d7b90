import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// All faults, one kind after the other.
struct Harness {
  let work: URL
  let results = Results()
  private let isQuick: Bool
  private let isAboutItself: Bool

  init(work: URL, mode: String) {
    self.work = work
    isQuick = mode == "--quick"
    isAboutItself = mode == "--itself"
  }

  /// Runs everything that this machine can, and returns whether that went well.
  func run() throws -> Bool {
    if isAboutItself { return try proveThatLossesAreFound() }
    let faults = Faults(work: work, isQuick: isQuick, results: results)
    let contention = Contention(work: work, isQuick: isQuick, results: results)
    try step("kills") { try faults.kill() }
    try step("kills, without exchange") { try faults.killWithoutExchange() }
    try step("errors") { try faults.fail() }
    try step("writes that do nothing") { try faults.lie() }
    try step("limits of file sizes") { try faults.limitFileSizes() }
    if geteuid() == 0 {
      try step("small disks") { try faults.fillDisk() }
      for system in isQuick ? Array(FileSystem.all.prefix(1)) : FileSystem.all {
        try cutPower(system, [.full, .foundation])
      }
      if !isQuick {
        for system in FileSystem.all {
          try cutPower(system, [.ordered], kind: "power cut, durability .ordered")
        }
      }
    } else {
      results.leaveOut("small disks and power cuts", "only root may mount disks")
    }
    try step("several processes") { try contention.count() }
    try step("a program without locks") {
      for _ in 0..<(isQuick ? 1 : 5) { try contention.beRude() }
    }
    try step("an older program") { try contention.keepOldProgramRunning() }
    say("\n\(results.table)")
    return results.tally(ours: true).failed == 0
  }

  private func cutPower(_ system: FileSystem, _ writers: [Writer], kind: String? = nil) throws {
    let kind = kind ?? "power cut, \(system.name)"
    if let reason = reasonAgainst(system) { return results.leaveOut(kind, reason) }
    try step("\(kind) (\(system.name))") {
      try PowerCuts(work: work, isQuick: isQuick, results: results, system: system)
        .run(writers, kind: kind)
    }
  }

  /// Why a machine can't make disks with a file system; nil if it can.
  private func reasonAgainst(_ system: FileSystem) -> String? {
    let log = work.appending(path: "reason.log")
    let tool = system.format[0]
    if (try? Child(["which", tool], output: log).wait().status) != 0 {
      return "there is no \(tool)"
    }
    let name = system.name.prefix { $0 != "," }
    _ = try? Child(["modprobe", "-q", String(name)], output: log).wait()
    let known = (try? String(contentsOfFile: "/proc/filesystems", encoding: .utf8)) ?? ""
    return known.contains("\t\(name)\n") ? nil : "the system doesn't know \(name)"
  }

  private func step(_ name: String, _ body: () throws -> Void) throws {
    let begin = ContinuousClock.now
    let before = results.tally(ours: true).cases + results.tally(ours: false).cases
    try body()
    let cases = results.tally(ours: true).cases + results.tally(ours: false).cases - before
    say("\(name): \(cases) cases, \((ContinuousClock.now - begin).components.seconds) s")
  }
}

// MARK: - The harness itself

extension Harness {
  /// Proves that the harness finds losses: in what Foundation writes, and in ours with less durability than is
  /// expected of it.
  private func proveThatLossesAreFound() throws -> Bool {
    try Faults(work: work, isQuick: true, results: results).kill()
    var hasFound = expect(.stray, "kill at every system call", ours: false)
    hasFound = expect(.wider, "kill at every system call", ours: false) && hasFound
    guard geteuid() == 0 else { return hasFound }
    for (writer, loss) in [
      (Writer.foundation, Loss.undone), (.ordered, .undone), (.cache, .damaged),
    ] {
      let kind = "power cut, \(writer)"
      try PowerCuts(
        work: work, isQuick: false, results: results, system: FileSystem.all[1], promisesAll: true
      ).run([writer], kind: kind, onlyAfter: true)
      hasFound = expect(loss, kind, ours: writer != .foundation) && hasFound
    }
    return hasFound
  }

  private func expect(_ loss: Loss, _ kind: String, ours: Bool) -> Bool {
    let count = results.tally(kind, ours: ours).losses[loss] ?? 0
    say("\(kind), \(loss.rawValue): found \(count) times")
    return count > 0
  }
}
