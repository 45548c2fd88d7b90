/// A value that a type has written in memory, with its rejected values and what the report says
/// about them.
struct WrittenValue {
  let tree: DocumentTree
  let rejectedValues: [RejectedValue]
}

/// A rejected value that a lenient type has written in memory, with its entry in the report.
struct RejectedValue {
  let slot: UInt32
  let value: DocumentValue
  let rejection: Rejection?
}
