/// What a value's data says of its version, kept beside the value.
struct NotedVersion: Hashable, Sendable {
  let version: AnyVersion
  let readableSince: AnyVersion?
}
