import Foundation
import Lineage
import LineageStore

/// A program's own tool to inspect, check and migrate its documents.
///
/// ```swift
/// @main struct PoetryMigrate {
///   static func main() async {
///     await MigrationCommand(name: "poetry-migrate", version: "1.4") {
///       Documents(of: Anthology.self, named: "*.anthology.json")
///       Documents(of: ReaderSettings.self, named: "settings.json")
///     }.run()
///   }
/// }
/// ```
///
/// `poetry-migrate --help` lists the commands and their options. To call the same operations from code, use
/// ``Migration``.
public struct MigrationCommand: Sendable {
  let name: String
  let version: String
  let migration: Migration

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - name: The name of the program, for its help and messages.
  ///   - version: The version of the program.
  ///   - documents: The documents of the program.
  public init(
    name: String, version: String, @DocumentsBuilder _ documents: () -> [Documents]
  ) {
    self.name = name
    self.version = version
    migration = Migration(documents())
  }

  /// Runs the command with the arguments of the process, and ends the process.
  ///
  /// For commands that write or compare documents, the process restarts itself with deterministic hashing
  /// (`SWIFT_DETERMINISTIC_HASHING`), so that dictionaries and sets are written in the same order on every host.
  public nonisolated(nonsending) func run() async -> Never {
    Signals.dieByBrokenPipes()
    Signals.noteProgressRequests()
    let code = await run(Array(CommandLine.arguments.dropFirst()), ownsProcess: true)
    if let signal = Signals.interruption { Signals.die(by: signal) }
    exit(code.rawValue)
  }

  /// Runs the command with the given arguments, and returns its exit code.
  ///
  /// Cancelling the task stops the command after the documents in progress, or when the next lines have been read.
  /// Signals are left to the program.
  ///
  /// - Parameter arguments: The arguments after the name of the program.
  /// - Returns: The exit code. It is ``ExitCode/cancelled`` if the task was cancelled before everything was done.
  public nonisolated(nonsending) func run(_ arguments: [String]) async -> ExitCode {
    await run(arguments, ownsProcess: false)
  }

  // On the caller's actor, because changing to another thread is a tenth of the time that `--help` takes.
  private nonisolated(nonsending) func run(
    _ arguments: [String], ownsProcess: Bool
  ) async -> ExitCode {
    let table = CommandTable(name: name, version: version, types: migration.typeNames)
    do {
      switch try table.parse(arguments) {
      case .help(let verb): return printed(table.help(for: verb))
      case .version: return printed("\(name) \(version)\n")
      case .completions(let shell): return printed(table.completions(for: shell))
      case .nothing:
        try? ProcessCalls.write(Data(table.help(for: nil).utf8), to: 2)
        return .usage
      case .invocation(let invocation):
        if ownsProcess, invocation.operation.encodesDocuments {
          ProcessCalls.restartWithDeterministicHashing()
        }
        return await run(invocation, table, ownsProcess: ownsProcess)
      }
    } catch {
      complain(error, name: name)
      return .usage
    }
  }

  private func complain(_ error: UsageError, name: String) {
    let help = error.verb.map { "\(name) \($0) --help" } ?? "\(name) --help"
    try? ProcessCalls.write(
      Data("\(name): \(error.message.shown(upTo: .max))\nSee '\(help)'.\n".utf8), to: 2)
  }

  private func printed(_ text: String) -> ExitCode {
    do {
      try ProcessCalls.write(Data(text.utf8), to: 1)
      return .success
    } catch {
      try? ProcessCalls.write(
        Data("\(name): standard output can't be written: \(error).\n".utf8), to: 2)
      return .ioError
    }
  }

  private nonisolated(nonsending) func run(
    _ invocation: Invocation, _ table: CommandTable, ownsProcess: Bool
  ) async -> ExitCode {
    let terminal = Terminal(
      name: name, isQuiet: invocation.isQuiet, allowsColor: invocation.usesColor)
    do {
      return try await Migration.onThread { stop in
        var run = CommandRun(
          table: table, invocation: invocation, migration: migration, terminal: terminal,
          stop: stop, ownsProcess: ownsProcess)
        let code: ExitCode
        do {
          code = try run.run()
        } catch {
          // What was printed before is still true.
          try? terminal.flush()
          throw error
        }
        try terminal.flush()
        return code
      }
    } catch let error as UsageError {
      complain(error, name: name)
      return .usage
    } catch let error as CommandFailure {
      terminal.complain("\(name): \(error.message.shown(upTo: .max))")
      return error.code
    } catch is CancellationError {
      terminal.complain("\(name): cancelled before everything was done. Run the command again.")
      return .cancelled
    } catch let error as LineFilter.StreamFailure {
      let failure = CommandFailure(error, invocation)
      terminal.complain("\(name): \(failure.message.shown(upTo: .max))")
      return failure.code
    } catch {
      terminal.complain(
        """
        \(name): internal error: '\(invocation.verb)' threw \(TypeName.shown(type(of: error))). Please report it.
        """)
      return .internalError
    }
  }
}

/// Why a command ended, other than by what it found in documents.
struct CommandFailure: Error {
  let code: ExitCode
  let message: String

  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
  }

  init(_ failure: LineFilter.StreamFailure, _ invocation: Invocation) {
    let isClosed = failure.error.code == EBADF
    let reason = isClosed ? "it is closed" : failure.error.description
    switch failure.stream {
    case .input:
      let isAbsent = isClosed || failure.error.code == EISDIR
      self.init(
        isAbsent ? .noInput : .ioError, "standard input can't be read: \(reason).")
    case .output:
      self.init(.ioError, "standard output can't be written: \(reason).")
    case .errors:
      self.init(
        failure.error.call == "open" ? .cannotCreate : .ioError,
        "'\(invocation.errors ?? "")' can't be written: \(reason).")
    }
  }
}
