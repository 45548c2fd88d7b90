import Foundation
import Testing

@testable import LineageExpansion

/// The plugin as a process of its own.
final class PluginProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init() throws {
    let program: URL = try #require(Self.executable, "The plugin isn't built.")
    process.executableURL = program
    process.environment = [:]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = Pipe()
    signal(SIGPIPE, SIG_IGN)
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  /// The program, which is built next to the tests.
  private static let executable: URL? = {
    let bundles = Bundle.allBundles.map(\.bundleURL) + [Bundle.main.bundleURL]
    let folders = bundles.flatMap { [$0, $0.deletingLastPathComponent()] }
    let files = folders.flatMap { folder in
      ["LineageMacrosPlugin-tool", "LineageMacrosPlugin"].map { folder.appending(path: $0) }
    }
    return files.first { FileManager.default.isExecutableFile(atPath: $0.path()) }
  }()

  // MARK: - Messages

  /// Sends a message and returns the answer.
  func ask(_ message: [UInt8]) throws -> JSONValue {
    send(message)
    let header = try read(8)
    let length = header.reversed().reduce(0) { $0 << 8 | Int($1) }
    return try #require(JSONReader.read(read(length)))
  }

  func ask(_ message: String) throws -> JSONValue { try ask(Array(message.utf8)) }

  func send(_ message: String) { send(Array(message.utf8)) }

  private func send(_ message: [UInt8]) {
    write((0..<8).map { UInt8(truncatingIfNeeded: message.count >> (8 * $0)) } + message)
  }

  func write(_ bytes: [UInt8]) {
    try? input.fileHandleForWriting.write(contentsOf: Data(bytes))
  }

  private func read(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let data = try output.fileHandleForReading.read(upToCount: count - bytes.count)
      bytes += try #require(data, "The plugin has ended.")
    }
    return bytes
  }

  // MARK: - The end

  /// Closes the plugin's input, and returns its status when it has ended.
  func end() -> Int32 {
    try? input.fileHandleForWriting.close()
    return waitForEnd()
  }

  func waitForEnd() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  func remainingOutput() -> Data {
    (try? output.fileHandleForReading.readToEnd()) ?? Data()
  }

  /// Closes the end of the pipe that the plugin's answers come from.
  func closeOutput() { try? output.fileHandleForReading.close() }

  /// What a file descriptor of the process is.
  func openFile(_ descriptor: Int) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(
      atPath: "/proc/\(process.processIdentifier)/fd/\(descriptor)")
  }
}
