import Foundation

/// A value that is encoded by a random program of container operations: it encodes keys twice,
/// returns to containers that it has left, catches errors, and uses containers of values that are
/// already complete.
///
/// The program is the same for the same seed. Foundation's encoders can't continue after some
/// errors, and trap on some containers that are used too late. All of that should leave nothing
/// behind, so a reference program skips it, and must still have the same output.
struct EncodingProgram: Encodable {
  let seed: UInt64
  /// The maximum number of nested levels.
  var depth = 4
  /// Whether the value throws after it has encoded something.
  var fails = false
  /// Whether it is encoded by a super encoder, whose containers belong to the enclosing value.
  var isSuper = false
  /// Its expected coding path.
  var path: [any CodingKey] = []
  let world: World

  struct Failure: Error {}

  /// A number that JSON can't write, or a value that nothing can.
  struct Unencodable: Encodable {
    let isNumber: Bool

    init(in world: World, _ random: inout JSONRandom) {
      isNumber = random.chance(50) && !world.acceptsInfinity
    }

    func encode(to encoder: any Encoder) throws {
      if !isNumber { throw Failure() }
      var container = encoder.singleValueContainer()
      try container.encode(Double.infinity)
    }
  }

  /// The state shared by the values of a program.
  final class World {
    /// Whether the program skips what should leave nothing behind.
    let isReference: Bool
    /// The containers of values that are complete or have thrown.
    var outlived: [Container] = []
    /// The observations, to compare two runs.
    var log: [String] = []
    /// Unexpected paths.
    var wrongPaths: [String] = []
    /// Whether the format can write numbers that are not finite.
    let acceptsInfinity: Bool
    /// Whether names in snake_case and camelCase are equal.
    let convertsToSnakeCase: Bool

    init(isReference: Bool, acceptsInfinity: Bool = false, convertsToSnakeCase: Bool = false) {
      self.isReference = isReference
      self.acceptsInfinity = acceptsInfinity
      self.convertsToSnakeCase = convertsToSnakeCase
    }

    func check(_ found: [any CodingKey], is expected: [any CodingKey]) {
      let found = Self.text(found)
      let expected = Self.text(expected)
      if found != expected { wrongPaths.append("\(found) instead of \(expected)") }
    }

    /// The keys with their types, except for each library's own keys.
    private static func text(_ path: [any CodingKey]) -> String {
      path.map { key in
        let type = key is AnyKey || key is Name || key is Only ? "\(type(of: key))" : "key"
        return "\(type) \(key.stringValue) \(key.intValue.map(String.init) ?? "-")"
      }.joined(separator: "/")
    }
  }

  enum Name: String, CodingKey, CaseIterable { case first, second, fooBar, needsEscape = "a\"b/c" }
  enum Only: Int, CodingKey { case only = 7 }

  enum Container {
    case keyed(KeyedEncodingContainer<AnyKey>)
    case named(KeyedEncodingContainer<Name>)
    case unkeyed(any UnkeyedEncodingContainer)
  }

  /// The kind of a member, which determines how it can be requested again.
  fileprivate enum Member { case object(Node?), array(Node?), other }

  /// An object or array, so that no container replaces another kind of value.
  fileprivate final class Node {
    let path: [any CodingKey]
    var members: [String: Member] = [:]

    init(at path: [any CodingKey]) { self.path = path }
  }

  fileprivate struct Open {
    var container: Container
    let node: Node
  }

  func encode(to encoder: any Encoder) throws {
    var random = JSONRandom(seed: seed)
    world.check(encoder.codingPath, is: path)
    var run = Run(program: self)
    defer { if !world.isReference, !isSuper { world.outlived += run.open.map(\.container) } }
    switch random.number(below: 10) {
    case 0:
      if fails { throw Failure() }
      return
    case 1: return try run.encodeSingle(encoder.singleValueContainer(), &random)
    case 2...6:
      let node = Node(at: path)
      run.open.append(
        Open(container: .keyed(encoder.container(keyedBy: AnyKey.self)), node: node))
      if random.chance(40) {
        run.open.append(
          Open(container: .named(encoder.container(keyedBy: Name.self)), node: node))
      }
    default:
      run.open.append(
        Open(container: .unkeyed(encoder.unkeyedContainer()), node: Node(at: path)))
    }
    let many = random.chance(5) ? 60 : 6
    for _ in 0..<random.number(below: many) {
      try run.step(&random)
      if fails, random.chance(12) { throw Failure() }
    }
    if fails { throw Failure() }
  }
}

/// A value that is being encoded.
private struct Run {
  typealias Open = EncodingProgram.Open
  typealias Node = EncodingProgram.Node
  typealias Name = EncodingProgram.Name

  let program: EncodingProgram
  var open: [Open] = []
  var world: EncodingProgram.World { program.world }

  init(program: EncodingProgram) { self.program = program }

  private static let names = [
    "a", "b", "fooBar", "foo_bar", "d/e", "q\"", "\u{e9}", "e\u{301}", "K", "\u{212A}",
  ]

  private func child(_ random: inout JSONRandom, at path: [any CodingKey]) -> EncodingProgram {
    EncodingProgram(
      seed: random.next(), depth: program.depth - 1, path: path, world: world)
  }

  /// Encodes a value that can't be encoded.
  private func fail(_ random: inout JSONRandom, _ encode: (inout JSONRandom) throws -> Void) throws
  {
    var own = JSONRandom(seed: random.next())
    if world.isReference { return }
    do {
      try encode(&own)
    } catch {
      if program.fails, own.chance(20) { throw error }
      return
    }
    world.log.append("no error")
  }

  private func unencodable(_ random: inout JSONRandom) -> EncodingProgram.Unencodable {
    EncodingProgram.Unencodable(in: world, &random)
  }

  private func failingChild(
    _ random: inout JSONRandom, at path: [any CodingKey]
  ) -> EncodingProgram {
    // Its observations don't exist in the reference.
    var child = EncodingProgram(
      seed: random.next(), depth: max(program.depth - 1, 0), path: path,
      world: EncodingProgram.World(
        isReference: false, acceptsInfinity: world.acceptsInfinity,
        convertsToSnakeCase: world.convertsToSnakeCase))
    child.fails = true
    return child
  }

  mutating func step(_ random: inout JSONRandom) throws {
    if random.chance(8) { try useOutlived(&random) }
    if random.chance(5) { try failOutside(&random) }
    let index = random.number(below: open.count)
    let node = open[index].node
    let path = node.path
    switch open[index].container {
    case .keyed(var container):
      world.check(container.codingPath, is: path)
      try write(&container, key(&random), node, path, &random)
      open[index].container = .keyed(container)
    case .named(var container):
      try write(&container, random.pick(Name.allCases), node, path, &random)
      open[index].container = .named(container)
    case .unkeyed(var container):
      world.check(container.codingPath, is: path)
      world.log.append("\(container.count)")
      try write(&container, node, path, &random)
      open[index].container = .unkeyed(container)
    }
  }

  private func key(_ random: inout JSONRandom) -> AnyKey {
    var key =
      random.chance(10)
      ? AnyKey("name \(random.number(below: 60))") : AnyKey(random.pick(Self.names))
    if random.chance(30) { key.intValue = random.number(below: 9) }
    return key
  }

  func encodeSingle(
    _ container: any SingleValueEncodingContainer, _ random: inout JSONRandom
  ) throws {
    var container = container
    if random.chance(30) {
      try fail(&random) { try container.encode(unencodable(&$0)) }
    }
    if random.chance(30) {
      try fail(&random) { try container.encode(failingChild(&$0, at: program.path)) }
    }
    if program.fails { throw EncodingProgram.Failure() }
    if program.depth > 0, random.chance(50) {
      var value = child(&random, at: program.path)
      value.isSuper = program.isSuper
      try container.encode(value)
    } else {
      try container.encode(random.characters())
    }
  }

  // MARK: - Keyed containers

  private mutating func write<Key: CodingKey>(
    _ container: inout KeyedEncodingContainer<Key>, _ key: Key, _ node: Node,
    _ path: [any CodingKey], _ random: inout JSONRandom
  ) throws {
    let name =
      world.convertsToSnakeCase && key.stringValue == "fooBar" ? "foo_bar" : key.stringValue
    let inner = path + [key]
    switch random.number(below: program.depth > 0 ? 16 : 6) {
    case 0: try container.encodeNil(forKey: key)
    case 1: try container.encode(random.number(below: 1000), forKey: key)
    case 2: try container.encode(random.characters(), forKey: key)
    case 3:
      let value = random.chance(50) ? nil : random.chance(50)
      try container.encodeIfPresent(value, forKey: key)
      if value == nil { return }
    case 4:
      // A failed value doesn't change existing ones.
      try fail(&random) { try failToEncode(to: &container, key, inner, &$0) }
      return
    case 5:
      try container.encode(["other": random.number(below: 9)], forKey: key)
      node.members[name] = .object(nil)
      return
    case 6, 7:
      try container.encode(child(&random, at: inner), forKey: key)
    case 8:
      let values = [
        child(&random, at: inner + [Self.index(0)]), child(&random, at: inner + [Self.index(1)]),
      ]
      try container.encode(values, forKey: key)
      node.members[name] = .array(nil)
      return
    case 9:
      let value: EncodingProgram? = child(&random, at: inner)
      try container.encode(value, forKey: key)
    case 10:
      if case .array? = node.members[name] { return }
      if case .other? = node.members[name] { return }
      var nested = Node(at: inner)
      if case .object(let known?)? = node.members[name] { nested = known }
      open.append(
        Open(
          container: random.chance(50)
            ? .keyed(container.nestedContainer(keyedBy: AnyKey.self, forKey: key))
            : .named(container.nestedContainer(keyedBy: Name.self, forKey: key)), node: nested))
      node.members[name] = .object(nested)
      return
    case 11:
      if case .object? = node.members[name] { return }
      if case .other? = node.members[name] { return }
      var nested = Node(at: inner)
      if case .array(let known?)? = node.members[name] { nested = known }
      open.append(
        Open(
          container: .unkeyed(container.nestedUnkeyedContainer(forKey: key)), node: nested))
      node.members[name] = .array(nested)
      return
    case 12: try encode(to: container.superEncoder(forKey: key), at: inner, &random)
    case 13:
      try encode(
        to: container.superEncoder(), at: path + [Self.superKey], &random)
      node.members["super"] = .other
      return
    default: try container.encode(random.chance(50), forKey: key)
    }
    node.members[name] = .other
  }

  private func failToEncode<Key: CodingKey>(
    to container: inout KeyedEncodingContainer<Key>, _ key: Key, _ path: [any CodingKey],
    _ random: inout JSONRandom
  ) throws {
    let first = path + [Self.index(0)]
    switch random.number(below: 6) {
    case 0 where !world.acceptsInfinity: try container.encode(Float.nan, forKey: key)
    case 1: try container.encode([unencodable(&random)], forKey: key)
    case 2: try container.encode(["x": ["y": unencodable(&random)]], forKey: key)
    case 3: try container.encode([failingChild(&random, at: first)], forKey: key)
    case 4: try container.encode(Optional(failingChild(&random, at: path)), forKey: key)
    default: try container.encode(failingChild(&random, at: path), forKey: key)
    }
  }

  private static func index(_ index: Int) -> any CodingKey { LibraryKey("Index \(index)", index) }
  private static let superKey: any CodingKey = LibraryKey("super")

  /// Keys that libraries create themselves.
  private struct LibraryKey: CodingKey {
    let stringValue: String
    let intValue: Int?
    init(_ name: String, _ index: Int? = nil) { (stringValue, intValue) = (name, index) }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  /// Encodes a value without outliving containers, so that Foundation's encoder finishes here.
  private func encode(
    to encoder: any Encoder, at path: [any CodingKey], _ random: inout JSONRandom
  ) throws {
    var value = child(&random, at: path)
    value.isSuper = true
    try value.encode(to: encoder)
  }

  // MARK: - Unkeyed containers

  private mutating func write(
    _ container: inout any UnkeyedEncodingContainer, _ node: Node, _ path: [any CodingKey],
    _ random: inout JSONRandom
  ) throws {
    let inner = path + [Self.index(container.count)]
    switch random.number(below: program.depth > 0 ? 14 : 5) {
    case 0: try container.encodeNil()
    case 1: try container.encode(random.characters())
    case 2: try fail(&random) { try failToEncode(to: &container, inner, &$0) }
    case 3: try container.encode(["x", "y"])
    case 4: try container.encode(contentsOf: [1, 2, 3])
    case 5, 6, 7:
      try container.encode(child(&random, at: inner))
    case 8: try container.encode(["only": child(&random, at: inner + [LibraryKey("only")])])
    case 9:
      open.append(
        Open(
          container: .keyed(container.nestedContainer(keyedBy: AnyKey.self)), node: Node(at: inner))
      )
    case 10:
      open.append(
        Open(container: .unkeyed(container.nestedUnkeyedContainer()), node: Node(at: inner)))
    case 11: try encode(to: container.superEncoder(), at: inner, &random)
    default: try container.encode(random.number(below: 10))
    }
  }

  private func failToEncode(
    to container: inout any UnkeyedEncodingContainer, _ path: [any CodingKey],
    _ random: inout JSONRandom
  ) throws {
    switch random.number(below: 5) {
    case 0 where !world.acceptsInfinity: try container.encode(Double.nan)
    case 1: try container.encode(["x": [unencodable(&random)]])
    case 2: try container.encode([failingChild(&random, at: path + [Self.index(0)])])
    default: try container.encode(failingChild(&random, at: path))
    }
  }

  // MARK: - Containers of values that are complete

  /// Encodes to a container whose value is complete.
  private func useOutlived(_ random: inout JSONRandom) throws {
    var random = JSONRandom(seed: random.next())
    if world.outlived.isEmpty { return }
    let index = random.number(below: world.outlived.count)
    switch world.outlived[index] {
    case .keyed(var container):
      try container.encode(random.characters(), forKey: key(&random))
      try container.encode(["x": 1], forKey: key(&random))
      var nested = container.nestedUnkeyedContainer(
        forKey: AnyKey("nested \(random.number(below: 1000))"))
      try nested.encode(1)
      _ = container.superEncoder()
    case .named(var container):
      try container.encode([random.number(below: 9)], forKey: random.pick(Name.allCases))
    case .unkeyed(var container):
      try container.encode(["x": 1])
      var nested = container.nestedContainer(keyedBy: AnyKey.self)
      try nested.encode(1, forKey: AnyKey("y"))
    }
  }

  /// Catches an error in a container whose value is complete.
  private func failOutside(_ random: inout JSONRandom) throws {
    try fail(&random) { random in
      guard let outlived = world.outlived.last, case .keyed(var container) = outlived else {
        throw EncodingProgram.Failure()
      }
      try container.encode([unencodable(&random)], forKey: key(&random))
    }
  }
}
