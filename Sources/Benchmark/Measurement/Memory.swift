import Foundation

/// How much memory this process has.
enum Memory {
  /// Has the allocator of Linux give back at once what it is not going to use.
  static let environment = ["MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "0"]

  /// The bytes that decoding took at its peak, without those of the value that came of it.
  static func besideTheValue<Value>(
    _ decode: () throws -> Value
  ) throws -> Double {
    try forgetPeak()
    let value = try decode()
    let peak = try status("VmHWM:")
    let after = try status("VmRSS:")
    withExtendedLifetime(value) {}
    return max(0, peak - after)
  }

  /// A figure of the system's about this process, in bytes.
  private static func status(_ name: String) throws -> Double {
    let lines = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(
      separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix(name) }),
      let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({
        Double($0)
      })
    else { throw UsageError("The system does not tell '\(name)'.") }
    return kilobytes * 1024
  }

  /// Begins to look for the peak from here on.
  private static func forgetPeak() throws {
    try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
  }
}
