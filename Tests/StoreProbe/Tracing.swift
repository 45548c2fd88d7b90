import Foundation

/// A system call of an operation, as `strace` shows it.
struct TracedCall {
  let name: String
  /// Which of the calls with this name it is, counted from the start of the process.
  let number: Int
  let line: String
  /// Whether it is after the operation.
  let isAfter: Bool

  /// Whether the file system may be another one after it.
  var changesFiles: Bool {
    let names = [
      "write", "pwrite64", "fsync", "fdatasync", "rename", "renameat", "renameat2", "link",
      "linkat", "unlink",
      "unlinkat", "mkdir", "mkdirat", "fchmod", "chmod", "fchmodat", "fchown", "fsetxattr",
      "fremovexattr",
      "ftruncate", "fallocate", "sync_file_range",
    ]
    return names.contains(name) || line.contains("O_CREAT")
  }
}

/// A run of an operation under `strace`.
struct TracedRun {
  let log: [String]
  /// Nil if the process was killed before it could report.
  let report: Report?
  /// Whether the operation had returned.
  let hasEnded: Bool
  /// Whether the fault hit a call of the operation.
  let wasHit: Bool

  private static let calls = "trace=%file,%desc,exit_group"

  /// Runs an operation that was prepared.
  ///
  /// - Parameter faults: What happens at which calls, as arguments of `strace -e inject`.
  init(_ scenario: Scenario, faults: [String] = [], work: URL) throws {
    let id = UUID().uuidString
    let (trace, output) = (
      work.appending(path: "\(id).trace"), work.appending(path: "\(id).output")
    )
    defer {
      try? FileManager.default.removeItem(at: trace)
      try? FileManager.default.removeItem(at: output)
    }
    let arguments =
      ["timeout", "-s", "KILL", "60", "strace", "-o", trace.path, "-e", Self.calls]
      + faults.flatMap { ["-e", "inject=\($0)"] } + [
        Child.probe, "run", scenario.operation.rawValue, scenario.folder.path,
        scenario.writer.rawValue,
      ]
    let printed = try Child(arguments, output: output).wait().output
    report = printed.split(separator: "\n").first.flatMap { line in
      Report(rawValue: String(line.prefix { $0 != " " }))
    }
    let text = try String(contentsOf: trace, encoding: .utf8)
    log = text.split(separator: "\n").map(String.init)
    hasEnded = log.contains { $0.contains("/lineage-end") }
    let operation = log.drop { !$0.contains("/lineage-begin") }
    let effect = faults.contains { $0.contains("signal=KILL") } ? "killed by SIGKILL" : "(INJECTED)"
    wasHit = operation.contains { $0.contains(effect) }
  }

  /// The calls of the operation, then the mark at its end, and the end of the process.
  var operationCalls: [TracedCall] {
    var counts: [String: Int] = [:]
    var calls: [TracedCall] = []
    var (hasBegun, hasEnded) = (false, false)
    for line in log {
      guard let parenthesis = line.firstIndex(of: "("), line.first?.isLetter == true else {
        continue
      }
      let name = String(line[..<parenthesis])
      counts[name, default: 0] += 1
      if line.contains("/lineage-end") { hasEnded = true }
      // Memory and the output are not the operation.
      if hasBegun, !hasEnded || line.contains("/lineage-end") || name == "exit_group",
        !["mmap", "mprotect", "munmap"].contains(name)
      {
        calls.append(
          TracedCall(name: name, number: counts[name] ?? 0, line: line, isAfter: hasEnded))
      }
      if line.contains("/lineage-begin") { hasBegun = true }
    }
    return calls
  }
}
