import Foundation
import Lineage
import Testing

/// User code can start a task while a value is coded, and the task can outlive the call.
struct TaskInheritanceTests {
  struct Starter: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name = "x"
    var inner = ["a": Inner()]

    struct Inner: Codable {
      init() {}

      init(from decoder: any Decoder) throws {
        Task { try? await Task.sleep(for: .milliseconds(1)) }
      }

      func encode(to encoder: any Encoder) throws {
        _ = encoder.unkeyedContainer()
        Task { try? await Task.sleep(for: .milliseconds(1)) }
      }
    }
  }

  @Test func `a task started while a value is coded can outlive the call`() async throws {
    let plist = try PropertyListEncoder().encode(versioned: Starter())
    let value = try PropertyListDecoder().decode(versioned: Starter.self, from: plist)
    let wrapped = try JSONEncoder().encode(Versioned(value))
    let unwrapped = try JSONDecoder().decode(Versioned<Starter>.self, from: wrapped)

    await Task.yield()
    #expect(unwrapped.wrappedValue.name == "x")
  }

  struct StepV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
  }

  struct Filled: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = StepV1
    var name = ""
    var added = 1
  }

  struct Step: VersionedCodable {
    static let version = 2
    var name: String

    init(from old: StepV1) throws {
      name = old.name
      Task { for _ in 0..<100 { _ = try? Filled(carryingOver: old) } }
    }
  }

  @Test func `the work of a task started by a step is not in the report`() async throws {
    var report = MigrationReport()

    _ = try JSONDecoder().decode(
      versioned: Step.self, from: Data(#"{"name":"x","version":1}"#.utf8), report: &report)
    await Task.yield()

    #expect(report.filled.isEmpty)
  }
}
