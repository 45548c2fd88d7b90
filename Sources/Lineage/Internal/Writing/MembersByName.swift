/// The members of a large object.
struct MembersByName {
  /// The slots of the members by name.
  var slots: [String: UInt32]
  /// The sibling before each slot, 0 for the first; nil until a member is replaced or removed.
  var previous: [UInt32: UInt32]?
}
