import Foundation

/// The memory use of this process.
enum Memory {
  /// Makes the allocator on Linux return unused memory to the system at once.
  static let environment = ["MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "0"]

  /// The peak memory of decoding in bytes, excluding the decoded value.
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

  /// A field of this process's `/proc/self/status`, in bytes.
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

  /// Resets the peak memory of this process.
  private static func forgetPeak() throws {
    try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
  }
}
