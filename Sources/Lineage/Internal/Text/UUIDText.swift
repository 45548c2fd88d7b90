#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A UUID as `7A2C05AF-50B5-4F2A-A0BC-0D1C3B58E4F6`, the form in which it encodes itself. Its letters may also be small.
///
/// Foundation takes ten times as long for it, because it parses and prints byte by byte. Any other text is left to
/// Foundation.
struct UUIDText {
  /// The number of bytes of the text.
  static var length: Int { 36 }
  /// The places of the hyphens, which end the five groups of digits but the last.
  private static var hyphens: (Int, Int, Int, Int) { (8, 13, 18, 23) }

  private let high: UInt64
  private let low: UInt64

  init(_ uuid: UUID) {
    let bytes = uuid.uuid
    high = Self.word(
      bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7)
    low = Self.word(
      bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15)
  }

  /// Parses a text; nil if it has any other form.
  init?(_ text: Bytes) {
    guard text.count == Self.length, let start = text.baseAddress else { return nil }
    let hyphens = Self.hyphens
    guard start[hyphens.0] == ASCII.minus, start[hyphens.1] == ASCII.minus,
      start[hyphens.2] == ASCII.minus, start[hyphens.3] == ASCII.minus
    else { return nil }
    guard let first = Self.digits(start, 0, 4, 9, 14),
      let second = Self.digits(start, 19, 24, 28, 32)
    else { return nil }
    (high, low) = (first, second)
  }

  var uuid: UUID {
    func byte(_ word: UInt64, _ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: word &>> (56 &- 8 &* index))
    }
    return UUID(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3),
        byte(high, 4), byte(high, 5), byte(high, 6), byte(high, 7),
        byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
        byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      ))
  }

  /// The groups of the text, with the number of bytes of each.
  var groups: (EightBytes, EightBytes, EightBytes, EightBytes, EightBytes, EightBytes) {
    func afterHyphen(_ digits: UInt64) -> EightBytes {
      EightBytes(word: Self.text(of: UInt32(truncatingIfNeeded: digits) << 16) << 8 | 0x2D)
    }
    return (
      EightBytes(word: Self.text(of: UInt32(truncatingIfNeeded: high >> 32))),
      afterHyphen(high >> 16), afterHyphen(high), afterHyphen(low >> 48), afterHyphen(low >> 32),
      EightBytes(word: Self.text(of: UInt32(truncatingIfNeeded: low)))
    )
  }

  /// The value of four times four digits; nil if they aren't hexadecimal.
  @inline(__always)
  private static func digits(
    _ text: ByteCursor, _ first: Int, _ second: Int, _ third: Int, _ fourth: Int
  ) -> UInt64? {
    let (first, second) = (FourBytes(text + first), FourBytes(text + second))
    let (third, fourth) = (FourBytes(text + third), FourBytes(text + fourth))
    guard first.isHexadecimal, second.isHexadecimal, third.isHexadecimal, fourth.isHexadecimal
    else { return nil }
    return UInt64(first.hexadecimal) << 48 | UInt64(second.hexadecimal) << 32
      | UInt64(third.hexadecimal) << 16 | UInt64(fourth.hexadecimal)
  }

  /// The eight hexadecimal digits of a number, the first in the lowest byte.
  @inline(__always)
  private static func text(of number: UInt32) -> UInt64 {
    // A byte in each half of a word, and then in each quarter.
    var bytes = UInt64(number.byteSwapped)
    bytes = (bytes | bytes << 16) & 0x0000_FFFF_0000_FFFF
    bytes = (bytes | bytes << 8) & 0x00FF_00FF_00FF_00FF
    let digits = bytes >> 4 & 0x000F_000F_000F_000F | (bytes & 0x000F_000F_000F_000F) << 8
    let letters = (digits &+ EightBytes.ones &* 6) >> 4 & EightBytes.ones
    return digits &+ EightBytes.ones &* 0x30 &+ letters &* 7
  }

  @inline(__always)
  private static func word(
    _ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, _ e: UInt8, _ f: UInt8, _ g: UInt8, _ h: UInt8
  ) -> UInt64 {
    let high = UInt64(a) << 24 | UInt64(b) << 16 | UInt64(c) << 8 | UInt64(d)
    let low = UInt64(e) << 24 | UInt64(f) << 16 | UInt64(g) << 8 | UInt64(h)
    return high << 32 | low
  }
}
