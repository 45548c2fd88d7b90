/// An object that may be used from several threads, although its type doesn't say so.
///
/// That is documented for `UserDefaults` and for Dispatch's sources.
struct ThreadSafe<Object>: @unchecked Sendable {
  let object: Object

  init(_ object: Object) {
    self.object = object
  }
}
