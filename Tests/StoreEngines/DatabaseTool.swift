import Foundation

/// The command-line tool of a database, which runs as a child process and executes one statement after the other.
///
/// All values are numbers and hexadecimal digits in the statements, so no document is ever parsed as SQL.
// The pipes and the buffer are only used with the lock held.
final class DatabaseTool: @unchecked Sendable {
  private let lock = NSLock()
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let endCommand: String
  private var buffer = Data()

  /// Starts a tool.
  ///
  /// - Parameters:
  ///   - arguments: The name of the tool, and its arguments.
  ///   - endCommand: The command by which the tool prints `end`.
  ///   - setUp: Commands to begin with.
  init(_ arguments: [String], endCommand: String, setUp: [String] = []) throws {
    self.endCommand = endCommand
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
    for command in setUp { try send(command) }
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Executes a statement whose rows are one text each, which begins with `=`.
  ///
  /// - Returns: The rows, without the `=`.
  func execute(_ statement: String) throws -> [String] {
    try lock.withLock {
      try send("\(statement);\n\(endCommand)")
      var rows: [String] = []
      while let line = try nextLine() {
        if line == "end" { return rows }
        guard line.hasPrefix("=") else {
          while let rest = try nextLine(), rest != "end" {}
          throw DatabaseError(line)
        }
        rows.append(String(line.dropFirst()))
      }
      throw DatabaseError("the tool has exited")
    }
  }

  private func send(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(text)\n".utf8))
  }

  private func nextLine() throws -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer = Data(buffer[(end + 1)...]) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      buffer += more
    }
  }
}

/// What a database says when it refuses a statement.
struct DatabaseError: Error, CustomStringConvertible {
  let description: String

  init(_ line: String) {
    // Not where in the statement it is.
    description = line.replacing(/^(ERROR: +|\w+ error near line \d+: )/, with: "")
  }
}
