/// A moment as `2024-02-29T12:34:56Z`, the form in which `JSONEncoder` writes dates.
///
/// It covers the years in which all calendars agree: before 1583, Foundation switches to the Julian
/// calendar, and after 9999 a year has more digits. Any other text or moment is left to Foundation.
///
/// The text is handled in words of eight bytes:
///
///     2024-02-  29T12:34  :56Z      written in three words
///     2024-02-  29T12:34  2:34:56Z  read with the last word four bytes earlier
///
/// Days are counted in years that begin in March, so the leap day is the last of its year, and the
/// lengths of the months before it follow a regular pattern.
struct ISO8601Date {
  /// The number of bytes of the text.
  static var length: Int { 20 }

  /// The seconds since the reference date, which is the beginning of 2001.
  let seconds: Int64

  /// Creates a date within the years that are covered; nil for others.
  @inline(__always)
  init?(secondsSinceReferenceDate seconds: Double) {
    // This is also false if the number isn't one.
    guard seconds >= Self.first, seconds < Self.end else { return nil }
    self.seconds = Int64(seconds.rounded(.down))
  }

  /// The beginning of 1583, and of 10000.
  private static var first: Double { -13_190_860_800 }
  private static var end: Double { 252_423_993_600 }
  /// The days from March 1 of the year 0 to the reference date.
  private static var epoch: Int64 { 730_791 }
}

// MARK: - Reading

extension ISO8601Date {
  /// Parses a text; nil if it has any other form, or isn't a valid date.
  @inline(__always)
  init?(_ text: Bytes) {
    guard text.count == Self.length, let start = text.baseAddress,
      let date = Fields(EightBytes(start), separatedAs: .date),
      let time = Fields(EightBytes(start + 8), separatedAs: .time),
      let end = Fields(EightBytes(start + 12), separatedAs: .end)
    else { return nil }
    let (year, month, day) = (date[0] &* 100 &+ date[2], date[5], time[0])
    let (hour, minute, second) = (time[3], time[6], end[5])
    guard year >= 1583, month >= 1, month <= 12, day >= 1,
      day <= 28 || day <= Self.days(in: month, of: year),
      hour < 24, minute < 60, second < 60
    else { return nil }
    let days = Self.days(before: day, month, year)
    seconds = days &* 86_400 &+ Int64((hour &* 60 &+ minute) &* 60 &+ second)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
  }

  /// The days from the reference date to another one.
  @inline(__always)
  private static func days(before day: Int, _ month: Int, _ year: Int) -> Int64 {
    let isBeforeMarch = month < 3
    let year = isBeforeMarch ? year &- 1 : year
    let month = isBeforeMarch ? month &+ 9 : month &- 3
    let days =
      365 &* year &+ year / 4 &- year / 100 &+ year / 400 &+ (153 &* month &+ 2) / 5 &+ day &- 1
    return Int64(days) &- epoch
  }

  /// The numbers in a word of digits and separators.
  private struct Fields {
    /// In each byte, the number of two digits that begins there, if one does.
    private let numbers: UInt64

    @inline(__always)
    subscript(index: Int) -> Int {
      Int(truncatingIfNeeded: numbers &>> UInt64(truncatingIfNeeded: 8 &* index) & 0xFF)
    }

    /// Reads a word; nil if it doesn't have digits and separators where they belong.
    @inline(__always)
    init?(_ text: EightBytes, separatedAs pattern: Pattern) {
      let values = text.word ^ pattern.zero
      // A byte of the sum has its high bit set if a digit is larger than 9, or a separator another.
      guard (values | (values &+ pattern.limits)) & EightBytes.highs == 0 else { return nil }
      numbers = values &* 10 &+ values &>> 8
    }
  }

  /// Where a word has separators.
  private struct Pattern {
    /// The word whose digits are all zero.
    let zero: UInt64
    /// For each byte, what must be added to its largest value to get 0x7F.
    let limits: UInt64

    static var date: Pattern {
      Pattern(zero: 0x2D_3030_2D_3030_3030, limits: 0x7F_7676_7F_7676_7676)
    }
    static var time: Pattern {
      Pattern(zero: 0x3030_3A_3030_54_3030, limits: 0x7676_7F_7676_7F_7676)
    }
    static var end: Pattern {
      Pattern(zero: 0x5A_3030_3A_3030_3A_30, limits: 0x7F_7676_7F_7676_7F_76)
    }
  }
}

// MARK: - Writing

extension ISO8601Date {
  /// The text in three words, of which the last has four bytes and zeros.
  @inline(__always)
  var words: (EightBytes, EightBytes, EightBytes) {
    // From here on, all numbers are positive.
    let moment = UInt64(truncatingIfNeeded: seconds &+ Self.epoch &* 86_400)
    let days = moment / 86_400
    let rest = moment &- days &* 86_400
    let (hour, minute) = (rest / 3600, rest / 60)
    // A minute counts 100 instead of 60, and an hour 10,000 instead of 3600.
    let time = EightBytes(digitsOf: rest &+ minute &* 40 &+ hour &* 4000).word
    let date = EightBytes(digitsOf: Self.digits(ofDay: days)).word
    return (
      EightBytes(
        word: date & 0xFFFF_FFFF | (date &>> 32 & 0xFFFF) &<< 40 | 0x2D_0000_2D_0000_0000),
      EightBytes(
        word: date &>> 48 | (time &>> 16 & 0xFFFF) &<< 24 | (time &>> 32 & 0xFFFF) &<< 48
          | 0x3A_0000_54_0000),
      EightBytes(word: 0x5A_0000_3A | (time &>> 48) &<< 8)
    )
  }

  /// The date that is a number of days after March 1 of the year 0, as in 20240229.
  @inline(__always)
  private static func digits(ofDay days: UInt64) -> UInt64 {
    // A century has 146097 / 4 days on average, and a year in it 1461 / 4. The remainders are in
    // quarters of a day, rounded up to the last of each day.
    let dayOfCenturies = 4 &* days &+ 3
    let century = dayOfCenturies / 146_097
    let dayOfYears = (dayOfCenturies &- century &* 146_097) | 3
    let yearOfCentury = dayOfYears / 1461
    let day = (dayOfYears &- yearOfCentury &* 1461) / 4
    // Five months have 153 days, beginning in March and in August.
    let month = (5 &* day &+ 2) / 153
    let dayOfMonth = day &- (153 &* month &+ 2) / 5 &+ 1
    let year = 100 &* century &+ yearOfCentury
    return month < 10
      ? (100 &* year &+ month &+ 3) &* 100 &+ dayOfMonth
      : (100 &* year &+ month &+ 91) &* 100 &+ dayOfMonth
  }
}
