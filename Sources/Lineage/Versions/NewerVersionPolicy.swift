/// What to do with data that is newer than the newest version known here.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum NewerVersionPolicy: Sendable {
  /// Refuse it, saying what was found and what is known.
  case refuse
  /// Decode it as the newest type. With ``UnknownFields`` in the type, writing the value again gives
  /// it its own version and everything that only the newer program knows.
  ///
  /// - Warning: Without that property, what only the newer program knows is dropped, as the report
  ///   says, and the value is written as a document of the version known here.
  case readAsNewest
  /// Decode it as the newest type if it says that a version known here can read it: see
  /// ``VersionProperties/readableSince``.
  case ifReadable
}
