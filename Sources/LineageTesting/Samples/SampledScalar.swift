import Foundation
import LineageSchemas

/// A scalar of which samples can be made.
protocol SampledScalar: ScalarShape {
  /// A random value of any kind, including extreme ones.
  static func random(using generator: inout some RandomNumberGenerator) -> Self

  /// A plausible value for a field with that name.
  ///
  /// - Parameter number: Which value of the type it is in the sample, from 1 on. Where each value can be another
  ///   one, a step that mixes up two fields is noticed.
  static func typical(named name: String, number: Int) -> Self

  /// The same, but a value that code likes to change.
  static func odd(named name: String, number: Int) -> Self
}

// A random value is an edge case, a value from the palette, or any value.

extension SampledScalar {
  static func random(using generator: inout some RandomNumberGenerator) -> Self {
    palette[Int.random(in: palette.indices, using: &generator)]
  }

  static func typical(named name: String, number: Int) -> Self {
    palette[(number - 1) % min(2, palette.count)]
  }

  static func odd(named name: String, number: Int) -> Self { typical(named: name, number: number) }
}

extension String: SampledScalar {
  static func random(using generator: inout some RandomNumberGenerator) -> String {
    // No control characters, because XML can't contain them.
    let edges = [
      "", " ", "0", "null", "\"quoted\" \\ and / slashed", "two\nlines\tand a tab", "<&>]]>",
      "e\u{301} is not é", "日本語", "👩‍👩‍👧‍👦", "\u{202E}right to left", "-1", "a.b[0]",
      String(repeating: "long ", count: 200),
    ]
    let all = edges + palette
    return all[Int.random(in: all.indices, using: &generator)]
  }

  static func typical(named name: String, number: Int) -> String { name }

  static func odd(named name: String, number: Int) -> String {
    " \(name.prefix(1).uppercased())\(name.dropFirst()) É, a\nb "
  }
}

extension SampledScalar where Self: FixedWidthInteger {
  static func random(using generator: inout some RandomNumberGenerator) -> Self {
    // Property lists have integers of up to 64 bits.
    let least = Int64(clamping: Self.min)
    let greatest = UInt64(clamping: Self.max)
    let edges = [Self(clamping: least), Self(clamping: greatest), 0, 1, Self(clamping: -1), 42]
    return switch Int.random(in: 0..<3, using: &generator) {
    case 0: edges[Int.random(in: edges.indices, using: &generator)]
    case 1: palette[Int.random(in: palette.indices, using: &generator)]
    default: Self(truncatingIfNeeded: UInt32.random(in: 0...UInt32.max, using: &generator))
    }
  }

  static func typical(named name: String, number: Int) -> Self { Self(clamping: number) }

  static func odd(named name: String, number: Int) -> Self {
    // More than the next smaller type has room for, and not so much that a step that multiplies it overflows.
    let large = [64, 1_000, 100_000, 1_000_000].last { $0 < Int(clamping: Self.max) / 1_000 }
    return Self(clamping: (large ?? 64) + number)
  }
}

extension SampledScalar where Self: BinaryFloatingPoint, Self.RawSignificand: FixedWidthInteger {
  static func random(using generator: inout some RandomNumberGenerator) -> Self {
    let edges: [Self] = [
      0, -0.0, 0.1, -1.5, .pi, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      .leastNormalMagnitude, .ulpOfOne, 16_777_217,
    ]
    return switch Int.random(in: 0..<3, using: &generator) {
    case 0: edges[Int.random(in: edges.indices, using: &generator)]
    case 1: palette[Int.random(in: palette.indices, using: &generator)]
    default: .random(in: -1000...1000, using: &generator)
    }
  }

  static func typical(named name: String, number: Int) -> Self { Self(number) + 0.5 }

  static func odd(named name: String, number: Int) -> Self { Self(1_000 + number) + 0.0625 }
}

extension Decimal: SampledScalar {
  static func random(using generator: inout some RandomNumberGenerator) -> Decimal {
    // Numbers that JSON and property lists preserve digit by digit.
    let digits = Decimal(Int64.random(in: -1_000_000...1_000_000, using: &generator))
    return digits / 100
  }

  static func typical(named name: String, number: Int) -> Decimal {
    Decimal(number) + Decimal(50) / 100
  }

  static func odd(named name: String, number: Int) -> Decimal {
    Decimal(1_000 + number) + Decimal(625) / 10_000
  }
}

extension Date: SampledScalar {
  static func random(using generator: inout some RandomNumberGenerator) -> Date {
    // Whole seconds from 1900 to 2100, which every date format preserves.
    Date(
      timeIntervalSince1970: Double(
        Int64.random(in: -2_208_988_800...4_102_444_800, using: &generator)))
  }

  static func typical(named name: String, number: Int) -> Date {
    palette[0].addingTimeInterval(Double(number - 1) * 86_400)
  }

  static func odd(named name: String, number: Int) -> Date {
    typical(named: name, number: number).addingTimeInterval(-0.125)
  }
}

extension Data: SampledScalar {
  static func random(using generator: inout some RandomNumberGenerator) -> Data {
    let count = [0, 1, 2, 3, 100][Int.random(in: 0..<5, using: &generator)]
    return Data((0..<count).map { _ in UInt8.random(in: 0...UInt8.max, using: &generator) })
  }
}

extension UUID: SampledScalar {
  static func random(using generator: inout some RandomNumberGenerator) -> UUID {
    let bytes = (0..<16).map { _ in UInt8.random(in: 0...UInt8.max, using: &generator) }
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: UUID.self) }
  }

  static func typical(named name: String, number: Int) -> UUID {
    var bytes = palette[0].uuid
    bytes.15 = UInt8(truncatingIfNeeded: number)
    return UUID(uuid: bytes)
  }
}

extension URL: SampledScalar {
  static func random(using generator: inout some RandomNumberGenerator) -> URL {
    let urls =
      palette
      + [
        "https://example.com/a%20b?q=%C3%A9&r#part", "https://user@example.com:8080/",
        "mailto:a@b.c",
        "../a/b.json",
      ].compactMap { URL(string: $0) }
    return urls[Int.random(in: urls.indices, using: &generator)]
  }
}

extension Bool: SampledScalar {}
extension Double: SampledScalar {}
extension Float: SampledScalar {}
extension Int: SampledScalar {}
extension Int8: SampledScalar {}
extension Int16: SampledScalar {}
extension Int32: SampledScalar {}
extension Int64: SampledScalar {}
extension Int128: SampledScalar {}
extension UInt: SampledScalar {}
extension UInt8: SampledScalar {}
extension UInt16: SampledScalar {}
extension UInt32: SampledScalar {}
extension UInt64: SampledScalar {}
extension UInt128: SampledScalar {}
extension TimeZone: SampledScalar {}
extension Locale: SampledScalar {}
extension Calendar: SampledScalar {}
extension DateComponents: SampledScalar {}
extension URLComponents: SampledScalar {}
