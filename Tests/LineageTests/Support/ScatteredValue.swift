@testable import Lineage

/// A value that encodes its fields in unusual order: it returns to containers that it has left,
/// encodes keys twice, and uses super encoders late.
struct ScatteredValue: Codable {
  let seed: UInt64

  init(seed: UInt64) { self.seed = seed }
  init(from decoder: any Decoder) throws { seed = 0 }

  func encode(to encoder: any Encoder) throws {
    var random = JSONRandom(seed: seed)
    var pen = Pen(try Pen.Container(encoder, &random), &random)
    for _ in 0..<(4 + random.number(below: random.pick([10, 40, 120]))) { try pen.step(&random) }
    try pen.finish(&random)
  }

  /// The open containers of a value while it is encoded.
  private struct Pen {
    enum Container {
      case keyed(KeyedEncodingContainer<AnyKey>)
      case named(KeyedEncodingContainer<Name>)
      case unkeyed(any UnkeyedEncodingContainer)

      init(_ encoder: any Encoder, _ random: inout JSONRandom) throws {
        switch random.number(below: 3) {
        case 0: self = .keyed(encoder.container(keyedBy: AnyKey.self))
        case 1: self = .named(encoder.container(keyedBy: Name.self))
        default: self = .unkeyed(encoder.unkeyedContainer())
        }
      }
    }

    enum Name: String, CodingKey { case first, second, third, needsEscape = "a\"b/c" }

    /// Enough names to make writers use a table.
    static let manyNames = (0..<40).map { AnyKey("name \($0)") }

    var containers: [Container]
    var announced: [any Encoder] = []
    let nameCount: Int
    /// Containers have separate keys, which no scalar uses.
    var containerCount = 0

    init(_ first: Container, _ random: inout JSONRandom) {
      containers = [first]
      nameCount = random.pick([2, 4, 40])
    }

    mutating func step(_ random: inout JSONRandom) throws {
      let index = random.number(below: containers.count)
      switch containers[index] {
      case .keyed(var container):
        try write(
          to: &container, key: random.pick(Self.manyNames.prefix(nameCount) + [AnyKey("d/e")]),
          &random)
        containers[index] = .keyed(container)
      case .named(var container):
        let key = random.pick([Name.first, .second, .third, .needsEscape])
        // There are only a few names, so this one has only scalars.
        try writeScalar(to: &container, key: key, &random)
        containers[index] = .named(container)
      case .unkeyed(var container):
        try write(to: &container, &random)
        containers[index] = .unkeyed(container)
      }
      if random.chance(10), let encoder = announced.popLast() { try fill(encoder, &random) }
    }

    /// A super encoder that is never used becomes an empty object.
    mutating func finish(_ random: inout JSONRandom) throws {
      while random.chance(70), let encoder = announced.popLast() { try fill(encoder, &random) }
    }

    private mutating func newKey() -> AnyKey {
      containerCount += 1
      return AnyKey("container \(containerCount)")
    }

    private mutating func write(
      to container: inout KeyedEncodingContainer<AnyKey>, key: AnyKey, _ random: inout JSONRandom
    ) throws {
      switch random.number(below: 8) {
      case 0:
        containers.append(.keyed(container.nestedContainer(keyedBy: AnyKey.self, forKey: newKey())))
      case 1:
        containers.append(.named(container.nestedContainer(keyedBy: Name.self, forKey: newKey())))
      case 2: containers.append(.unkeyed(container.nestedUnkeyedContainer(forKey: newKey())))
      case 3: announced.append(container.superEncoder(forKey: newKey()))
      case 4: try container.encode([["x": 1.5], ["y": -2]], forKey: newKey())
      default: try writeScalar(to: &container, key: key, &random)
      }
    }

    private func writeScalar<Key: CodingKey>(
      to container: inout KeyedEncodingContainer<Key>, key: Key, _ random: inout JSONRandom
    ) throws {
      switch random.number(below: 5) {
      case 0: try container.encodeNil(forKey: key)
      case 1: try container.encode(random.characters(), forKey: key)
      case 2: try container.encode(random.number(below: 100_000), forKey: key)
      case 3: try container.encode(container.codingPath.map(\.stringValue), forKey: key)
      default: try container.encode(random.chance(50), forKey: key)
      }
    }

    private mutating func write(
      to container: inout any UnkeyedEncodingContainer, _ random: inout JSONRandom
    ) throws {
      switch random.number(below: 8) {
      case 0: containers.append(.keyed(container.nestedContainer(keyedBy: AnyKey.self)))
      case 1: containers.append(.unkeyed(container.nestedUnkeyedContainer()))
      case 2: try fill(container.superEncoder(), &random)
      case 3: try container.encodeNil()
      case 4: try container.encode(container.count)
      case 5: try container.encode(container.codingPath.map(\.stringValue))
      case 6: try container.encode([random.characters(): random.number(below: 9)])
      default: try container.encode(random.characters())
      }
    }

    private func fill(_ encoder: any Encoder, _ random: inout JSONRandom) throws {
      if random.chance(50) {
        var container = encoder.singleValueContainer()
        try container.encode(random.number(below: 100))
      } else {
        // In Foundation, the path here leaves out intermediate containers.
        var container = encoder.container(keyedBy: Name.self)
        try container.encode(random.characters(), forKey: .needsEscape)
      }
    }
  }
}
