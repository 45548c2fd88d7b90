import Lineage

/// Random numbers that are the same in every run.
struct FutureRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A generator of random documents.
struct FutureGenerator {
  private static let words = [
    "", "a", "name", "self", "init", "super", "version ", "unknownFields", "é", "e\u{301}", "日本",
    "a/b", "tab\t", "quote\"", "back\\slash", "line\n", "nul\u{0}", "emoji 🙂", "snake_case", "_x",
    "URL", "Index 0", "0", "key with spaces", "\u{2028}",
  ]
  private static let numbers = [
    "0", "-0", "1", "-1", "1.10", "1e400", "-1E+5", "0.1e-3", "9223372036854775808",
    "10000000000000000000001", "-170141183460469231731687303715884105729", "5e-324", "1.0", "1e2",
    "123456789012345678901234567890.123456789",
  ]

  private var random: FutureRandom

  init(seed: UInt64) {
    random = FutureRandom(seed: seed)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  mutating func word() -> String {
    Self.words.randomElement(using: &random) ?? ""
  }

  /// Random JSON without white space, with keys in random order.
  mutating func json(depth: Int = 4) -> String {
    switch below(depth > 0 ? 8 : 5) {
    case 0: "null"
    case 1: below(2) == 0 ? "true" : "false"
    case 2, 3: Self.numbers.randomElement(using: &random) ?? "0"
    case 4: Self.quoted(word())
    case 5: "[\((0..<below(4)).map { _ in json(depth: depth - 1) }.joined(separator: ","))]"
    default: object(members(depth: depth - 1))
    }
  }

  /// Members with different keys and random JSON values.
  mutating func members(depth: Int = 3) -> [(key: String, json: String)] {
    var members: [(key: String, json: String)] = []
    for _ in 0..<below(5) {
      let key = word()
      if members.contains(where: { $0.key == key }) { continue }
      members.append((key, json(depth: depth)))
    }
    return members
  }

  func object(_ members: [(key: String, json: String)]) -> String {
    "{\(members.map { "\(Self.quoted($0.key)):\($0.json)" }.joined(separator: ","))}"
  }

  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    elements.shuffled(using: &random)
  }

  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\u{0}": quoted += "\\u0000"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
