/// The version of a value that is being decoded, if it must be preserved.
///
/// It is a reference because it is rare, and passed along wherever values are decoded.
final class VersionToPreserve {
  /// Nil for a value without a version of its own that is in a newer one.
  let recorded: RecordedVersion?
  let type: ObjectIdentifier
  /// Whether it is newer than the type.
  let isNewer: Bool
  /// The fields that its document has; nil if it is decoded from the document itself.
  let fields: PresentFields?
  /// The fields that are filled because they are null.
  let filledNulls: NullNames
  /// The location of its `readableSince`.
  let readableSince: VersionLocation?

  init(
    recorded: RecordedVersion?, type: ObjectIdentifier, isNewer: Bool = true,
    fields: PresentFields? = nil, readableSince: VersionLocation? = nil
  ) {
    self.recorded = recorded
    self.type = type
    self.isNewer = isNewer
    self.fields = fields
    // A copy, because the type may fill others than the value that had these fields.
    filledNulls = NullNames(fields?.filledNulls.names ?? [])
    self.readableSince = readableSince
  }
}

extension PreservedVersion {
  init(_ version: VersionToPreserve, fields: PresentFields) {
    var fields = fields
    fields.filledNulls = version.filledNulls
    self.init(
      recorded: version.recorded, isNewer: version.isNewer, fields: fields, type: version.type)
  }
}
