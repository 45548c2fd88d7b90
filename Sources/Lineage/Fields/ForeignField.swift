/// A value that somebody else's decoder has.
///
/// Scalars are asked of the foreign containers themselves, so that each format's own rules apply. For
/// everything else `superDecoder` gives the decoder of the value under a key or at an index.
final class ForeignField {
  let decoder: any Decoder
  /// Known to be null, which some formats can't say of a decoder.
  private let isKnownNull: Bool
  private var keyed: KeyedDecodingContainer<FieldKey>?
  private(set) var elements: (any UnkeyedDecodingContainer)?
  /// The fields that were asked for.
  private(set) var namesRead: Set<String> = []

  init(_ decoder: any Decoder, isNull: Bool = false) {
    self.decoder = decoder
    self.isKnownNull = isNull
  }

  var isNull: Bool {
    isKnownNull || (try? decoder.singleValueContainer().decodeNil()) == true
  }

  // MARK: - Objects

  /// Opens the value as an object, or fails with the decoder's own error.
  func open() throws {
    if keyed == nil { keyed = try decoder.container(keyedBy: FieldKey.self) }
  }

  var keys: [String] { keyed?.allKeys.map(\.stringValue) ?? [] }

  func contains(_ name: String) -> Bool {
    namesRead.insert(name)
    return keyed?.contains(FieldKey(name)) ?? false
  }

  /// The value under a key; nil where there is none.
  func member(_ name: String) throws -> ForeignField? {
    guard let keyed, contains(name) else { return nil }
    let isNull = try keyed.decodeNil(forKey: FieldKey(name))
    return ForeignField(try keyed.superDecoder(forKey: FieldKey(name)), isNull: isNull)
  }

  /// The scalar under a key, by the format's own rules; nil where it is missing or null.
  func decodeMember<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value? {
    namesRead.insert(name)
    return try keyed?.decodeIfPresent(type, forKey: FieldKey(name))
  }

  // MARK: - Arrays

  /// The same value opened as an array.
  func openElements() throws -> ForeignField {
    let opened = ForeignField(decoder)
    opened.elements = try decoder.unkeyedContainer()
    return opened
  }

  func nextElement() throws -> ForeignField {
    if try elements?.decodeNil() == true { return ForeignField(decoder, isNull: true) }
    guard let element = try elements?.superDecoder() else {
      return ForeignField(decoder, isNull: true)
    }
    return ForeignField(element)
  }

  func decodeElement<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard var elements else { return try Value(from: decoder) }
    defer { self.elements = elements }
    return try elements.decode(type)
  }

  func decodeNilElement() throws -> Bool {
    try elements?.decodeNil() ?? true
  }
}
