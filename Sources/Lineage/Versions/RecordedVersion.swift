/// The version of a value's data, and the oldest version that can read it.
struct RecordedVersion: Hashable, Sendable {
  let version: AnyVersion
  let readableSince: AnyVersion?
}

/// What is stored of a newer document to write it back with its own version, or of a current
/// document that has a `readableSince` that its type doesn't declare.
struct PreservedVersion: Hashable, Sendable {
  let recorded: RecordedVersion
  let isNewer: Bool
  /// The fields that the document has. Others have the defaults of the newer version.
  let fields: Set<String>
  /// The type that it was decoded as. When the value is downgraded, it is no longer a newer one.
  let type: ObjectIdentifier

  init(_ reading: VersionToPreserve, fields: Set<String>) {
    recorded = reading.recorded
    isNewer = reading.isNewer
    type = reading.type
    self.fields = fields
  }

  // The fields that a document had don't affect equality.

  static func == (first: PreservedVersion, second: PreservedVersion) -> Bool {
    first.recorded == second.recorded && first.isNewer == second.isNewer
      && first.type == second.type
  }

  func hash(into hasher: inout Hasher) { hasher.combine(recorded) }
}

/// A value whose version must be preserved, while it is decoded.
///
/// It is a reference because it is rare, and passed along wherever values are decoded.
final class VersionToPreserve {
  let recorded: RecordedVersion
  let type: ObjectIdentifier
  /// Whether it is newer than the type.
  let isNewer: Bool
  /// The fields that its document has; nil if it is decoded from the document itself.
  let fields: Set<String>?
  /// The location of its `readableSince`.
  let readableSince: VersionLocation?

  init(
    recorded: RecordedVersion, type: ObjectIdentifier, isNewer: Bool = true,
    fields: Set<String>? = nil, readableSince: VersionLocation? = nil
  ) {
    self.recorded = recorded
    self.type = type
    self.isNewer = isNewer
    self.fields = fields
    self.readableSince = readableSince
  }
}
