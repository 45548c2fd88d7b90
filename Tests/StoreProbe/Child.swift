import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A process whose output goes to a file.
struct Child {
  let process: pid_t
  let output: URL

  /// Starts a program that is found in `PATH`.
  init(_ arguments: [String], output: URL) throws {
    self.output = output
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, 1, output.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var process = pid_t()
    var argv = arguments.map { strdup($0) } + [nil]
    var variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in argv + variables { free(text) } }
    let result = posix_spawnp(&process, arguments[0], &actions, nil, &argv, &variables)
    guard result == 0 else {
      throw Failure("\(arguments[0]) can't be started: \(String(cString: strerror(result)))")
    }
    self.process = process
  }

  /// Waits for the end of the process, and returns its status, 128 and the signal if one killed it, and its output.
  @discardableResult
  func wait() -> (status: Int32, output: String) {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7f
    let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    return (signal == 0 ? (status >> 8) & 0xff : 128 + signal, text)
  }

  /// Runs a program, and throws if it fails.
  @discardableResult
  static func run(_ arguments: String..., log: URL) throws -> String {
    let (status, output) = try Child(arguments, output: log).wait()
    guard status == 0 else {
      throw Failure("\(arguments.joined(separator: " ")) failed: \(output)")
    }
    return output
  }

  /// This program.
  static let probe = CommandLine.arguments[0]
}

/// What keeps the harness from going on.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Makes a call that is easy to find among the others: it asks for a file that doesn't exist.
func mark(_ name: String) {
  _ = access("/lineage-\(name)", F_OK)
}

/// Prints a line, without a buffer that a kill would lose.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
