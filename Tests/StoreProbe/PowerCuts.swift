import Foundation
import Synchronization

/// A file system for disks in files.
struct FileSystem: Sendable {
  let name: String
  let size: String
  let format: [String]
  let mountOptions: String
  /// Options for a copy of a disk that is mounted too.
  let copyOptions: String

  static let all = [
    FileSystem(
      name: "ext4", size: "48M", format: ["mkfs.ext4", "-q", "-F"], mountOptions: "loop",
      copyOptions: "loop"),
    FileSystem(
      name: "ext4, noauto_da_alloc", size: "48M", format: ["mkfs.ext4", "-q", "-F"],
      mountOptions: "loop,noauto_da_alloc", copyOptions: "loop,noauto_da_alloc"),
    FileSystem(
      name: "xfs", size: "320M", format: ["mkfs.xfs", "-q", "-f"], mountOptions: "loop,nouuid",
      copyOptions: "loop,nouuid"),
    FileSystem(
      name: "btrfs", size: "128M", format: ["mkfs.btrfs", "-q", "-f"], mountOptions: "loop",
      copyOptions: "loop"),
  ]
}

/// Power cuts: what is on the disk at one moment, while the rest is in memory.
///
/// The disk is a file. A copy of that file, made while the disk is mounted and without a sync, has what the system has
/// written to the disk up to then. Mounting the copy is what the next start of the machine does.
struct PowerCuts: Sendable {
  let work: URL
  let isQuick: Bool
  let results: Results
  let system: FileSystem
  /// Whether a save that returned must be on the disk, whatever its durability.
  var promisesAll = false

  /// Cuts the power at the system calls of each operation, and after its end.
  func run(_ writers: [Writer], kind: String? = nil, onlyAfter: Bool = false) throws {
    let template = work.appending(path: "template")
    try Child.run("truncate", "-s", system.size, template.path, log: log("format"))
    defer { try? FileManager.default.removeItem(at: template) }
    let format = Array(system.format) + [template.path]
    let formatted = try Child(format, output: log("format")).wait()
    guard formatted.status == 0 else { throw Failure(formatted.output) }
    try mounted(template, system.mountOptions) { disk in
      for operation in Operation.allCases {
        for writer in writers { try scenario(operation, writer, on: disk).prepare() }
      }
      try Child.run("sync", "-f", disk.path, log: log("sync"))
    }

    var cuts: [Cut] = []
    for operation in isQuick ? [.create, .save, .migrate] : Operation.allCases {
      for writer in writers {
        let calls = onlyAfter ? [] : try calls(of: operation, writer)
        let reference = try Reference(operation, writer, in: work)
        cuts += calls.map {
          Cut(operation: operation, writer: writer, call: $0, reference: reference, kind: kind)
        }
        cuts.append(
          Cut(operation: operation, writer: writer, call: nil, reference: reference, kind: kind))
      }
    }
    let problem = Mutex<(any Error)?>(nil)
    let queue = cuts
    // Two disks of btrfs with one identity must not be mounted at once.
    let workers = system.name == "btrfs" ? 1 : 2
    let next = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      while problem.withLock({ $0 == nil }) {
        let index = next.withLock { index in
          defer { index += 1 }
          return index
        }
        guard index < queue.count else { return }
        do {
          try perform(queue[index], template)
        } catch {
          problem.withLock { $0 = error }
        }
      }
    }
    if let problem = problem.withLock({ $0 }) { throw problem }
    if !isQuick { try cutLater(writers, template, kind: kind) }
  }

  private struct Cut: Sendable {
    let operation: Operation
    let writer: Writer
    /// Nil for a cut after the end.
    let call: TracedCall?
    let reference: Reference
    let kind: String?
  }

  /// The calls before which the power is cut: each on the first file system, otherwise those that follow a change.
  private func calls(of operation: Operation, _ writer: Writer) throws -> [TracedCall] {
    let scenario = Scenario(
      operation: operation, writer: writer, folder: work.appending(path: UUID().uuidString))
    defer { try? FileManager.default.removeItem(at: scenario.folder) }
    try scenario.prepare()
    let calls = try TracedRun(scenario, work: work).operationCalls
    let isEach = !isQuick && system.name == "ext4"
    return calls.indices.dropFirst().filter { isEach || calls[$0 - 1].changesFiles }.map {
      calls[$0]
    }
  }

  private func perform(_ cut: Cut, _ template: URL) throws {
    let disk = work.appending(path: UUID().uuidString)
    let copy = disk.appendingPathExtension("copy")
    defer {
      try? FileManager.default.removeItem(at: disk)
      try? FileManager.default.removeItem(at: copy)
    }
    try self.copy(template, to: disk)
    let hasEnded = try mounted(disk, system.mountOptions) { folder in
      let scenario = scenario(cut.operation, cut.writer, on: folder)
      let run = try TracedRun(
        scenario, faults: cut.call.map { ["\($0.name):signal=KILL:when=\($0.number)"] } ?? [],
        work: work)
      try self.copy(disk, to: copy)
      if cut.call == nil, run.report != .done {
        throw Failure("\(cut.operation) failed: \(run.log)")
      }
      if cut.call != nil, !run.wasHit { throw Failure("the call wasn't found again") }
      return run.hasEnded
    }
    try mounted(copy, system.copyOptions) { folder in
      let losses = try scenario(cut.operation, cut.writer, on: folder)
        .losses(
          expecting: hasEnded && promisesEnd(cut.operation, cut.writer) ? .new : .either,
          cut.reference)
      results.add(
        cut.kind ?? "power cut, \(system.name)", cut.writer, losses,
        "\(cut.operation) at \(cut.call?.line ?? "end")")
    }
  }

  /// Cuts the power some seconds after all operations have ended, when the system has written a part by itself.
  private func cutLater(_ writers: [Writer], _ template: URL, kind: String?) throws {
    for seconds in [2, 7] {
      let disk = work.appending(path: UUID().uuidString)
      let copy = disk.appendingPathExtension("copy")
      defer {
        try? FileManager.default.removeItem(at: disk)
        try? FileManager.default.removeItem(at: copy)
      }
      try self.copy(template, to: disk)
      try mounted(disk, system.mountOptions) { folder in
        for operation in Operation.allCases {
          for writer in writers {
            let run = try TracedRun(scenario(operation, writer, on: folder), work: work)
            guard run.report == .done else { throw Failure("\(operation) failed") }
          }
        }
        Thread.sleep(forTimeInterval: Double(seconds))
        try self.copy(disk, to: copy)
      }
      try mounted(copy, system.copyOptions) { folder in
        for operation in Operation.allCases {
          for writer in writers {
            let losses = try scenario(operation, writer, on: folder).losses(
              expecting: promisesEnd(operation, writer) ? .new : .either,
              Reference(operation, writer, in: work))
            results.add(
              kind ?? "power cut, \(system.name)", writer, losses,
              "\(operation) \(seconds) seconds after its end")
          }
        }
      }
    }
  }

  /// Whether a save that returned is promised to be on the disk. An import always is, because its origin is removed.
  private func promisesEnd(_ operation: Operation, _ writer: Writer) -> Bool {
    promisesAll || writer == .full || writer == .foundation || operation == .importing
  }

  private func scenario(_ operation: Operation, _ writer: Writer, on disk: URL) -> Scenario {
    Scenario(
      operation: operation, writer: writer,
      folder: disk.appending(path: "\(operation.rawValue)-\(writer.rawValue)"))
  }

  private func copy(_ disk: URL, to copy: URL) throws {
    try Child.run("cp", "--sparse=always", disk.path, copy.path, log: log(copy.lastPathComponent))
  }

  private func mounted<Result>(
    _ disk: URL, _ options: String, _ body: (URL) throws -> Result
  ) throws -> Result {
    let folder = work.appending(path: "mounted-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let log = log(folder.lastPathComponent)
    defer {
      try? FileManager.default.removeItem(at: log)
      // Only if it is empty, so that no disk is cleared that is still mounted.
      rmdir(folder.path)
    }
    try Child.run("mount", "-o", options, disk.path, folder.path, log: log)
    defer { unmount(folder, log) }
    return try body(folder)
  }

  /// Unmounts a disk, which may be busy as long as the system ends the processes that were killed.
  private func unmount(_ folder: URL, _ log: URL) {
    for _ in 0..<100 {
      if (try? Child.run("umount", folder.path, log: log)) != nil { return }
      Thread.sleep(forTimeInterval: 0.05)
    }
    results.leaveOut("unmounting \(folder.path)", "it is busy")
  }

  private func log(_ name: String) -> URL { work.appending(path: "\(name).log") }
}
