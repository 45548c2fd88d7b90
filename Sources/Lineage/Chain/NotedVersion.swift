/// What a value's data says of its version, kept beside the value.
struct NotedVersion: Hashable, Sendable {
  let version: AnyVersion
  let readableSince: AnyVersion?
}

/// What an older program keeps of a newer document, to write it as what it is.
struct NewerDocument: Hashable, Sendable {
  let noted: NotedVersion
  /// The fields that have a default here and that the document leaves to its own.
  let lacking: Set<String>
  /// The type that read it. Turned back into an older one, the value is not newer any more.
  let type: ObjectIdentifier

  init(_ reading: NewerReading, lacking: Set<String>) {
    noted = reading.noted
    type = reading.type
    self.lacking = lacking
  }
}

/// A newer value while it is read as an older type.
struct NewerReading {
  let noted: NotedVersion
  let type: ObjectIdentifier
}
