#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  /// What a run of the example's tool has written, and how it ended.
  struct ProgramResult {
    var output: String
    var errors: String
    /// The exit code; nil if a signal ended it.
    var code: Int32?
    var signal: Int32?
  }

  /// Runs the example's tool as a process, in a folder of its own.
  final class Program {
    let folder: URL

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "poetry-migrate-\(UUID())")
        .resolvingSymlinksInPath()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
      try? FileManager.default.removeItem(at: folder)
    }

    /// The executable, which is built beside the tests.
    static var executable: URL {
      let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
      let own = tests ?? URL(filePath: CommandLine.arguments[0])
      return own.deletingLastPathComponent().appending(path: "poetry-migrate")
    }

    func write(_ text: String, to name: String) throws {
      let url = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }

    func read(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }

    /// Starts the tool without waiting for its end.
    func start(
      _ arguments: [String], input: Any? = FileHandle.nullDevice, output: Any?, errors: Any?,
      environment: [String: String] = [:]
    ) throws -> Process {
      let process = Process()
      process.executableURL = Self.executable
      process.arguments = arguments
      process.currentDirectoryURL = folder
      // The tests may run in an environment where values are left out.
      process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
      process.standardInput = input
      process.standardOutput = output
      process.standardError = errors
      try process.run()
      return process
    }

    func run(
      _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
    ) throws -> ProgramResult {
      let files = try ["input", "output", "errors"].map { name in
        let url = folder.appending(path: ".\(name)")
        try (name == "input" ? input : Data()).write(to: url)
        return url
      }
      let output = try FileHandle(forWritingTo: files[1])
      let errors = try FileHandle(forWritingTo: files[2])
      let process = try start(
        arguments, input: try FileHandle(forReadingFrom: files[0]), output: output,
        errors: errors, environment: environment)
      process.waitUntilExit()
      let isSignal = process.terminationReason == .uncaughtSignal
      return ProgramResult(
        output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
        errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self),
        code: isSignal ? nil : process.terminationStatus,
        signal: isSignal ? process.terminationStatus : nil)
    }
  }
#endif
