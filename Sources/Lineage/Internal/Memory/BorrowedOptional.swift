/// Calls a closure with the value of an optional, in place, and returns whether there is one.
///
/// `if let` copies the value. If the compiler doesn't know its type, the runtime looks up the type of
/// the optional for that, which takes 480 instructions. This borrows the value, so it also works for
/// types that can't be copied. With `if let`, writing types of many optional fields takes a third more
/// instructions.
@inline(__always)
func withValue<Value: ~Copyable>(
  of optional: borrowing Value?, _ body: (borrowing Value) throws -> Void
) rethrows -> Bool {
  switch optional {
  case .some(let value):
    try body(value)
    return true
  case .none: return false
  }
}
