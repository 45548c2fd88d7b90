import Foundation

/// A path or a name of a file, as the system compares it: by bytes, and on Apple platforms without regard to how accents
/// are spelled.
///
/// A `String` compares characters instead. Elsewhere, two files may have names that are equal as strings, because an
/// accent is spelled in two ways. Also, `/a/` isn't a prefix of the path of a file in `/a` whose name begins with an
/// accent, because the slash and the accent are one character.
///
/// On disks that ignore case, which isn't detected, names in upper and lower case are one too. An update through one of
/// them, in the middle of an update through the other, then isn't refused: the outer one finds that the document has
/// changed.
package struct ComparedPath: Hashable, Sendable {
  private let bytes: [UInt8]

  package init(_ path: String) {
    #if canImport(Darwin)
      bytes = Array(path.decomposedStringWithCanonicalMapping.utf8)
    #else
      bytes = Array(path.utf8)
    #endif
  }

  /// Whether a path is another one, or that of a file in the folder there. Both are absolute, without `.` and `..`.
  package func isAtOrIn(_ folder: ComparedPath) -> Bool {
    let slash = UInt8(ascii: "/")
    guard bytes.starts(with: folder.bytes) else { return false }
    return bytes.count == folder.bytes.count || folder.bytes.last == slash
      || bytes[folder.bytes.count] == slash
  }
}

extension ComparedPath: Comparable {
  package static func < (first: ComparedPath, second: ComparedPath) -> Bool {
    first.bytes.lexicographicallyPrecedes(second.bytes)
  }
}
