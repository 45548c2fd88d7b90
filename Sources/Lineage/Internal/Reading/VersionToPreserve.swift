/// What a value that is being decoded has to store of its document.
///
/// It is a reference because it is rare, and passed along wherever values are decoded.
final class VersionToPreserve {
  let origin: PreservedVersion.Origin
  let type: ObjectIdentifier
  /// The fields that its document has; nil if it is decoded from the document itself.
  let fields: PresentFields?
  /// The fields that are filled because they are null.
  let filledNulls: NullNames
  /// The location of its `readableSince`.
  let readableSince: VersionLocation?

  init(
    _ origin: PreservedVersion.Origin, as type: any Any.Type, fields: PresentFields? = nil,
    readableSince: VersionLocation? = nil
  ) {
    self.origin = origin
    self.type = ObjectIdentifier(type)
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
    self.init(origin: version.origin, fields: fields, type: version.type)
  }
}
