import Foundation
import Lineage
import Testing

/// Mistakes in a program that can't be errors: the process ends with a sentence about each.
struct ProgramMistakeTests {
  // MARK: - Values

  @Test func `a field path in code must be a path`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let path: FieldPath = "a[b"
      print(path)
    }
    expect(result, says: "'a[b' isn't a field path: write keys after periods, indices in brackets,")
  }

  @Test func `a field path with an index must be a path`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let path: FieldPath = "a\(1)]"
      print(path)
    }
    expect(result, says: "'a1]' isn't a field path: write keys after periods, indices in brackets,")
  }

  struct Identified: ZeroFillable {
    let id: UUID
  }

  @Test func `a type with an identity has no empty value`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Identified.empty
    }
    expect(
      result,
      says: """
        Identified has no empty value, because not all of its fields have a zero value: make the \
        field optional, or remove ZeroFillable.
        """)
  }

  // MARK: - Encoders

  struct TwoValues: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(1)
      _ = encoder.unkeyedContainer()
    }
  }

  @Test func `a type encodes one value`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try JSONEncoder().encode(unversioned: [TwoValues()])
    }
    expect(
      result,
      says: """
        A type asked its encoder for a container at '[0]' after it had encoded something else in its \
        place: encode(to:) writes one object, one array or one single value.
        """)
  }

  // MARK: - Fields

  /// A type that refers to a field at a position that has no key.
  struct BeyondTheKeys: FieldCodable {
    var a = 0

    enum CodingKeys: String, CodingKey, CaseIterable { case a }

    init() {}

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.fill(&a, at: 1)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(a, at: 1)
    }
  }

  /// A type that lists its keys in another order than it declares them.
  struct Reordered: FieldCodable {
    var a = 0
    var b = 0

    enum CodingKeys: String, CodingKey { case a, b }

    init() {}

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, [.b, .a])
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, [.b, .a])
    }
  }

  /// A type that counts more keys than it declares.
  struct Miscounted: FieldCodable {
    var a = 0
    var b = 0

    enum CodingKeys: String, CodingKey { case a, b }

    init() {}

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, count: 3)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, count: 3)
    }
  }

  /// A type whose keys are any texts.
  struct AnyKeys: FieldCodable {
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init() {}

    init(reading fields: inout FieldReader) throws {
      fields.open(Key.self, [Key(stringValue: "a")])
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(Key.self, [Key(stringValue: "a")])
    }
  }

  private static let positions =
    "A FieldCodable type refers to fields by the positions of their keys, after it has called open(_:_:)."
  private static let order = """
    The keys of a FieldCodable type are all cases of an enum without payloads, in their order. Those of \
    Reordered aren't.
    """
  private static let kind = """
    The keys of a FieldCodable type are an enum without payloads, of at most 256 cases. Those of Key aren't.
    """
  private static let count = """
    The count of a FieldCodable type's keys is that of an enum's cases without payloads. That of Miscounted \
    isn't.
    """

  @Test func `counted keys are all cases`() async {
    let read = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try JSONDecoder().decode(unversioned: Miscounted.self, from: Data(#"{"a":1}"#.utf8))
    }
    let written = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try JSONEncoder().encode(unversioned: Miscounted())
    }
    expect(read, says: Self.count)
    expect(written, says: Self.count)
  }

  @Test func `a field that is read has a key`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try JSONDecoder().decode(unversioned: BeyondTheKeys.self, from: Data(#"{"a":1}"#.utf8))
    }
    expect(result, says: Self.positions)
  }

  @Test func `a field that is written has a key`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try JSONEncoder().encode(unversioned: BeyondTheKeys())
    }
    expect(result, says: Self.positions)
  }

  @Test func `keys that are read are in the order of their declaration`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try JSONDecoder().decode(unversioned: Reordered.self, from: Data(#"{"a":1}"#.utf8))
    }
    expect(result, says: Self.order)
  }

  @Test func `keys that are written are in the order of their declaration`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try JSONEncoder().encode(unversioned: Reordered())
    }
    expect(result, says: Self.order)
  }

  @Test func `keys of fields that are read are an enum`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try JSONDecoder().decode(unversioned: AnyKeys.self, from: Data(#"{"a":1}"#.utf8))
    }
    expect(result, says: Self.kind)
  }

  @Test func `keys of fields that are written are an enum`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try JSONEncoder().encode(unversioned: AnyKeys())
    }
    expect(result, says: Self.kind)
  }

  private func expect(
    _ result: ExitTest.Result?, says sentence: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains(sentence), sourceLocation: sourceLocation)
  }
}
