/// The version of a value's data, and the oldest version that can read it.
struct RecordedVersion: Hashable, Sendable {
  let version: AnyVersion
  let readableSince: AnyVersion?
}

/// What is stored of a newer document to write it back with its own version, or of a current
/// document that has a `readableSince` that its type doesn't declare.
struct PreservedVersion: Hashable, Sendable {
  /// Nil for a value without a version of its own that is in a newer one.
  let recorded: RecordedVersion?
  let isNewer: Bool
  /// The fields that the document has. Others have the defaults of the newer version.
  let fields: PresentFields
  /// The type that it was decoded as. When the value is downgraded, it is no longer a newer one.
  let type: ObjectIdentifier

  // The fields that a document had don't affect equality.

  static func == (first: PreservedVersion, second: PreservedVersion) -> Bool {
    first.recorded == second.recorded && first.isNewer == second.isNewer
      && first.type == second.type
  }

  func hash(into hasher: inout Hasher) { hasher.combine(recorded) }
}

/// The fields that an object of a document has.
struct PresentFields: Sendable {
  var names: Set<String> = []
  /// The keys of an object in snake_case, of which `user_url` is that of a field `userUrl` or `userURL`.
  var keysInSnakeCase: Set<String> = []
  /// Those that were filled, because they are null. They don't count as present. As long as they have the values that
  /// they were filled with, they are written as null again: the newer program may tell null from that value.
  var filledNulls = NullNames()
}
