import Lineage

/// Numbers and other small things in words.
enum Wording {
  /// A number with commas between thousands: `12,402`.
  static func number(_ number: Int) -> String {
    var text = "\(abs(number))"
    var index = text.count - 3
    while index > 0 {
      text.insert(",", at: text.index(text.startIndex, offsetBy: index))
      index -= 3
    }
    return number < 0 ? "-\(text)" : text
  }

  /// A number of things: `1 document`, `12,402 documents`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(Self.number(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// A number of bytes: `34 MB`.
  static func bytes(_ count: Int) -> String {
    var value = Double(count)
    var unit = 0
    let units = ["bytes", "kB", "MB", "GB", "TB"]
    while value >= 1000, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    return
      "\(unit == 0 || value >= 10 ? "\(Int(value))" : "\((value * 10).rounded() / 10)") \(units[unit])"
  }

  /// A time: `40 s`, `3 min`, `2 h 10 min`.
  static func time(_ seconds: Double) -> String {
    let seconds = Int(min(seconds, 1e9).rounded(.up))
    if seconds < 100 { return "\(seconds) s" }
    let minutes = (seconds + 59) / 60
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  /// A version as a column: `3`, `unversioned`; `?` if it isn't known.
  static func version(_ version: AnyVersion?) -> String {
    version.map { "\($0)" } ?? "?"
  }

  /// A text with spaces on the right, up to a width.
  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }

  /// A text with spaces on the left, up to a width.
  static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
  }
}
