import Foundation

/// Random numbers that are the same in every run.
struct JSONRandom: RandomNumberGenerator {
  private var state: UInt64
  /// The percentage of values of another kind than the type expects.
  var noise = 2
  /// Whether some objects have repeated keys.
  var repeatsKeys = true

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1
  }

  /// The number of documents that a test generates: few by default, more if the environment sets
  /// it.
  static func count(_ usual: Int) -> Int {
    let factor = ProcessInfo.processInfo.environment["LINEAGE_FUZZ"].flatMap(Int.init)
    return usual * (factor ?? 1)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  mutating func number(below bound: Int) -> Int {
    Int.random(in: 0..<bound, using: &self)
  }
}

// MARK: - Pieces of JSON

extension JSONRandom {
  mutating func space() -> String {
    guard chance(15) else { return "" }
    return (0..<number(below: 12)).map { _ in pick([" ", " ", "\n", "\t", "\r", "\r\n"]) }.joined()
  }

  mutating func characters() -> String {
    let pieces = [
      "a", "b", "Z", "0", " ", "_", "snake_case", "camelCase", "\"", "\\", "/", "\n", "\t", "\r",
      "\u{8}", "\u{C}", "\u{0}", "\u{1F}", "\u{7F}", "ä", "e\u{301}", "ß", "€", "日本", "😀", "👩‍👩‍👧",
      "\u{2028}", "\u{FEFF}", "\u{FFFF}", "\u{10FFFF}", "Lorem ipsum dolor sit amet",
    ]
    return (0..<pick([0, 1, 1, 2, 3, 8])).map { _ in pick(pieces) }.joined()
  }

  /// A string in quotes, with each character written in a random valid form.
  mutating func string(_ text: String) -> String {
    let escapesMore = chance(20)
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += chance(80) ? "\\\(scalar)" : unicodeEscape(scalar)
      case "\n" where chance(50): quoted += "\\n"
      case "\t" where chance(50): quoted += "\\t"
      case "/" where chance(50): quoted += "\\/"
      case _ where scalar.value < 0x20 || (escapesMore && chance(40)):
        quoted += unicodeEscape(scalar)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private mutating func unicodeEscape(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16, uppercase: chance(50))
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  mutating func string() -> String { string(characters()) }

  mutating func integer() -> String {
    pick([
      "0", "1", "-1", "7", "42", "127", "128", "-128", "-129", "255", "256", "32767", "65535",
      "65536", "2147483647", "-2147483648", "4294967295", "4294967296", "9007199254740993",
      "9223372036854775807", "9223372036854775808", "-9223372036854775808",
      "18446744073709551615", "18446744073709551616",
      "170141183460469231731687303715884105727", "340282366920938463463374607431768211455",
      "340282366920938463463374607431768211456", "-0",
      "\(Int64.random(in: .min ... .max, using: &self))",
      "\(Int.random(in: -1000...1000, using: &self))",
    ])
  }

  /// A number with a fraction or an exponent that no conversion rounds to an integer.
  mutating func decimal() -> String {
    let digits = "\(Int.random(in: 0...99_999_999, using: &self))"
    return pick([
      "0.0", "-0.0", "0.5", "1.0", "1.5", "-2.75", "3.141592653589793", "1e0", "1E1", "1e+2",
      "25e-1", "10e-1", "-1.5E+3", "0.1", "0.30000000000000004", "1e22", "1e23", "1e-7",
      "123456.789e3", "\(digits).\(digits)", "\(digits)e-\(number(below: 30))",
      "\(digits)e\(number(below: 30))", "-\(digits).5",
    ])
  }

  /// A number at the limits of `Double`.
  mutating func extremeDecimal() -> String {
    pick([
      "1e308", "1.7976931348623157e308", "1.7976931348623159e308", "1e309", "-1e309", "1e400",
      "5e-324", "4.9406564584124654e-324", "0e999999999",
      "2.2250738585072011e-308", "2.2250738585072014e-308", "9007199254740993.0",
      "3.4028235e38", "3.4028236e38", "1e39", "1e-45", "1.17549435e-38",
      "0.1000000000000000055511151231257827021181583404541015625",
      "179769313486231580793728971405301e276", "123456789012345678901234567890.123456789",
    ])
  }

  /// Any value.
  mutating func anything(depth: Int = 0) -> String {
    switch number(below: depth > 2 ? 7 : 9) {
    case 0: return "null"
    case 1: return pick(["true", "false"])
    case 2: return integer()
    case 3: return decimal()
    case 4: return extremeDecimal()
    case 5, 6: return string()
    case 7:
      return array((0..<number(below: 4)).map { _ in anything(depth: depth + 1) })
    default:
      return object((0..<number(below: 4)).map { _ in (characters(), anything(depth: depth + 1)) })
    }
  }

  mutating func array(_ elements: [String]) -> String {
    var text = "[" + space()
    for (index, element) in elements.enumerated() {
      text += (index > 0 ? "," + space() : "") + element + space()
    }
    return text + "]"
  }

  /// An object with members in random order, some of them repeated, some missing.
  mutating func object(_ members: [(String, String)], isComplete: Bool = false) -> String {
    var members = members
    if !isComplete {
      if chance(50) { members.shuffle(using: &self) }
      if chance(20) { members.append((characters(), anything(depth: 2))) }
      if repeatsKeys, chance(10), let twice = members.randomElement(using: &self) {
        members.append(twice)
      }
      if chance(5), !members.isEmpty { members.remove(at: number(below: members.count)) }
    }
    if !repeatsKeys {
      var keys: Set<String> = []
      members.removeAll { !keys.insert($0.0).inserted }
    }
    var text = "{" + space()
    for (index, member) in members.enumerated() {
      text += (index > 0 ? "," + space() : "") + string(member.0) + space() + ":" + space()
      text += member.1 + space()
    }
    return text + "}"
  }

  /// A document for a type, sometimes with another kind of value in it.
  mutating func value<Sample: JSONSample>(_ type: Sample.Type) -> String {
    chance(noise) ? anything(depth: 1) : type.json(&self)
  }
}

// MARK: - Damage

extension JSONRandom {
  /// Changes a document in a few places, so that it is probably invalid.
  mutating func damage(_ bytes: inout [UInt8]) {
    for _ in 0...number(below: 3) {
      guard !bytes.isEmpty else { return }
      let place = number(below: bytes.count)
      switch number(below: 8) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: next())
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(pick(Array("{}[]\",:\\u0-+.eEtfn'/* \n".utf8)), at: place)
      case 3: bytes[place] = pick(Array("{}[]\",:\\u0-+.eEtfn'/* \n".utf8))
      case 4: bytes.removeSubrange(place..<min(bytes.count, place + number(below: 9)))
      case 5: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 20)], at: place)
      case 6: bytes[place] ^= 1 << UInt8(number(below: 8))
      default: bytes.swapAt(place, number(below: bytes.count))
      }
    }
  }
}
