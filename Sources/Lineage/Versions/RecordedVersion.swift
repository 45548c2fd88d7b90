/// The version of a value's data, and the oldest version that can read it.
struct RecordedVersion: Hashable, Sendable {
  let version: AnyVersion
  let readableSince: AnyVersion?
}
