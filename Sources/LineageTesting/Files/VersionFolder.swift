import Lineage

/// The names of the folders for the versions' fixtures: `v3`, `v2025-06`, `unversioned`.
enum VersionFolder {
  /// The names for all versions of a chain, which are unique even if case is ignored.
  static func names(for versions: [AnyVersion]) -> [String] {
    var taken: Set<String> = []
    return versions.map { version in
      var name = name(for: version)
      // A chain can have both 1 and "1", or "1a" and "1A".
      if !taken.insert(name.lowercased()).inserted {
        let text = if case .string(let text) = version { text } else { "\(version)" }
        name = "v" + text.utf8.map { "%" + hex($0) }.joined()
        taken.insert(name.lowercased())
      }
      return name
    }
  }

  private static func name(for version: AnyVersion) -> String {
    switch version {
    case .unversioned: "unversioned"
    case .integer(let number): "v\(number)"
    case .string(let text): "v" + text.unicodeScalars.map(escaped).joined()
    }
  }

  /// A character of a version, percent-encoded if a file system might not accept it.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    let isPlain =
      ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
      || "-._+ ".unicodeScalars.contains(scalar)
    return isPlain ? String(scalar) : String(scalar).utf8.map { "%" + hex($0) }.joined()
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }
}
