import Lineage

/// What programs of a version do with newer documents, which older programs can read its documents,
/// and whether its documents can be written for others.
struct VersionPromise: Hashable, Sendable {
  /// The `lockName` of the type's `NewerVersionPolicy`, or the one of a policy that only newer versions of Lineage have.
  var newerVersions: String
  /// The type's `readableSince`; unversioned if it promises nothing.
  var readableSince: AnyVersion
  /// Whether the type is `Downgradable`.
  var isDowngradable: Bool

  /// By default, it is the promise of a type that declares nothing.
  init(
    newerVersions: String = NewerVersionPolicy.refuse.lockName,
    readableSince: AnyVersion = .unversioned, isDowngradable: Bool = false
  ) {
    self.newerVersions = newerVersions
    self.readableSince = readableSince
    self.isDowngradable = isDowngradable
  }

  /// The promise of a type.
  init(of type: any VersionedCodable.Type) {
    self.init(
      newerVersions: type._newerVersions.lockName, readableSince: type._readableSince,
      isDowngradable: type is any Downgradable.Type)
  }

  /// Whether programs with this promise open newer documents at all.
  var opensNewerDocuments: Bool { newerVersions != NewerVersionPolicy.refuse.lockName }

  /// Descriptions of how a newer promise contradicts this one.
  func changes(to new: VersionPromise, hasShipped: Bool) -> [String] {
    var changes: [String] = []
    if newerVersions != new.newerVersions, !hasShipped || opensNewerDocuments {
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
    if isDowngradable, !new.isDowngradable {
      changes.append("it was `Downgradable`, and isn't now")
    }
    return changes
  }

  /// Descriptions of what a newer promise adds: programs that refused newer documents have done no harm to any.
  func additions(by new: VersionPromise) -> [String] {
    var additions: [String] = []
    if !opensNewerDocuments, new.opensNewerDocuments {
      additions.append("its policy for newer documents, which is now `\(new.newerVersions)`")
    }
    if !isDowngradable, new.isDowngradable { additions.append("that it is `Downgradable`") }
    return additions
  }

  private static func words(_ version: AnyVersion) -> String {
    version == .unversioned ? "nil" : version.inWords
  }
}

// The names in the files of users, which stay the same if a case or a description changes.

extension NewerVersionPolicy {
  /// The policy in a lock.
  var lockName: String {
    switch self {
    case .refuse: "refuse"
    case .readAsNewest: "readAsNewest"
    case .ifReadable: "ifReadable"
    }
  }
}

extension VersionLocation {
  /// The location in a lock: the path of the version as in messages, or "external".
  var lockName: String {
    switch keys {
    case []: "external"
    case ["external"]: #"["external"]"#
    default: FieldPath(keys.map { .key($0) }).description
    }
  }
}
