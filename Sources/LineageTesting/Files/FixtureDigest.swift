import Foundation
import Lineage

/// A hash of a fixture's content, to detect changes.
///
/// It ignores formatting, so reformatting a file or changing its line endings is not a change. It
/// protects against mistakes, not against forgery.
enum FixtureDigest {
  static func of(_ data: Data, fileExtension: String) -> String {
    let value: DocumentValue? =
      switch fileExtension {
      case "json": try? FixtureFormat.json.value(from: data)
      case "plist": try? FixtureFormat.propertyList.value(from: data)
      default: nil
      }
    if let value { return hexadecimal(hash(CanonicalText(openLevels: 0).text(of: value).utf8)) }
    return hexadecimal(hash(data.lazy.filter { $0 != 0x0D }))
  }

  /// The FNV-1a hash of a sequence of bytes, which is the same in every process.
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(into: 14_695_981_039_346_656_037) {
      $0 = ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
