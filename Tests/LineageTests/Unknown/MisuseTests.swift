import Foundation
import Lineage
import Testing

/// Mistakes of the program, which stop it with a sentence.
struct MisuseTests {
  struct Payload: Codable {
    var text = ""
  }

  enum Twins: OpenUnion {
    case first(MisuseTests.Payload)
    case second(MisuseTests.Payload)

    static let payloads: [UnionPayload<Twins>] = [
      UnionPayload("text", first) { if case .first(let it) = $0 { it } else { nil } },
      UnionPayload("text", second) { if case .second(let it) = $0 { it } else { nil } },
    ]
  }

  enum Both: OpenUnion, VersionedCodable {
    case text(MisuseTests.Payload)

    static let version = 1
    typealias PreviousVersion = NothingOlder
    static let payloads: [UnionPayload<Both>] = [
      UnionPayload("text", text) { if case .text(let it) = $0 { it } else { nil } }
    ]
  }

  struct Undecided: ZeroFillable {
    let id: UUID
  }

  @Test func `two rows of a union with one tag stop the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = try? JSONDecoder().decode(unversioned: Twins.self, from: Data(#"{"type":"text"}"#.utf8))
    }
  }

  @Test func `a versioned union stops the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = try? JSONDecoder().decode(versioned: Both.self, from: Data(#"{"type":"text"}"#.utf8))
    }
  }

  @Test func `a versioned union stops the program where it finds a version`() async {
    await #expect(processExitsWith: .failure) {
      let data = Data(#"{"type":"text","version":1}"#.utf8)
      _ = try? JSONDecoder().decode(versioned: Both.self, from: data)
    }
  }

  @Test func `a versioned union stops the program inside of a document`() async {
    await #expect(processExitsWith: .failure) {
      let data = Data(#"[{"type":"text","version":1}]"#.utf8)
      _ = try? JSONDecoder().decode(unversioned: [Both].self, from: data)
    }
  }

  @Test func `an empty value of a type with an identity stops the program`() async {
    await #expect(processExitsWith: .failure) { _ = Undecided.empty }
  }
}
