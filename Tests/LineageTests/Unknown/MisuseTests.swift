import Foundation
import Lineage
import Testing

/// Programmer errors: they throw when data is coded, otherwise trap, with a message that says what
/// to do.
struct MisuseTests {
  struct Payload: Codable {
    var text = ""
  }

  enum Twins: OpenUnion {
    case first(MisuseTests.Payload)
    case second(MisuseTests.Payload)

    static let tagKey = "type"
    static let payloads: [UnionPayload<Twins>] = [
      UnionPayload("text", first) { if case .first(let it) = $0 { it } else { nil } },
      UnionPayload("text", second) { if case .second(let it) = $0 { it } else { nil } },
    ]
  }

  enum Both: OpenUnion, VersionedCodable {
    case text(MisuseTests.Payload)

    static let version = 1
    typealias PreviousVersion = NothingOlder
    static let tagKey = "type"
    static let payloads: [UnionPayload<Both>] = [
      UnionPayload("text", text) { if case .text(let it) = $0 { it } else { nil } }
    ]
  }

  enum TwoUnknown: OpenUnion {
    case first(DocumentValue)
    case second(DocumentValue)

    static let tagKey = "type"
    static let payloads: [UnionPayload<TwoUnknown>] = [
      .unknown(first) { if case .first(let it) = $0 { it } else { nil } },
      .unknown(second) { if case .second(let it) = $0 { it } else { nil } },
    ]
  }

  enum Incomplete: OpenUnion {
    case text(MisuseTests.Payload)
    case image(MisuseTests.Payload)

    static let tagKey = "type"
    static let payloads: [UnionPayload<Incomplete>] = [
      UnionPayload("text", text) { if case .text(let it) = $0 { it } else { nil } }
    ]
  }

  struct Keyless: Codable {
    var name = ""
    var unknownFields = UnknownFields()

    enum CodingKeys: CodingKey { case name }
  }

  struct KeylessDocument: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name = ""
    var others = UnknownFields()

    enum CodingKeys: CodingKey { case name }
  }

  /// The description of an error.
  private func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch let error as EncodingError {
      guard case .invalidValue(_, let context) = error else { return nil }
      return context.debugDescription
    } catch {
      return "\(error)"
    }
  }

  static let twins = """
    Twins isn't declared correctly: two of its payloads have the tag 'text', so decoding can't \
    choose between them. This is a mistake in the program: give each payload its own tag.
    """

  static let twoUnknown = """
    TwoUnknown isn't declared correctly: two of its payloads are for unknown tags, so the second would \
    never be used. This is a mistake in the program: remove one of them.
    """

  static let keyless = """
    Keyless isn't declared correctly: its property unknownFields wasn't decoded, so unknown fields would be \
    lost. This is a mistake in the program: add `case unknownFields` to its CodingKeys or, if init(from:) is \
    your own, decode it there.
    """

  @Test func `two payloads of a union with the same tag are an error`() {
    let text = Data(#"{"type":"text"}"#.utf8)

    #expect(
      message { _ = try JSONDecoder().decode(unversioned: Twins.self, from: text) } == Self.twins)
    #expect(
      message { _ = try JSONEncoder().encode(unversioned: Twins.first(Payload())) } == Self.twins)
    #expect(
      message { _ = try JSONDecoder().decode(unversioned: TwoUnknown.self, from: text) }
        == Self.twoUnknown)
  }

  @Test func `a case that the payloads do not include is an error that shows what to add`() {
    let message = message {
      _ = try JSONEncoder().encode(unversioned: [Incomplete.image(Payload())])
    }

    #expect(
      message == """
        The payloads of Incomplete don't include the case 'image'. Add it: \
        UnionPayload("image", image) { if case .image(let it) = $0 { it } else { nil } }, with the tag \
        that it has in the data.
        """)
  }

  @Test(arguments: StoredFormat.allCases)
  func `unknown fields without a coding key are an error`(format: StoredFormat) throws {
    let document = try format.document(#"{"name":"a","x":1}"#)

    #expect(
      message { _ = try format.decode(unversioned: Keyless.self, from: document) } == Self.keyless)
    #expect(
      message {
        _ = try format.decode(
          unversioned: [Keyless].self, from: format.document("[{\"x\":1,\"name\":\"a\"}]"))
      }
        == Self.keyless)
  }

  @Test func `unknown fields without a coding key are an error in a versioned type`() {
    let message = message {
      _ = try Future.read(KeylessDocument.self, #"{"version":1,"name":"a"}"#)
    }

    #expect(
      message == """
        KeylessDocument isn't declared correctly: its property others wasn't decoded, so unknown fields would \
        be lost. This is a mistake in the program: add `case others` to its CodingKeys or, if init(from:) is \
        your own, decode it there. Known versions: '1' (KeylessDocument).
        """)
  }

  @Test(arguments: [#"{"twins":[{"type":"text"}]}"#, #"{"keyless":{"a":{"x":1,"name":"a"}}}"#])
  func `a programmer error is not an invalid value`(json: String) throws {
    struct Filled: DefaultFillable {
      @LenientElements var twins: [Twins] = []
      @LenientValues var keyless: [String: Keyless] = [:]
    }

    let error = try migrationError { try filled(Filled.self, json) }

    guard case .misdeclaredType = error.reason else {
      Issue.record("\(error)")
      return
    }
  }

  static let both = """
    Both isn't declared correctly: it is a versioned OpenUnion, but a union has no fields of its own, so \
    it has no versions. This is a mistake in the program: remove VersionedCodable from it, and make its \
    payloads versioned.
    """

  @Test(arguments: [#"{"type":"text"}"#, #"{"type":"text","version":1}"#, "{}", "1"])
  func `a versioned union is an error`(json: String) {
    let data = Data(json.utf8)
    let list = Data("[\(json)]".utf8)

    #expect(
      message { _ = try JSONDecoder().decode(versioned: Both.self, from: data) } == Self.both)
    #expect(
      message { _ = try JSONDecoder().decode(unversioned: Both.self, from: data) } == Self.both)
    #expect(
      message { _ = try JSONDecoder().decode(unversioned: [Both].self, from: list) } == Self.both)
    #expect(message { _ = try JSONDecoder().decode(Both.self, from: data) } == Self.both)
    #expect(
      message { _ = try JSONDecoder().decode(Versioned<Both>.self, from: data) } == Self.both)
  }

  @Test func `a versioned union is an error when it is written`() {
    let union = Both.text(Payload())

    #expect(message { _ = try JSONEncoder().encode(versioned: union) } == Self.both)
    #expect(message { _ = try JSONEncoder().encode(unversioned: [union]) } == Self.both)
    #expect(message { _ = try JSONEncoder().encode(union) } == Self.both)
  }
}
