import Foundation
import Lineage

/// A figure that needs its own process: the cost of first use, or peak memory.
enum Probe: String {
  case plainDocument, versionedDocument
  case plainType, versionedType
  case plainMemory, versionedMemory
  case plainEmptyMemory, versionedEmptyMemory

  /// Starts this program again, with a document as its input, and reads the figure that it prints.
  func runInFreshProcess(_ document: Data) throws -> Double {
    // Apps on other systems can't start processes.
    #if os(macOS) || os(Linux)
      let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try document.write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let process = Process()
      let output = Pipe()
      process.executableURL = Bundle.main.executableURL
      process.arguments = ["--probe", rawValue]
      process.environment = ProcessInfo.processInfo.environment.merging(Memory.environment) { $1 }
      process.standardInput = try FileHandle(forReadingFrom: file)
      process.standardOutput = output
      try process.run()
      let text = String(
        decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      guard process.terminationStatus == 0,
        let figure = Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
      else { throw UsageError("The process that measures '\(rawValue)' gave no figure.") }
      return figure
    #else
      throw UsageError("This system can't start the process that measures '\(rawValue)'.")
    #endif
  }

  /// Measures the figure, in a process that has only read the document so far.
  func figure() throws -> Double {
    let document = try FileHandle.standardInput.readToEnd() ?? Data()
    switch self {
    case .plainDocument:
      return try Clock.cpu.seconds { _ = try JSONDecoder().decode(Settings.self, from: document) }
    case .versionedDocument:
      return try Clock.cpu.seconds {
        _ = try JSONDecoder().decode(versioned: Settings.self, from: document)
      }
    case .plainType:
      _ = try JSONDecoder().decode(Settings.self, from: document)
      return try FirstTypes.seconds { try $0.decodePlain() }
    case .versionedType:
      _ = try JSONDecoder().decode(versioned: Settings.self, from: document)
      return try FirstTypes.seconds { try $0.decodeVersioned() }
    case .plainMemory:
      return try Memory.besideTheValue {
        try JSONDecoder().decode(Library.self, from: document)
      }
    case .versionedMemory:
      return try Memory.besideTheValue {
        try JSONDecoder().decode(versioned: Library.self, from: document)
      }
    case .plainEmptyMemory:
      return try Memory.besideTheValue { try JSONDecoder().decode([Empty].self, from: document) }
    case .versionedEmptyMemory:
      return try Memory.besideTheValue {
        try JSONDecoder().decode(unversioned: [Empty].self, from: document)
      }
    }
  }
}

/// The value with the shortest text.
private struct Empty: Codable {}

/// Types that haven't been used in this process yet.
enum FirstTypes {
  static let all: [any FirstType.Type] = [
    First<Int8>.self, First<Int16>.self, First<Int32>.self, First<Int64>.self, First<UInt8>.self,
    First<UInt16>.self, First<UInt32>.self, First<UInt64>.self, First<Float>.self,
    First<Double>.self,
  ]

  static let text = Data(
    #"{"name":"ada","age":36,"height":1.6,"isActive":true,"tags":[],"version":2}"#.utf8)

  /// The average seconds per type.
  static func seconds(_ decode: (any FirstType.Type) throws -> Void) rethrows -> Double {
    // Made here, so that the first type isn't charged for it.
    _ = text
    return try Clock.cpu.seconds { for type in all { try decode(type) } } / Double(all.count)
  }
}

protocol FirstType: VersionedCodable {}

/// A different type for each tag, with defaults and a previous version.
struct First<Tag>: FirstType, DefaultFillable {
  static var version: Int { 2 }
  typealias PreviousVersion = Before

  var name = "nobody"
  var age = 7
  var height = 1.5
  var isActive = true
  var tags: [String] = []

  struct Before: VersionedCodable, DefaultFillable {
    static var version: Int { 1 }
    typealias PreviousVersion = NothingOlder
    var name = "nobody"
  }
}

extension FirstType {
  static func decodePlain() throws {
    _ = try JSONDecoder().decode(Self.self, from: FirstTypes.text)
  }

  static func decodeVersioned() throws {
    _ = try JSONDecoder().decode(versioned: Self.self, from: FirstTypes.text)
  }
}
