/// What a value's data says of its version, kept beside the value.
struct RecordedVersion: Hashable, Sendable {
  let version: AnyVersion
  let readableSince: AnyVersion?
}

/// What a program keeps of a newer document, to write it as what it is, or of a current one that says since
/// when it is readable although its type doesn't.
struct NewerDocument: Hashable, Sendable {
  let noted: RecordedVersion
  let isNewer: Bool
  /// The fields that the document has. It leaves others to defaults of its own.
  let fields: Set<String>
  /// The type that read it. Turned back into an older one, the value is not newer any more.
  let type: ObjectIdentifier

  init(_ reading: NewerReading, fields: Set<String>) {
    noted = reading.noted
    isNewer = reading.isNewer
    type = reading.type
    self.fields = fields
  }

  // Which fields a document had makes no difference to the value.

  static func == (first: NewerDocument, second: NewerDocument) -> Bool {
    first.noted == second.noted && first.isNewer == second.isNewer && first.type == second.type
  }

  func hash(into hasher: inout Hasher) { hasher.combine(noted) }
}

/// A value that has to keep what it says of its version, while it is read.
///
/// A reference, since it is rare and goes along wherever values are decoded.
final class NewerReading {
  let noted: RecordedVersion
  let type: ObjectIdentifier
  /// Whether it is newer than the type.
  let isNewer: Bool
  /// The fields that its document has; nil where it is read from the document itself.
  let fields: Set<String>?
  /// Where it says since when it is readable.
  let readableSince: VersionLocation?

  init(
    noted: RecordedVersion, type: ObjectIdentifier, isNewer: Bool = true,
    fields: Set<String>? = nil, readableSince: VersionLocation? = nil
  ) {
    self.noted = noted
    self.type = type
    self.isNewer = isNewer
    self.fields = fields
    self.readableSince = readableSince
  }
}
