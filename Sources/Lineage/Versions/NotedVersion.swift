/// What a value's data says of its version, kept beside the value.
struct NotedVersion: Hashable, Sendable {
  let version: AnyVersion
  let readableSince: AnyVersion?
}

/// What a program keeps of a newer document, to write it as what it is, or of a current one that says since
/// when it is readable although its type doesn't.
struct NewerDocument: Hashable, Sendable {
  let noted: NotedVersion
  let isNewer: Bool
  /// The fields that have a default here and that the document leaves to its own.
  let lacking: Set<String>
  /// The type that read it. Turned back into an older one, the value is not newer any more.
  let type: ObjectIdentifier

  init(_ reading: NewerReading, lacking: Set<String>) {
    noted = reading.noted
    isNewer = reading.isNewer
    type = reading.type
    self.lacking = lacking
  }
}

/// A value that has to keep what it says of its version, while it is read.
struct NewerReading {
  let noted: NotedVersion
  let type: ObjectIdentifier
  /// Whether it is newer than the type.
  var isNewer = true
  /// Where it says since when it is readable.
  var readableSince: VersionLocation?
}
