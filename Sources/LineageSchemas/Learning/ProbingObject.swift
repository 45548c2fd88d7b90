import Lineage

/// The keyed container of a probing decoder.
struct ProbingObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let run: ProbeRun
  let probe: Probe
  let codingPath: [any CodingKey]

  // MARK: - Checks

  var allKeys: [Key] {
    probe.checks.insert(.allKeys)
    if run.isExhausted { return [] }
    if let keys = allCases {
      // One at a time, as enums with payloads require; then all at once.
      probe.alternatives = Probe.Alternatives(
        keys: keys.map(\.stringValue), question: run.counts.count)
      let choice = run.choose(of: keys.count + 1)
      return choice < keys.count ? [keys[choice]] : keys
    }
    // Types that accept any key accept one that no type declares.
    if let anything = Key(stringValue: ProbeKey.anything) {
      return run.choose(of: 2) == 0 ? [anything] : []
    }
    return []
  }

  /// The keys, if they can be listed.
  private var allCases: [Key]? {
    func all<Keys: CaseIterable>(_ keys: Keys.Type) -> [Key] {
      keys.allCases.prefix(1000).compactMap { $0 as? Key }
    }
    return (Key.self as? any CaseIterable.Type).map { all($0) } ?? EnumCases.keys(of: Key.self)
  }

  func contains(_ key: Key) -> Bool {
    probe.checks.insert(.contains(key.stringValue))
    return !run.isExhausted && run.choose(of: 2, for: absence(of: key)) == 0
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    probe.checks.insert(.isNull(key.stringValue))
    return run.isExhausted || run.choose(of: 2, for: absence(of: key)) == 1
  }

  private func absence(of key: Key) -> ProbeRun.Question {
    ProbeRun.Question(path: (codingPath + [key]).map(\.stringValue), nothing: .choice(1))
  }

  // MARK: - Values

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(type, key) }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try value(type, key) }

  private func value<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    if type == UnknownFields.self, let nothing = UnknownFields() as? T {
      probe.keepsUnknownFields = true
      return nothing
    }
    let name = key.stringValue
    let hints = probe.hints[name]
    var field = run.learner.field(of: type, examples: hints.known)
    field.needsKey = T.self is any ExpressibleByNilLiteral.Type && field.shape.isOptional
    note(.value(field), under: name)
    return try run.answer(type, hints: hints, at: codingPath + [key])
  }

  private func valueIfPresent<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T? {
    let name = key.stringValue
    let hints = probe.hints[name]
    let field = run.learner.field(of: type, examples: hints.known)
    note(.value(field.reshaped { .optional($0.unwrapped) }), under: name)
    return try run.answerIfPresent(type, hints: hints, at: codingPath + [key])
  }

  /// A value for a field that keeps its initial value if it is missing.
  func value<T: Decodable>(filling initial: T, _ key: Key) throws -> T {
    let name = key.stringValue
    var hints = probe.hints[name]
    let encodable = initial as? any Encodable
    hints.initial = hints.initial ?? encodable.flatMap { run.learner.stored($0, initialOf: key) }
    var field = run.learner.field(of: T.self, examples: hints.known)
    (field.isFilled, field.initial) = (true, encodable)
    note(.value(field), under: name)
    return try run.answer(T.self, hints: hints, at: codingPath + [key], filling: initial)
  }

  private func note(_ request: Probe.Request, under name: String) {
    if name == ProbeKey.anything {
      probe.anyMember = request
    } else {
      probe.note(request, under: name)
    }
  }

  // The default implementations call `contains` and `decodeNil` before they decode the value, so an
  // optional couldn't be told from a type that does the same by hand.

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    if type == UnknownFields.self {
      probe.keepsUnknownFields = true
      return nil
    }
    return try valueIfPresent(type, key)
  }

  // MARK: - Containers

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try inner(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inner(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { inner(ProbeKey.super) }
  func superDecoder(forKey key: Key) throws -> any Decoder { inner(key) }

  private func inner(_ key: any CodingKey) -> ProbingDecoder {
    ProbingDecoder(
      run: run, probe: probe.inner(key.stringValue), codingPath: codingPath + [key])
  }
}
