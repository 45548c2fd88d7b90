import Foundation

/// A type that can generate documents of it.
protocol JSONSample: Codable, Equatable, SendableMetatype {
  static func json(_ random: inout JSONRandom) -> String
}

extension FixedWidthInteger where Self: JSONSample {
  static func json(_ random: inout JSONRandom) -> String {
    if random.chance(3) { return random.pick(["1.0", "10e1", "2.50e1", "1.5", "1e-1", "-0.0"]) }
    if random.chance(5) { return random.integer() }
    return "\(Self.random(in: Self.min...Self.max, using: &random))"
  }
}

extension Int: JSONSample {}
extension Int8: JSONSample {}
extension Int16: JSONSample {}
extension Int32: JSONSample {}
extension Int64: JSONSample {}
extension Int128: JSONSample {}
extension UInt: JSONSample {}
extension UInt8: JSONSample {}
extension UInt16: JSONSample {}
extension UInt32: JSONSample {}
extension UInt64: JSONSample {}
extension UInt128: JSONSample {}

extension Double: JSONSample {
  static func json(_ random: inout JSONRandom) -> String {
    switch random.number(below: 5) {
    case 0: random.integer()
    case 1, 2: random.decimal()
    case 3: "\(Double(bitPattern: random.next() & ~(1 << 62)))"
    default:
      random.pick([
        random.extremeDecimal(), random.decimal(), random.decimal(), random.decimal(),
        random.pick(["2e-324", "1e-324", "1e-400", "7e-46"]),
      ])
    }
  }
}

extension Float: JSONSample {
  static func json(_ random: inout JSONRandom) -> String {
    random.chance(50)
      ? random.decimal()
      : "\(Float(bitPattern: UInt32(truncatingIfNeeded: random.next()) & ~(1 << 30)))"
  }
}

extension Bool: JSONSample {
  static func json(_ random: inout JSONRandom) -> String { random.pick(["true", "false"]) }
}

extension String: JSONSample {
  static func json(_ random: inout JSONRandom) -> String { random.string() }
}

extension Optional: JSONSample where Wrapped: JSONSample {
  static func json(_ random: inout JSONRandom) -> String {
    random.chance(25) ? "null" : random.value(Wrapped.self)
  }
}

extension Array: JSONSample where Element: JSONSample {
  static func json(_ random: inout JSONRandom) -> String {
    let count = random.pick([0, 1, 2, 3, 9])
    return random.array((0..<count).map { _ in random.value(Element.self) })
  }
}

extension ContiguousArray: JSONSample where Element: JSONSample {
  static func json(_ random: inout JSONRandom) -> String { [Element].json(&random) }
}

extension Set: JSONSample where Element: JSONSample {
  static func json(_ random: inout JSONRandom) -> String { [Element].json(&random) }
}

extension Dictionary: JSONSample where Key: JSONSampleKey, Value: JSONSample {
  static func json(_ random: inout JSONRandom) -> String {
    let count = random.pick([0, 1, 2, 3, 9, 70])
    let members = (0..<count).map { _ in (Key.sampleKey(&random), random.value(Value.self)) }
    if Key.isWrittenAsKey { return random.object(members) }
    return random.array(members.flatMap { [random.string($0.0), $0.1] })
  }
}

/// A type of dictionary keys.
protocol JSONSampleKey: Codable, Hashable, SendableMetatype {
  static var isWrittenAsKey: Bool { get }
  static func sampleKey(_ random: inout JSONRandom) -> String
}

extension JSONSampleKey {
  static var isWrittenAsKey: Bool { true }
}

extension String: JSONSampleKey {
  static func sampleKey(_ random: inout JSONRandom) -> String { random.characters() }
}

extension Int: JSONSampleKey {
  static func sampleKey(_ random: inout JSONRandom) -> String {
    random.chance(3)
      ? random.pick(["", "x", "1.0", " 1"]) : "\(random.number(below: 50))"
  }
}

// MARK: - Foundation

extension Date: JSONSample {
  static func json(_ random: inout JSONRandom) -> String {
    random.pick([
      "0", "-1", "700000000.125", "1700000000", "1e9", "\"2024-02-29T12:30:45Z\"",
      "\"2024-02-29T12:30:45+02:00\"", "\"2024-02-29\"", "\"2023-02-29T00:00:00Z\"",
      "\"2024-02-29T12:30:45.123Z\"", "\"1970-01-01T00:00:00Z\"", "\"\"", "1700000000123",
    ])
  }
}

extension Data: JSONSample {
  static func json(_ random: inout JSONRandom) -> String {
    random.pick([
      "\"\"", "\"AAEC\"", "\"aGVsbG8gd29ybGQ=\"", "\"aGVsbG8\"", "\"a G V s\"", "\"????\"",
      "[]", "[0,1,255]", "[256]", "[-1]", "\"YQ==\"", "\"YWI=\\n\"", "\"\\u0059Q==\"",
    ])
  }
}

extension URL: JSONSample {
  static func json(_ random: inout JSONRandom) -> String {
    random.pick([
      "\"https://example.com/a?b=c#d\"", "\"\"", "\"relative/path\"", "\"https://example.com/ä b\"",
      "\"http://[::1\"", "\"file:///tmp\"", "\"mailto:a@example.com\"", "\"\\u0000\"",
    ])
  }
}

extension UUID: JSONSample {
  static func json(_ random: inout JSONRandom) -> String {
    random.pick([
      "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"", "\"e621e1f8-c36c-495a-93fc-0c247a3e6e5f\"",
      "\"E621E1F8\"", "\"\"",
    ])
  }
}

extension Decimal: JSONSample {
  static func json(_ random: inout JSONRandom) -> String {
    random.pick([
      random.integer(), random.decimal(), random.decimal(), "1.10", "-0.001", "100", "1e100",
    ])
  }
}
