import Lineage

/// What programs of a version do with newer documents, and which older programs can read its
/// documents.
struct VersionPromise: Hashable, Sendable {
  /// The name of the type's `NewerVersionPolicy`.
  var newerVersions: String
  /// The type's `readableSince`; unversioned if it promises nothing.
  var readableSince: AnyVersion

  init(newerVersions: String, readableSince: AnyVersion) {
    self.newerVersions = newerVersions
    self.readableSince = readableSince
  }

  /// The promise of a type.
  init(of type: any VersionedCodable.Type) {
    self.init(newerVersions: "\(type._newerVersions)", readableSince: type._readableSince)
  }

  /// Whether programs with this promise open newer documents at all.
  var opensNewerDocuments: Bool { newerVersions != "\(NewerVersionPolicy.refuse)" }

  /// Descriptions of how a newer promise differs.
  func changes(to new: VersionPromise) -> [String] {
    var changes: [String] = []
    if newerVersions != new.newerVersions {
      changes.append(
        """
        its policy for newer documents was `\(newerVersions)`, and is now `\(new.newerVersions)`
        """)
    }
    if readableSince != new.readableSince {
      changes.append(
        """
        `readableSince` was \(Self.words(readableSince)), and is now \(Self.words(new.readableSince))
        """)
    }
    return changes
  }

  private static func words(_ version: AnyVersion) -> String {
    version == .unversioned ? "nil" : version.inWords
  }
}
