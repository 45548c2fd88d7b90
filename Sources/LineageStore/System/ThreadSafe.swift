/// A value that may be used from several threads, although its type doesn't say so: `UserDefaults` and Dispatch's sources,
/// which are documented to be, and values read from `UserDefaults`, which never change.
struct ThreadSafe<Object>: @unchecked Sendable {
  let object: Object

  init(_ object: Object) {
    self.object = object
  }
}
