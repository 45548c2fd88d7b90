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

  /// The label of a document with a version. Characters that a file name can't contain are replaced.
  init(_ version: AnyVersion?) {
    guard let version, version != .unversioned else {
      self = .unversioned
      return
    }
    let allowed = "\(version)".prefix(40).map { character in
      character.isASCII && (character.isLetter || character.isNumber || character == "_")
        ? character : "_"
    }
    self.init(text: "version\(String(allowed))")
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
      let version = text.dropFirst("version".count)
      let isVersion =
        text.hasPrefix("version") && !version.isEmpty && !version.contains(where: \.isNewline)
      self = isVersion ? .version(String(version)) : .unknown(text)
    }
  }

  /// The label in the name of a backup.
  var text: String {
    switch self {
    case .version(let version): "version\(version)"
    case .unversioned: "unversioned"
    case .removed(let label): Self.removedPrefix + label.text
    case .damaged: "damaged"
    case .unsaved: "unsaved"
    case .overruled: "overruled"
    case .unknown(let text): text
    }
  }

  private static let removedPrefix = "removed_"

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
    case .version(let version): "version \(version)"
    case .removed(let label): "removed \(label)"
    default: text
    }
  }
}
