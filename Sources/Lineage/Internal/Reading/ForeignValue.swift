/// A value of a foreign decoder: one of another library.
///
/// The foreign containers decode scalars themselves, so that the format's own rules apply. For all
/// other values, `superDecoder` returns the decoder for a key or an index.
final class ForeignValue {
  let decoder: any Decoder
  /// The number of containers around the value. It is limited, because a property list may contain
  /// itself.
  let depth: Int
  /// Whether the decoder may have a key strategy, which doesn't apply to the keys of dictionaries.
  let mayConvertKeys: Bool
  /// Whether the value is known to be null. The decoders of some formats can't tell.
  private let isKnownNull: Bool
  private var keyed: ForeignMembers?
  private var members: [String: ForeignValue] = [:]
  /// What types have asked for in the value; nil if that isn't recorded.
  private(set) var reads: ForeignReads?
  /// The index of a null in an array. It has no decoder of its own: `decoder` is that of the array.
  private let index: Int?

  var codingPath: [any CodingKey] {
    decoder.codingPath + (index.map { [AnyCodingKey(index: $0)] } ?? [])
  }

  /// The value of a document.
  convenience init(_ decoder: any Decoder, mayConvertKeys: Bool, recordsReads: Bool) {
    self.init(
      decoder, mayConvertKeys: mayConvertKeys, depth: 0, reads: recordsReads ? ForeignReads() : nil)
  }

  private init(
    _ decoder: any Decoder, mayConvertKeys: Bool, depth: Int, nullAt index: Int? = nil,
    isNull: Bool = false, reads: ForeignReads?
  ) {
    self.decoder = decoder
    self.index = index
    self.mayConvertKeys = mayConvertKeys
    self.depth = depth
    self.isKnownNull = isNull || index != nil
    self.reads = reads
  }

  var isNull: Bool {
    isKnownNull || (try? decoder.singleValueContainer().decodeNil()) == true
  }

  /// The decoder, to decode the value as a type. Throws an error for a null in an array.
  func decoder(for type: any Any.Type) throws -> any Decoder {
    guard index == nil else {
      throw DecodingError.valueNotFound(
        type, PreparedProblem.null(for: type).context(at: codingPath))
    }
    return decoder
  }

  /// A value inside this one.
  private func child(
    _ decoder: any Decoder, nullAt index: Int? = nil, isNull: Bool = false,
    reads: @autoclosure () -> ForeignReads?
  ) throws -> ForeignValue {
    guard depth < DocumentDepth.maximum else { throw ValueProblem.tooDeep.decodingError }
    return ForeignValue(
      decoder, mayConvertKeys: mayConvertKeys, depth: depth + 1, nullAt: index, isNull: isNull,
      reads: reads())
  }

  /// Records from now on what types ask for in the value.
  func beginRecordingReads() {
    guard reads == nil else { return }
    let reads = ForeignReads()
    if keyed != nil { reads.open(keys) }
    self.reads = reads
    // What they ask for in these isn't recorded.
    members = [:]
  }

  // MARK: - Objects

  /// Opens the value as an object, or throws the decoder's own error.
  func open() throws {
    if keyed == nil {
      keyed = try decoder(for: [String: Any].self).container(keyedBy: AnyCodingKey.self)
      reads?.open(keys)
    }
  }

  var keys: [String] { keyed?.allKeys.map(\.stringValue) ?? [] }

  func contains(_ name: String) -> Bool {
    keyed?.contains(AnyCodingKey(name)) ?? false
  }

  /// Whether the object has a key whose value isn't null.
  func hasValue(_ name: String) -> Bool {
    contains(name) && (try? keyed?.decodeNil(forKey: AnyCodingKey(name))) == false
  }

  /// The element at an index.
  ///
  /// - Parameter decoder: The decoder of the element; nil if it is null.
  func element(_ index: Int, _ decoder: (any Decoder)?) throws -> ForeignValue {
    try child(
      decoder ?? self.decoder, nullAt: decoder == nil ? index : nil,
      reads: reads?.inner(.index(index)))
  }

  /// The value of a key; nil if there is none.
  func member(_ name: String) throws -> ForeignValue? {
    if let known = members[name] { return known }
    guard let keyed, keyed.contains(AnyCodingKey(name)) else { return nil }
    let isNull = try keyed.decodeNil(forKey: AnyCodingKey(name))
    let member = try child(
      keyed.superDecoder(forKey: AnyCodingKey(name)), isNull: isNull,
      reads: reads?.inner(.key(name)))
    members[name] = member
    return member
  }

  /// Decodes the scalar of a key, by the format's own rules; nil if it is missing or null.
  func decodeMember<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value? {
    try keyed?.decodeIfPresent(type, forKey: AnyCodingKey(name))
  }

  /// Decodes the scalar of a key, with the container's own method for the type. Throws an error if
  /// it is missing or null.
  func decodeScalar<Value: DecodableScalar>(_ type: Value.Type, _ name: String) throws -> Value? {
    try keyed.map { try Value.decode(from: $0, forKey: AnyCodingKey(name)) }
  }

  /// Decodes the members of an object whose keys are data, except Lineage's own.
  func mapMembers<Value>(
    except own: LibraryKeys?, recordingRead: ((String) -> Void)?,
    _ decode: (ForeignValue) throws -> Value
  ) throws -> [String: Value] {
    if own != nil { try open() }
    guard mayConvertKeys, own == nil || convertsKeys else {
      return try mapMembersByName(except: own, recordingRead: recordingRead, decode)
    }
    if let own { try checkThatVersionIsFound(among: own) }
    if let recordingRead {
      try open()
      for name in keys where !isOwn(name, among: own) { recordingRead(name) }
    }
    return try mapMembersByKey(except: own, decode)
  }

  /// Throws an error if the object has a version whose key was changed by a strategy of the program's own. With the keys
  /// of the document, the version would be mistaken for a field, and written back beside the new one.
  func checkThatVersionIsFound(among own: LibraryKeys) throws {
    guard mayConvertKeys, (try? open()) != nil else { return }
    if convertsKeys, !convertsFromSnakeCase,
      keys.contains(where: { !originalKeys.contains($0) && owns($0, among: own) })
    {
      throw DecodingError.dataCorrupted(PreparedProblem(.hiddenVersion).context(at: codingPath))
    }
    guard own.hasInnerKeys else { return }
    for name in keys {
      guard let inner = own.inside(spelled(name, among: own)) else { continue }
      try member(name)?.checkThatVersionIsFound(among: inner)
    }
  }

  private func isOwn(_ name: String, among own: LibraryKeys?) -> Bool {
    own.map { owns(name, among: $0) } ?? false
  }

  /// Decodes the members with the names by which the object has them.
  private func mapMembersByName<Value>(
    except own: LibraryKeys?, recordingRead: ((String) -> Void)?,
    _ decode: (ForeignValue) throws -> Value
  ) throws -> [String: Value] {
    try open()
    var values: [String: Value] = [:]
    for name in keys where !isOwn(name, among: own) {
      recordingRead?(name)
      values[name] = try member(name).map(decode)
    }
    return values
  }

  /// Decodes the members with the keys that they have in the document, before a key strategy.
  private func mapMembersByKey<Value>(
    except own: LibraryKeys?, _ decode: (ForeignValue) throws -> Value
  ) throws -> [String: Value] {
    var values: [Value] = []
    let members = try withoutActuallyEscaping(decode) { decode in
      let visit = CoderVisit<any Decoder, Int?> { decoder in
        // Only asked for if they matter: decoders may compute their paths, and converting a name opens the object.
        lazy var key = decoder.codingPath.last?.stringValue ?? ""
        lazy var name = self.convertedName(ofKey: key)
        if let own, self.owns(name, among: own) { return nil }
        let child = try self.child(
          decoder, reads: self.reads?.inner(named: name, spelled: key))
        values.append(try decode(child))
        return values.count - 1
      }
      return try ForeignMember.$visit.withValue(visit) {
        try decoder(for: [String: Any].self).singleValueContainer()
          .decode([String: ForeignMember].self)
      }
    }
    return members.compactMapValues { $0.index.map { values[$0] } }
  }

  // MARK: - Key strategies

  // Nothing tells which key strategy a decoder has. But strategies don't convert the keys of
  // dictionaries, so an object that is decoded as one has the keys of the document.

  /// The keys of the object in the document.
  private lazy var originalKeys: Set<String> = {
    let members = try? decoder.singleValueContainer().decode([String: ForeignMember].self)
    return members.map { Set($0.keys) } ?? []
  }()

  /// The keys of the object in the document that the strategy for snake_case changes, by what it makes of them.
  private lazy var keysByName = Dictionary(
    grouping: originalKeys.sorted().filter { SnakeCase.camel($0) != $0 }, by: SnakeCase.camel)

  /// Whether a strategy converts a key of the object.
  private var convertsKeys: Bool { originalKeys != Set(keys) }

  /// Whether the strategy for snake_case converts a key of the object. A strategy of the program's own does something
  /// else to them.
  private lazy var convertsFromSnakeCase =
    convertsKeys && Set(originalKeys.map(SnakeCase.camel)) == Set(keys)

  /// What the strategy for snake_case makes of a key of the document, if the decoder has that strategy.
  func convertedName(ofKey key: String) -> String {
    let name = SnakeCase.camel(key)
    return name != key && (try? open()) != nil && !contains(key)
      && contains(name) ? name : key
  }

  /// The name by which the object has a key of the document, or an equal name.
  ///
  /// If all names are in camelCase, nothing tells whether the decoder has a strategy. A version that is
  /// mistaken for data would be lost, so it is assumed to have one.
  func name(ofKey key: String) -> String {
    mayConvertKeys ? convertedName(ofKey: key) : key
  }

  /// The name by which the object has the field with a name; the name itself if it has none.
  ///
  /// With the strategy for snake_case, `userURL` is written as `user_url`, which is read as `userUrl`, and a key
  /// `font_size` is read as `fontSize`.
  ///
  /// - Parameter isReadAsAnother: Whether the name in snake_case is that of another field.
  func foundName(
    ofField name: String, isReadAsAnother: @autoclosure () -> Bool = false
  ) -> String {
    guard mayConvertKeys, (try? open()) != nil, !contains(name) else { return name }
    let key = SnakeCase.snake(name)
    let found = SnakeCase.camel(key)
    // A name of one word says nothing: without a strategy, the document may have both `name` and `Name`.
    let isFound =
      found != name && contains(found) && originalKeys.contains(key) && convertsFromSnakeCase
    return isFound && !isReadAsAnother() ? found : name
  }

  /// The field that the object has by another name, which isn't that of a field; nil if there is none.
  func field(foundAs name: String, isDeclared: (String) -> Bool) -> String? {
    guard mayConvertKeys else { return nil }
    func field(writtenAs key: String) -> String? {
      SnakeCase.firstName(writtenAs: key) { isDeclared($0) && foundName(ofField: $0) == name }
    }
    // A name that the strategy has changed has a capital, or a digit: `address_1` is read as `address1`.
    if name.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) {
      return field(writtenAs: name)
    }
    if SnakeCase.snake(name) == name, let field = field(writtenAs: name) { return field }
    for key in keysByName[name] ?? [] {
      if let field = field(writtenAs: key) { return field }
    }
    return nil
  }

  /// The name of a member of this object, with its key if it is one of Lineage's own; otherwise with the name.
  func spelled(_ name: String, among libraryKeys: LibraryKeys) -> SpelledName {
    guard mayConvertKeys else { return SpelledName(name: name, key: name) }
    let own = libraryKeys.keys.first { $0 != name && self.name(ofKey: $0) == name }
    return SpelledName(name: name, key: own ?? name)
  }
}

/// A value of a dictionary of a foreign decoder, whose keys no strategy converts. Some decoders
/// can't be used after `init(from:)` has returned, so the visit does everything inside it.
private struct ForeignMember: Decodable {
  @TaskLocal static var visit: CoderVisit<any Decoder, Int?>?

  /// The index of the visit's result; nil if there is none, as for a member that is Lineage's own.
  let index: Int?

  init(from decoder: any Decoder) throws {
    let visit = Self.visit
    index = try Self.$visit.withValue(nil) { try visit?.visit(decoder) }
  }
}
