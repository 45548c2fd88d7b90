import Foundation
import Lineage
import LineageSchemas

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
    if let value { return StableHash.digits(of: CanonicalText(openLevels: 0).text(of: value).utf8) }
    return StableHash.digits(of: data.lazy.filter { $0 != 0x0D })
  }
}
