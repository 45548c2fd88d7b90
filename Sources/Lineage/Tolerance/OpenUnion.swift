/// An enum whose cases hold values of different types, told apart by a tag in the data.
///
/// A table lists the type of the payload for each tag. The payload `unknown` preserves elements with another tag, or
/// without one: they are written back unchanged in the same position. Without it, they are errors.
///
/// ```swift
/// enum Block: OpenUnion {
///   case text(Text)
///   case image(Image)
///   case unknown(DocumentValue)
///
///   static let tagKey = "type"
///   static let payloads: [UnionPayload<Self>] = [
///     UnionPayload("text", text) { if case .text(let it) = $0 { it } else { nil } },
///     UnionPayload("image", image) { if case .image(let it) = $0 { it } else { nil } },
///     .unknown(unknown) { if case .unknown(let it) = $0 { it } else { nil } },
///   ]
/// }
///
/// // [{"type": "text", "body": "Hello"}, {"type": "video", "url": "…"}]
/// // [.text(Text(body: "Hello")), .unknown(["type": "video", "url": "…"])]
/// ```
///
/// The tag is in the same object as the payload's fields, under the ``tagKey``. Make sure that this
/// is the key in your data: with another key, every element would be unknown.
///
/// Payloads are structs that are encoded as objects. They can have versions, defaults and unknown fields. In a module
/// that is isolated to the main actor by default, declare them `nonisolated`.
public protocol OpenUnion: Codable, SendableMetatype {
  /// A payload of the union. Write `UnionPayload<Self>` if your program has its own `Payload`.
  typealias Payload = UnionPayload<Self>

  /// The key of the tag, such as `type`, `kind` or `$type`.
  static var tagKey: String { get }

  /// The types of the cases with their tags, and the case for all other tags.
  static var payloads: [Payload] { get }
}

/// A case of an ``OpenUnion``: its tag, and the conversions between payload and case.
public struct UnionPayload<Union: OpenUnion>: Sendable {
  /// The tag of the payload; nil for the payload of all other tags.
  package let tag: String?
  /// The type of the payload.
  package let payloadType: any (Codable & SendableMetatype).Type
  /// Makes the case from its payload; nil if the payload is of another type.
  package let make: @Sendable (Any) -> Union?
  let decode: @Sendable (Field) throws -> Union
  /// Encodes the union's payload and returns true, if the union is this case.
  let encode: @Sendable (Union, ValueEncoder) throws -> Bool

  /// Creates the payload of a case.
  ///
  /// - Parameters:
  ///   - tag: The tag of the case.
  ///   - make: Makes the case from its payload. Pass the name of the case.
  ///   - get: Returns the payload of the case, or nil for other cases.
  public init<Value: Codable & SendableMetatype>(
    _ tag: String, _ make: @escaping @Sendable (Value) -> Union,
    get: @escaping @Sendable (Union) -> Value?
  ) {
    self.init(tag: tag, make, get)
  }

  /// Creates the payload of the case for all other tags.
  ///
  /// - Parameters:
  ///   - make: Makes the case from the whole element. Pass the name of the case.
  ///   - get: Returns the element of the case, or nil for other cases.
  public static func unknown(
    _ make: @escaping @Sendable (DocumentValue) -> Union,
    get: @escaping @Sendable (Union) -> DocumentValue?
  ) -> UnionPayload {
    UnionPayload(tag: nil, make, get)
  }

  private init<Value: Codable & SendableMetatype>(
    tag: String?, _ make: @escaping @Sendable (Value) -> Union,
    _ get: @escaping @Sendable (Union) -> Value?
  ) {
    self.tag = tag
    payloadType = Value.self
    self.make = { ($0 as? Value).map(make) }
    decode = { make(try PlanCache.decodingPlan(for: Value.self).decode($0)) }
    encode = { union, encoder in
      guard let value = get(union) else { return false }
      try encoder.writer.encode(value, to: encoder)
      return true
    }
  }
}

extension OpenUnion {
  /// Decodes the payload for the tag.
  ///
  /// - Throws: A `MigrationError` if two payloads have the same tag; a `DecodingError` if there is no payload
  ///   for the tag; otherwise the error of the payload.
  public init(from decoder: any Decoder) throws {
    self = try CoderAccess.read(decoder) { try UnionPlans.decodingPlan(for: Self.self).decode($0) }
  }

  /// Encodes the payload and its tag.
  ///
  /// - Throws: A `MigrationError` if two payloads have the same tag; an `EncodingError` if the case isn't
  ///   among the payloads, or its tag can't be added; otherwise the error of the payload.
  public func encode(to encoder: any Encoder) throws {
    try CoderAccess.write(Self.self, to: encoder) {
      try UnionPlans.encodingPlan(for: Self.self).encode(self, to: $0)
    }
  }
}

// MARK: - Coding

extension OpenUnion {
  /// What is wrong with the declaration of the type; nil if it is valid.
  fileprivate static var typeProblem: MigrationError.TypeProblem? {
    if Self.self is any VersionedCodable.Type { return .versionedUnion }
    var tags: Set<String?> = []
    return payloads.lazy.map(\.tag).first { !tags.insert($0).inserted }
      .map { $0.map { .duplicateTag($0) } ?? .twoUnknownPayloads }
  }

  static func error(
    for problem: MigrationError.TypeProblem, at codingPath: [any CodingKey]
  ) -> MigrationError {
    MigrationError(
      .misdeclaredType(type: TypeName.of(Self.self), problem), in: Self.self, at: codingPath)
  }
}

/// The cached plans of all unions in this process.
private enum UnionPlans {
  private static let decoding = TypeTable<AnyObject>()
  private static let encoding = TypeTable<AnyObject>()

  static func decodingPlan<Union: OpenUnion>(for type: Union.Type) -> UnionDecodingPlan<Union> {
    let plan = decoding.object(of: type, orStoring: UnionDecodingPlan<Union>())
    return plan.uncheckedCast().object
  }

  static func encodingPlan<Union: OpenUnion>(for type: Union.Type) -> UnionEncodingPlan<Union> {
    let plan = encoding.object(of: type, orStoring: UnionEncodingPlan<Union>())
    return plan.uncheckedCast().object
  }
}

private final class UnionDecodingPlan<Union: OpenUnion> {
  private let byTag: [String: UnionPayload<Union>]
  private let unknown = Union.payloads.first { $0.tag == nil }
  private let problem = Union.typeProblem
  private let tagKeys = LibraryKeys(leaves: [Union.tagKey])

  init() {
    let tagged = Union.payloads.compactMap { payload in payload.tag.map { ($0, payload) } }
    byTag = Dictionary(tagged) { first, _ in first }
  }

  func decode(_ field: Field) throws -> Union {
    if let problem { throw Union.error(for: problem, at: field.codingPath) }
    let tagLocation = VersionLocation.key(Union.tagKey)
    let found = FoundVersion(at: tagLocation, in: field, prefersText: true)
    guard case .string(let tag) = found?.version else {
      if let unknown {
        recordMissingTag(in: field)
        return try unknown.decode(field)
      }
      throw field.malformed("an object with a tag under '\(Union.tagKey)'")
    }
    guard let payload = byTag[tag] else {
      if let unknown { return try unknown.decode(field) }
      throw field.malformed("an object with a known tag under '\(Union.tagKey)'")
    }
    tagLocation.markRead(in: field)
    var field = field
    field.libraryKeys = field.libraryKeysMerged(with: tagKeys)
    return try payload.decode(field)
  }

  /// Adds a note to the report, because with a wrong `tagKey`, every value would be unknown.
  private func recordMissingTag(in field: Field) {
    guard let reportBuilder = field.state.pointee.reportBuilder else { return }
    let note = MigrationReport.Note(
      path: field.path,
      text: """
        There is no tag under '\(Union.tagKey)', so the value is decoded as unknown. If the data has its \
        tag under another key, return that key from the tagKey of \(TypeName.of(Union.self)).
        """)
    reportBuilder.recordMissingTag(note)
  }
}

private final class UnionEncodingPlan<Union: OpenUnion> {
  /// The payloads, each with the cached text of its tag.
  private let payloads = Union.payloads.map { payload in
    (payload, payload.tag.flatMap { MemberText(copying: Union.tagKey, .string($0)) })
  }

  private let problem = Union.typeProblem

  func encode(_ union: Union, to encoder: ValueEncoder) throws {
    if let problem { throw Union.error(for: problem, at: encoder.codingPath) }
    for (payload, member) in payloads where try payload.encode(union, encoder) {
      if let member, encoder.writer.append(member, toObjectAt: encoder.slot) { return }
      if let tag = payload.tag { try write(tag, to: encoder) }
      return
    }
    let label = Mirror(reflecting: union).children.first?.label
    throw EncodingProblem.unlistedCase(label, of: TypeName.of(Union.self))
      .error(for: Union.self, at: encoder.codingPath)
  }

  /// Writes the tag into the payload's object.
  private func write(_ tag: String, to encoder: ValueEncoder) throws {
    guard try encoder.writer.write(.string(tag), under: [Union.tagKey], of: encoder) else {
      throw EncodingProblem.tagCantBeAdded(key: Union.tagKey, of: TypeName.of(Union.self))
        .error(for: Union.self, at: encoder.codingPath)
    }
  }
}
