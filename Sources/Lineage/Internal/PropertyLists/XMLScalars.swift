#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Parses the elements of an XML property list that contain text, except strings.
enum XMLScalars {
  /// The value of an element's content; nil if it is malformed.
  static func node(
    of element: XMLElement, _ content: ArraySlice<UInt8>, in builder: PropertyListBuilder
  ) -> TreeNode? {
    switch element {
    case .integer: integer(content, in: builder)
    case .real: real(content, in: builder)
    case .date: date(content).map { builder.add(.date($0)) }
    case .data: data(content).map { builder.add(.data($0)) }
    default: nil
    }
  }

  // MARK: - Numbers

  /// Parses white space, a sign, more white space, and decimal or hexadecimal digits.
  private static func integer(
    _ content: ArraySlice<UInt8>, in builder: PropertyListBuilder
  ) -> TreeNode? {
    var digits = content.drop { $0 <= ASCII.space }
    let isNegative = digits.first == ASCII.minus
    if isNegative || digits.first == ASCII.plus {
      digits = digits.dropFirst().drop { $0 <= ASCII.space }
    }
    let isHexadecimal = digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8)
    if isHexadecimal { digits = digits.dropFirst(2) }
    guard !digits.isEmpty else { return nil }
    digits = digits.drop { $0 == ASCII.zero }
    var magnitude: UInt128 = 0
    for byte in digits {
      guard let digit = ASCII.hexDigit(byte), isHexadecimal || digit < 10 else { return nil }
      let (product, isTooLarge) = magnitude.multipliedReportingOverflow(by: isHexadecimal ? 16 : 10)
      let (sum, overflow) = product.addingReportingOverflow(UInt128(digit))
      if isTooLarge || overflow {
        return isHexadecimal ? nil : largeInteger(digits, isNegative: isNegative, in: builder)
      }
      magnitude = sum
    }
    return integer(magnitude, isNegative: isNegative, in: builder)
  }

  private static func integer(
    _ magnitude: UInt128, isNegative: Bool, in builder: PropertyListBuilder
  ) -> TreeNode {
    if let small = Int64(exactly: magnitude) {
      return TreeNode(.signed, bits: UInt64(bitPattern: isNegative ? -small : small))
    }
    if !isNegative, let large = UInt64(exactly: magnitude) {
      return TreeNode(.unsigned, bits: large)
    }
    if magnitude == 1 << 63 { return TreeNode(.signed, bits: UInt64(bitPattern: .min)) }
    let text = builder.addText((isNegative ? "-" : "") + String(magnitude))
    return TreeNode(.integerText, start: text.start, length: text.length)
  }

  /// An integer too large for all Swift types is stored as text.
  private static func largeInteger(
    _ digits: ArraySlice<UInt8>, isNegative: Bool, in builder: PropertyListBuilder
  ) -> TreeNode? {
    guard digits.allSatisfy(ASCII.isDigit) else { return nil }
    let text = builder.addText((isNegative ? [ASCII.minus] : [])[...] + digits)
    return TreeNode(.integerText, start: text.start, length: text.length)
  }

  /// Parses a decimal like `strtod`, or a name of infinity or NaN.
  ///
  /// A decimal is stored as text, so that it is rounded only once, by the type that decodes it, and
  /// keeps its digits if no type does.
  private static func real(
    _ content: ArraySlice<UInt8>, in builder: PropertyListBuilder
  ) -> TreeNode? {
    let characters = content.drop { $0 == ASCII.space || $0 &- ASCII.tab < 5 }
    let isNegative = characters.first == ASCII.minus
    let unsigned =
      isNegative || characters.first == ASCII.plus ? characters.dropFirst() : characters
    let whole = unsigned.prefix(while: ASCII.isDigit)
    var rest = unsigned[whole.endIndex...]
    var fraction = rest.prefix(0)
    if rest.first == ASCII.point {
      fraction = rest.dropFirst().prefix(while: ASCII.isDigit)
      rest = unsigned[fraction.endIndex...]
    }
    guard !whole.isEmpty || !fraction.isEmpty else {
      return special(unsigned, isNegative: isNegative)
    }
    guard rest.isEmpty || isExponent(rest) else { return nil }

    // In JSON syntax, and never like an integer.
    var decimal = isNegative ? [ASCII.minus] : []
    let digits = whole.drop { $0 == ASCII.zero }
    decimal += digits.isEmpty ? [ASCII.zero] : Array(digits)
    if !fraction.isEmpty {
      decimal.append(ASCII.point)
      decimal += fraction
    } else if rest.isEmpty {
      decimal += [ASCII.point, ASCII.zero]
    }
    decimal += rest
    // As in `strtod`, a number too large or too small for a double is infinite or zero.
    if !rest.isEmpty || digits.count > 300 || fraction.count > 300 {
      let value = Double(String(decoding: decimal, as: UTF8.self)) ?? .nan
      if !value.isNormal { return TreeNode(.double, bits: value.bitPattern) }
    }
    let text = builder.addText(decimal[...])
    return TreeNode(.numberText, start: text.start, length: text.length)
  }

  private static func isExponent(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, first | 0x20 == 0x65 else { return false }
    var digits = text.dropFirst()
    if digits.first == ASCII.plus || digits.first == ASCII.minus { digits = digits.dropFirst() }
    return !digits.isEmpty && digits.allSatisfy(ASCII.isDigit)
  }

  private static func special(_ name: ArraySlice<UInt8>, isNegative: Bool) -> TreeNode? {
    let value: Double
    switch String(decoding: name, as: UTF8.self).lowercased() {
    case "inf", "infinity": value = isNegative ? -.infinity : .infinity
    case "nan": value = isNegative ? -.nan : .nan
    default: return nil
    }
    return TreeNode(.double, bits: value.bitPattern)
  }

  // MARK: - Data and dates

  private static func data(_ content: ArraySlice<UInt8>) -> Data? {
    Data(base64Encoded: Data(content.filter { !ASCII.isXMLSpace($0) }))
  }

  /// Parses `YYYY-MM-DDTHH:MM:SSZ`. The year can be negative or longer, and days, hours and so on
  /// can exceed their ranges: January 32nd is February 1st.
  private static func date(_ content: ArraySlice<UInt8>) -> Date? {
    var rest = content
    let isNegative = rest.first == ASCII.minus
    if isNegative { rest.removeFirst() }
    let digits = rest.prefix(while: ASCII.isDigit)
    guard !digits.isEmpty, digits.count <= 11 else { return nil }
    let magnitude = digits.reduce(0) { $0 * 10 + Int64(ASCII.digit($1)) }
    rest = rest[digits.endIndex...]

    var numbers: [Int64] = []
    for separator in "--T::".utf8 {
      guard rest.first == separator else { return nil }
      let digits = rest.dropFirst().prefix(2)
      guard digits.count == 2, digits.allSatisfy(ASCII.isDigit) else { return nil }
      numbers.append(digits.reduce(0) { $0 * 10 + Int64(ASCII.digit($1)) })
      rest = rest.dropFirst(3)
    }
    guard rest.elementsEqual("Z".utf8) else { return nil }
    return date(year: isNegative ? -magnitude : magnitude, numbers)
  }

  /// - Parameter numbers: Month, day, hour, minute and second.
  private static func date(year: Int64, _ numbers: [Int64]) -> Date? {
    // Until then, Foundation uses the Julian calendar.
    guard year > 1582 else {
      var calendar = Calendar(identifier: .iso8601)
      calendar.timeZone = .gmt
      let numbers = numbers.map(Int.init)
      guard let year = Int(exactly: year) else { return nil }
      return calendar.date(
        from: DateComponents(
          year: year, month: numbers[0], day: numbers[1], hour: numbers[2],
          minute: numbers[3], second: numbers[4]))
    }
    // If years begin in March, the leap day is the last day of the year.
    let month = numbers[0] + 9
    let marchYear = year + month / 12 - 1
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    let days = marchYear * 365 + leapDays + (month % 12 * 153 + 2) / 5 + numbers[1]
    let seconds = ((days * 24 + numbers[2]) * 60 + numbers[3]) * 60 + numbers[4]
    let daysBefore2001: Int64 = 730_792
    return Date(timeIntervalSinceReferenceDate: Double(seconds - daysBefore2001 * 86_400))
  }
}
