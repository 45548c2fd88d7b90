/// A value that may be used from several threads, although its type doesn't say so: `UserDefaults` and Dispatch's sources,
/// for which that is documented, and what was read from `UserDefaults`, which nobody changes.
struct ThreadSafe<Object>: @unchecked Sendable {
  let object: Object

  init(_ object: Object) {
    self.object = object
  }
}
