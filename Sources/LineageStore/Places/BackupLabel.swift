import Lineage

/// The version of a backup, or why it was made.
indirect enum BackupLabel: Hashable, Sendable {
  /// A document of this version, which was replaced.
  case version(String)
  /// A document without a version, which was replaced.
  case unversioned
  /// A document that was removed, with the label that it would have had otherwise.
  case removed(BackupLabel)
  /// A document that couldn't be read.
  case damaged
  /// Changes that couldn't be saved.
  case unsaved
  /// A document of another program that was replaced without being merged.
  case overruled
  /// A label of another program, or of another version of this library.
  case unknown(String)

  /// The label of a document with a version. Different versions have different labels, because each has a last backup,
  /// except a number and the same number as a text.
  init(_ version: AnyVersion?) {
    switch version {
    case nil, .unversioned: self = .unversioned
    case .integer(let number): self = .version("\(number)")
    case .string(let text): self = .version(FilePath.shortened(text, to: 40))
    }
  }

  /// The label with a text, which is a part of the name of a backup.
  init(text: String) {
    switch text {
    case Self.unversioned.text: self = .unversioned
    case Self.damaged.text: self = .damaged
    case Self.unsaved.text: self = .unsaved
    case Self.overruled.text: self = .overruled
    case _ where text.hasPrefix(Self.removedPrefix):
      self = .removed(BackupLabel(text: String(text.dropFirst(Self.removedPrefix.count))))
    default:
      let label = Self.version(Self.unescaped(text.dropFirst(Self.versionPrefix.count)))
      // Its text is the name of a backup, so it must stay the same.
      self = label.text == text ? label : .unknown(text)
    }
  }

  /// The label in the name of a backup, whose fields are separated by hyphens.
  var text: String {
    switch self {
    case .version(let version): Self.versionPrefix + Self.escaped(version)
    case .unversioned: "unversioned"
    case .removed(let label): Self.removedPrefix + label.text
    case .damaged: "damaged"
    case .unsaved: "unsaved"
    case .overruled: "overruled"
    case .unknown(let text): text
    }
  }

  private static let versionPrefix = "version"
  private static let removedPrefix = "removed_"

  /// A version as a part of a file name without hyphens: `2025_06`, `2.0`, `2%2F0`.
  private static func escaped(_ version: String) -> String {
    version.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "-"): "_"
      case UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
        String(Unicode.Scalar(byte))
      default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }

  private static func unescaped(_ text: Substring) -> String {
    FilePath.removingPercentEncoding(String(text).replacing("_", with: "-"))
  }

  /// The label if the document is removed, and not replaced. What couldn't be read is never pruned in either case.
  var ofRemoved: BackupLabel {
    if case .removed = self { return self }
    return isOnlyCopy ? self : .removed(self)
  }

  /// Whether there may be no other copy of the document, so that the backup is never pruned.
  var isOnlyCopy: Bool {
    switch self {
    case .damaged, .unsaved, .overruled: true
    case .version, .unversioned, .removed, .unknown: false
    }
  }
}

extension BackupLabel: CustomStringConvertible {
  /// The label as people read it.
  var description: String {
    switch self {
    case .version(let version): "version \(AnyVersion.string(version))"
    case .removed(let label): "removed \(label)"
    default: text
    }
  }
}
