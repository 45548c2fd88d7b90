/// The text encodings of JSON that `JSONDecoder` accepts: UTF-8, UTF-16 and UTF-32. XML property
/// lists use the same encodings.
///
/// A byte order mark determines the encoding. Without one, the pattern of zero bytes does, since a
/// document begins with an ASCII character and, in UTF-16, nearly always with two.
enum TextEncoding {
  enum UTF8Text {
    /// The bytes from `skip` on are already UTF-8.
    case asItIs(skip: Int)
    case converted([UInt8])
  }

  private enum Unit {
    case utf8, utf16, utf32
  }

  /// Detects the encoding from the first bytes, and converts text that isn't UTF-8.
  ///
  /// UTF-8 isn't validated here, because the indexer does that.
  @inline(__always)
  static func utf8(_ bytes: Bytes) throws(JSONSyntaxError) -> UTF8Text {
    // A UTF-8 document without a mark begins with an ASCII character, and its second byte isn't
    // zero.
    if bytes.count >= 2, bytes[0] &- 1 < 0x7F, bytes[1] != 0 { return .asItIs(skip: 0) }
    return try converted(bytes)
  }

  @inline(never)
  private static func converted(
    _ bytes: Bytes
  ) throws(JSONSyntaxError) -> UTF8Text {
    let (unit, isBigEndian, markLength) = detect(bytes)
    let content = Bytes(rebasing: bytes.dropFirst(markLength))
    let text: [UInt8]?
    switch unit {
    case .utf8: return .asItIs(skip: markLength)
    case .utf16: text = fromUTF16(content, isBigEndian: isBigEndian)
    case .utf32: text = fromUTF32(content, isBigEndian: isBigEndian)
    }
    guard let text else { throw JSONSyntaxError(.invalidEncoding, at: 0, in: bytes) }
    return .converted(text)
  }

  private static func detect(
    _ bytes: Bytes
  ) -> (unit: Unit, isBigEndian: Bool, markLength: Int) {
    let isLong = bytes.count >= 4
    let first = (0..<4).map { $0 < bytes.count ? bytes[$0] : 0 }
    switch (first[0], first[1], first[2], first[3]) {
    case (0xEF, 0xBB, 0xBF, _): return (.utf8, false, 3)
    case (0x00, 0x00, 0xFE, 0xFF) where isLong: return (.utf32, true, 4)
    case (0xFF, 0xFE, 0x00, 0x00) where isLong: return (.utf32, false, 4)
    case (0xFE, 0xFF, _, _): return (.utf16, true, 2)
    case (0xFF, 0xFE, _, _): return (.utf16, false, 2)
    default: break
    }
    switch (first[0] != 0, first[1] != 0, first[2] != 0, first[3] != 0) {
    case (false, false, false, true): return (.utf32, true, 0)
    case (true, false, false, false) where isLong: return (.utf32, false, 0)
    case (false, true, false, true): return (.utf16, true, 0)
    case (true, false, true, false) where isLong: return (.utf16, false, 0)
    case (false, true, _, _) where bytes.count == 2: return (.utf16, true, 0)
    case (true, false, _, _) where bytes.count == 2: return (.utf16, false, 0)
    default: return (.utf8, false, 0)
    }
  }

  private static func fromUTF16(
    _ bytes: Bytes, isBigEndian: Bool
  ) -> [UInt8]? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let units = (0..<bytes.count / 2).lazy.map { index in
      let (first, second) = (UInt16(bytes[2 * index]), UInt16(bytes[2 * index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }

  private static func fromUTF32(
    _ bytes: Bytes, isBigEndian: Bool
  ) -> [UInt8]? {
    guard bytes.count.isMultiple(of: 4) else { return nil }
    let units = (0..<bytes.count / 4).lazy.map { index in
      (0..<4).reduce(UInt32(0)) { unit, offset in
        unit << 8 | UInt32(bytes[4 * index + (isBigEndian ? offset : 3 - offset)])
      }
    }
    return String(validating: units, as: UTF32.self).map { Array($0.utf8) }
  }
}
