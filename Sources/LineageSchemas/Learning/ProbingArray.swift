/// The unkeyed container of a probing decoder.
///
/// Code that checks `isAtEnd` or `count` before it decodes the first element loops over all
/// elements, and gets one iteration, or as many as have a certain number of elements. Other code decodes a fixed number
/// of elements.
struct ProbingArray: UnkeyedDecodingContainer {
  let run: ProbeRun
  let probe: Probe
  let codingPath: [any CodingKey]
  var currentIndex = 0

  init(run: ProbeRun, probe: Probe, codingPath: [any CodingKey]) {
    self.run = run
    self.probe = probe
    self.codingPath = codingPath
  }

  var count: Int? {
    probe.checks.insert(.count)
    let counts: [Int?] = [1, 2, 3, 4, nil, 0]
    let count = counts[run.choose(of: counts.count)]
    if currentIndex == 0, count == 1 { probe.isLoop = true }
    return count
  }

  var isAtEnd: Bool {
    if run.isExhausted { return true }
    if currentIndex == 0 {
      probe.isLoop = true
      return false
    }
    guard probe.isLoop else { return run.choose(of: 2) == 0 }
    if currentIndex < run.elementsOfLoops {
      probe.continuations += 1
      return false
    }
    run.hasEndedLoop = true
    return true
  }

  private var path: [any CodingKey] { codingPath + [ProbeKey(intValue: currentIndex)] }

  mutating func decodeNil() throws -> Bool {
    probe.checks.insert(.isNull("\(currentIndex)"))
    return run.isExhausted
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }

  private mutating func value<T: Decodable>(_ type: T.Type) throws -> T {
    let hints = probe.hints.elements
    probe.elements.append(.value(run.learner.field(of: type, examples: hints.known)))
    let path = path
    // Advance even if there is no answer, or code that ignores errors would never reach the end.
    currentIndex += 1
    return try run.answer(type, hints: hints, at: path)
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try superDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try superDecoder().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    defer { currentIndex += 1 }
    return ProbingDecoder(run: run, probe: probe.innerElement(), codingPath: path)
  }
}
