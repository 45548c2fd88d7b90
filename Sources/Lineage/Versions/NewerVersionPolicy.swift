/// What to do with data that is newer than the newest version that this program knows.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum NewerVersionPolicy: Sendable {
  /// Throw an error with the version found and the known ones.
  case refuse
  /// Decode it as the newest type. If the type has ``UnknownFields``, the value is written back
  /// with its own version and with all fields that only the newer program knows.
  ///
  /// - Warning: Without that property, fields that only the newer program knows are lost when the
  ///   value is written. The report lists them. The value is written as a document of the newest
  ///   version that this program knows.
  case readAsNewest
  /// Decode it as the newest type if the data declares that a version that this program knows can
  /// read it; otherwise throw an error. See ``VersionProperties/readableSince``.
  case ifReadable
}
