import Foundation
import Synchronization

/// Faults of single system calls, and of small disks.
struct Faults {
  /// A folder for everything, which is removed at the end.
  let work: URL
  let isQuick: Bool
  let results: Results

  private struct Case: Sendable {
    let kind: String
    let operation: Operation
    let writer: Writer
    /// The argument of `strace -e inject`.
    let fault: String
    /// What the error is, nil for a kill.
    let error: String?
    let line: String
  }

  private static let writers: [Writer] = [.full, .foundation]

  /// Kills the program before each system call of each operation, and after the last one.
  func kill() throws {
    try runCases { operation, writer, call in
      [
        Case(
          kind: "kill at every system call", operation: operation, writer: writer,
          fault: "\(call.name):signal=KILL:when=\(call.number)", error: nil, line: call.line)
      ]
    }
  }

  /// Does the same on a disk that can't exchange files, or rename one only if the name is free.
  func killWithoutExchange() throws {
    try runCases([.full], on: ["renameat2:error=EINVAL"]) { operation, writer, call in
      call.name == "renameat2"
        ? []
        : [
          Case(
            kind: "kill, disk without exchange", operation: operation, writer: writer,
            fault: "\(call.name):signal=KILL:when=\(call.number)", error: nil, line: call.line)
        ]
    }
  }

  /// Lets each system call of each operation fail once.
  func fail() throws {
    let errors =
      isQuick
      ? ["ENOSPC", "EIO", "EINTR"]
      : ["ENOSPC", "EIO", "EROFS", "EACCES", "EINTR", "EBUSY", "EXDEV", "EMFILE"]
    try runCases { operation, writer, call in
      if call.isAfter { return [] }
      return errors.map { error in
        Case(
          kind: error == "EINTR" ? "every system call interrupted" : "every system call fails",
          operation: operation, writer: writer,
          fault: "\(call.name):error=\(error):when=\(call.number)", error: error, line: call.line)
      }
    }
  }

  /// Lets each write claim that it has written, where nothing was.
  func lie() throws {
    try runCases { operation, writer, call in
      guard call.name == "pwrite64", !call.isAfter else { return [] }
      return [0, 1, 4096].map { count in
        Case(
          kind: "write that claims to have written", operation: operation, writer: writer,
          fault: "pwrite64:retval=\(count):when=\(call.number)", error: "lie", line: call.line)
      }
    }
  }

  /// - Parameter disk: What the disk can't do, as arguments of `strace -e inject`.
  private func runCases(
    _ writers: [Writer] = writers, on disk: [String] = [],
    _ cases: (Operation, Writer, TracedCall) -> [Case]
  ) throws {
    var all: [Case] = []
    var references: [String: Reference] = [:]
    for operation in Operation.allCases {
      for writer in writers {
        let scenario = scenario(operation, writer)
        defer { try? FileManager.default.removeItem(at: scenario.folder) }
        references["\(operation) \(writer)"] = try Reference(operation, writer, in: work)
        try scenario.prepare()
        let run = try TracedRun(scenario, faults: disk, work: work)
        guard run.report == .done else { throw Failure("\(operation) doesn't work without faults") }
        all += run.operationCalls.flatMap { cases(operation, writer, $0) }
      }
    }
    let (queue, found) = (all, references)
    let problem = Mutex<(any Error)?>(nil)
    DispatchQueue.concurrentPerform(iterations: queue.count) { index in
      let fault = queue[index]
      guard let reference = found["\(fault.operation) \(fault.writer)"] else { return }
      do {
        try run(fault, on: disk, reference)
      } catch {
        problem.withLock { $0 = Failure("\(fault.operation) \(fault.fault): \(error)") }
      }
    }
    if let problem = problem.withLock({ $0 }) { throw problem }
  }

  private func run(_ fault: Case, on disk: [String], _ reference: Reference) throws {
    let scenario = scenario(fault.operation, fault.writer)
    defer { try? FileManager.default.removeItem(at: scenario.folder) }
    try scenario.prepare()
    let run = try TracedRun(scenario, faults: disk + [fault.fault], work: work)
    guard run.wasHit else { throw Failure("the call wasn't found again:\n\(fault.line)") }
    let expected: Expectation
    var losses: Set<Loss> = []
    if let error = fault.error {
      switch run.report {
      case .done: expected = .new
      case .failed: expected = .old
      case .uncertain: expected = .either
      case nil:
        expected = .either
        losses.insert(.unexpected)
      }
      // An interrupted call is no failure.
      if error == "EINTR", run.report != .done { losses.insert(.interrupted) }
    } else {
      expected = run.hasEnded ? .new : .either
    }
    try losses.formUnion(scenario.losses(expecting: expected, reference))
    results.add(fault.kind, fault.writer, losses, "\(fault.operation) \(fault.fault) \(fault.line)")
  }

  private func scenario(_ operation: Operation, _ writer: Writer) -> Scenario {
    Scenario(operation: operation, writer: writer, folder: work.appending(path: UUID().uuidString))
  }
}

// MARK: - Limits

extension Faults {
  /// A limit of the size of files, so that a write is cut off and then fails.
  func limitFileSizes() throws {
    for size in stride(from: 0, through: 16, by: isQuick ? 4 : 1) {
      for operation in Operation.allCases {
        for writer in Self.writers {
          let scenario = scenario(operation, writer)
          defer { try? FileManager.default.removeItem(at: scenario.folder) }
          try scenario.prepare()
          // What the program prints isn't limited.
          let command = "(trap '' XFSZ; ulimit -f \(size); exec \"$@\") | cat"
          try runToTheEnd(
            scenario, ["bash", "-c", command, "bash"], kind: "limit of file sizes", "\(size) KB")
        }
      }
    }
  }

  /// A disk of 160 KB with less and less space, then one that is read-only.
  func fillDisk() throws {
    let disk = work.appending(path: "small")
    let log = work.appending(path: "small.log")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
    for free in stride(from: 0, through: 40, by: isQuick ? 12 : 4) {
      for operation in Operation.allCases {
        for writer in Self.writers {
          try Child.run("mount", "-t", "tmpfs", "-o", "size=160k", "tmpfs", disk.path, log: log)
          defer { _ = try? Child.run("umount", disk.path, log: log) }
          let scenario = Scenario(
            operation: operation, writer: writer, folder: disk.appending(path: "folder"))
          try scenario.prepare()
          let filler = disk.appending(path: "filler")
          _ = try? Child.run(
            "dd", "if=/dev/zero", "of=\(filler.path)", "bs=1k", "count=160", log: log)
          try Child.run("truncate", "-s", "-\(free)K", filler.path, log: log)
          try runToTheEnd(
            scenario, [], kind: "full disk", "\(free) KB", freeing: filler)
        }
      }
    }
    for operation in Operation.allCases {
      for writer in Self.writers {
        try Child.run("mount", "-t", "tmpfs", "tmpfs", disk.path, log: log)
        defer { _ = try? Child.run("umount", disk.path, log: log) }
        let scenario = Scenario(
          operation: operation, writer: writer, folder: disk.appending(path: "folder"))
        try scenario.prepare()
        try Child.run("mount", "-o", "remount,ro", disk.path, log: log)
        let report = try report(of: scenario, [])
        try Child.run("mount", "-o", "remount,rw", disk.path, log: log)
        try check(scenario, report, kind: "read-only disk", "")
      }
    }
  }

  private func runToTheEnd(
    _ scenario: Scenario, _ prefix: [String], kind: String, _ label: String, freeing: URL? = nil
  ) throws {
    let report = try report(of: scenario, prefix)
    if let freeing { try FileManager.default.removeItem(at: freeing) }
    try check(scenario, report, kind: kind, label)
  }

  private func report(of scenario: Scenario, _ prefix: [String]) throws -> Report? {
    let output = work.appending(path: "\(UUID().uuidString).output")
    defer { try? FileManager.default.removeItem(at: output) }
    let arguments =
      prefix + [
        Child.probe, "run", scenario.operation.rawValue, scenario.folder.path,
        scenario.writer.rawValue,
      ]
    let printed = try Child(arguments, output: output).wait().output
    return printed.split(separator: "\n").first.flatMap { line in
      Report(rawValue: String(line.prefix { $0 != " " }))
    }
  }

  private func check(
    _ scenario: Scenario, _ report: Report?, kind: String, _ label: String
  ) throws {
    let reference = try Reference(scenario.operation, scenario.writer, in: work)
    let expected: Expectation =
      switch report {
      case .done: .new
      case .failed: .old
      case .uncertain, nil: .either
      }
    var losses = try scenario.losses(expecting: expected, reference)
    if report == nil { losses.insert(.unexpected) }
    results.add(kind, scenario.writer, losses, "\(scenario.operation) \(label)")
  }
}
