import Lineage

/// A decoder without a document: it answers all requests of a type, and records them.
struct ProbingDecoder: LearningDecoder {
  let run: ProbeRun
  let probe: Probe
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    fields(keyedBy: type)
  }

  func fields<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    probe.isObject = true
    return KeyedDecodingContainer(
      ProbingObject<Key>(run: run, probe: probe, codingPath: codingPath))
  }

  func fill<Value: Decodable, Key: CodingKey>(_ value: inout Value, _ key: Key) throws {
    probe.isObject = true
    value = try ProbingObject<Key>(run: run, probe: probe, codingPath: codingPath)
      .value(filling: value, key)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    probe.isArray = true
    return ProbingArray(run: run, probe: probe, codingPath: codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension ProbingDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    probe.checks.insert(.isNullItself)
    return false
  }

  func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }

  private func value<T: Decodable>(_ type: T.Type) throws -> T {
    let field = run.learner.field(of: type, examples: probe.hints.known)
    probe.singles.append(field)
    return try run.answer(type, hints: probe.hints, at: codingPath)
  }
}
