/// What values write that their types don't declare, by the slots that it is written to.
struct PreservedMembers {
  /// The versions that values have stored of their documents.
  var versions: [UInt32: PreservedVersion] = [:]
  /// The members that are unknown fields. Declared fields of the same name replace them.
  var unknown: Set<UInt32> = []
  /// Those of them that are the nulls of declared fields.
  var nulls: Set<UInt32> = []
  /// The unknown fields that have the name of a declared one.
  var collisions: [DocumentWriter.NameCollision] = []
  /// In memory, the rejected values of lenient properties, with their entries in the report.
  var rejected: [RejectedValue] = []

  var isEmpty: Bool { versions.isEmpty && unknown.isEmpty && nulls.isEmpty && !hasRecords }

  /// Whether something was recorded about members, apart from what they are.
  var hasRecords: Bool { !collisions.isEmpty || !rejected.isEmpty }
}
