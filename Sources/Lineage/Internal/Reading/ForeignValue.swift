/// The members of an object that somebody else's decoder has.
typealias ForeignMembers = KeyedDecodingContainer<AnyCodingKey>

/// A value that somebody else's decoder has.
///
/// Scalars are asked of the foreign containers themselves, so that each format's own rules apply. For
/// everything else `superDecoder` gives the decoder of the value under a key or at an index.
final class ForeignValue {
  let decoder: any Decoder
  /// How many containers the value stands in. It is bounded, since a property list may contain itself.
  let depth: Int
  /// Whether the decoder may have a strategy for keys, which leaves those of dictionaries alone.
  private let mayConvertKeys: Bool
  /// Known to be null, which some formats can't say of a decoder.
  private let isKnownNull: Bool
  private var keyed: ForeignMembers?
  /// The fields that were asked for.
  private(set) var namesRead: Set<String> = []
  private var members: [String: ForeignValue] = [:]
  /// Whether the value was taken as it is, whatever it is.
  private(set) var isFullyRead = false
  /// The fields that were made of this one.
  private var derived: [ForeignValue] = []
  /// What the decoder's path lacks: the index of a null in an array, which has no decoder.
  private let index: Int?

  var codingPath: [any CodingKey] {
    decoder.codingPath + (index.map { [AnyCodingKey(index: $0)] } ?? [])
  }

  func markFullyRead() {
    isFullyRead = true
    for field in derived { field.markFullyRead() }
  }

  init(
    _ decoder: any Decoder, mayConvertKeys: Bool, depth: Int = 0, nullAt index: Int? = nil,
    isNull: Bool = false
  ) {
    self.decoder = decoder
    self.index = index
    self.mayConvertKeys = mayConvertKeys
    self.depth = depth
    self.isKnownNull = isNull
  }

  var isNull: Bool {
    isKnownNull || (try? decoder.singleValueContainer().decodeNil()) == true
  }

  /// A field for a value inside this one.
  func child(
    _ decoder: any Decoder, nullAt index: Int? = nil, isNull: Bool = false
  ) throws -> ForeignValue {
    guard depth < DocumentDepth.maximum else { throw ValueProblem.tooDeep.decodingError }
    let child = ForeignValue(
      decoder, mayConvertKeys: mayConvertKeys, depth: depth + 1, nullAt: index, isNull: isNull)
    derived.append(child)
    return child
  }

  // MARK: - Objects

  /// Opens the value as an object, or fails with the decoder's own error.
  func open() throws {
    if keyed == nil { keyed = try decoder.container(keyedBy: AnyCodingKey.self) }
  }

  var keys: [String] { keyed?.allKeys.map(\.stringValue) ?? [] }

  func contains(_ name: String) -> Bool {
    keyed?.contains(AnyCodingKey(name)) ?? false
  }

  /// Remembers that a field was asked for.
  func recordRead(_ name: String) {
    namesRead.insert(name)
  }

  /// The value under a key; nil where there is none.
  func member(_ name: String) throws -> ForeignValue? {
    if let known = members[name] { return known }
    guard let keyed, keyed.contains(AnyCodingKey(name)) else { return nil }
    let isNull = try keyed.decodeNil(forKey: AnyCodingKey(name))
    let member = try child(keyed.superDecoder(forKey: AnyCodingKey(name)), isNull: isNull)
    members[name] = member
    return member
  }

  /// The scalar under a key, by the format's own rules; nil where it is missing or null.
  func decodeMember<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value? {
    try keyed?.decodeIfPresent(type, forKey: AnyCodingKey(name))
  }

  /// The scalar under a key, by the container's own method for the type; an error where it is missing
  /// or null.
  func decodeScalar<Value: DecodableScalar>(_ type: Value.Type, _ name: String) throws -> Value? {
    try keyed.map { try Value.decode(from: $0, forKey: AnyCodingKey(name)) }
  }

  /// Decodes the members of an object whose keys are data, except those that are the library's own.
  func mapMembers<Value>(
    except own: [String], notingReads: Bool, _ decode: (ForeignValue) throws -> Value
  ) throws -> [String: Value] {
    // A dictionary can't be decoded in part, so with keys of our own it is taken apart by its keys.
    guard mayConvertKeys, own.isEmpty else {
      try open()
      var values: [String: Value] = [:]
      for key in keys where !own.contains(key) {
        if notingReads { recordRead(key) }
        values[key] = try member(key).map(decode)
      }
      return values
    }
    var values: [Value] = []
    let members = try withoutActuallyEscaping(decode) { decode in
      let visit = ForeignMember.Visit { decoder in
        values.append(try decode(self.child(decoder)))
        return values.count - 1
      }
      return try ForeignMember.$visit.withValue(visit) {
        try decoder.singleValueContainer().decode([String: ForeignMember].self)
      }
    }
    return members.mapValues { values[$0.index] }
  }
}

/// A value of somebody else's dictionary, whose keys no strategy touches. Decoders may be good for
/// nothing once they have decoded the value, so all that is to be done with one is done by the visit.
private struct ForeignMember: Decodable {
  @TaskLocal static var visit: Visit?

  /// Not sent anywhere: it is hidden again before any code of a user runs, which might start a task.
  struct Visit: @unchecked Sendable {
    let visit: (any Decoder) throws -> Int
  }

  /// Where the visit has put what it made of the value.
  let index: Int

  init(from decoder: any Decoder) throws {
    guard let visit = Self.visit else {
      index = 0
      return
    }
    index = try Self.$visit.withValue(nil) { try visit.visit(decoder) }
  }
}
