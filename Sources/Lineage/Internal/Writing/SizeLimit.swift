/// A limit for the size of a tree that is only built to be compared.
///
/// A type that omits its defaults compares each field with its default. Encoding the fields
/// completely would encode the innermost values of a recursive type once for each enclosing level.
struct SizeLimit: BitwiseCopyable {
  /// The number of slots that a field may have; nil if there is no limit.
  var maximum: Int?
  /// The number of slots in the tree above which the current field is too large; nil outside of
  /// fields.
  fileprivate var end: Int?
  fileprivate var isExceeded = false
}

extension DocumentWriter {
  @inline(__always)
  var hasSizeLimit: Bool { state.pointee.sizeLimit.maximum != nil }

  /// Encodes a value, unless its field is already too large. A field that is too large becomes a
  /// placeholder, which equals nothing.
  @inline(never)
  func encodeWithinLimit<Value: Encodable>(_ value: Value, to encoder: ValueEncoder) throws {
    guard let maximum = state.pointee.sizeLimit.maximum, state.pointee.sizeLimit.end == nil else {
      return exceeds(0) ? () : try encode(value, to: encoder)
    }
    state.pointee.sizeLimit.end = tree.slots.count + maximum
    defer {
      state.pointee.sizeLimit.end = nil
      state.pointee.sizeLimit.isExceeded = false
    }
    try encode(value, to: encoder)
    if state.pointee.sizeLimit.isExceeded { write(.carried(CarriedValue()), at: encoder.slot) }
  }

  /// Whether the current field is too large, or will be with a number of additional values.
  @inline(__always)
  func exceedsLimit(with count: Int) -> Bool {
    hasSizeLimit && exceeds(count)
  }

  private func exceeds(_ count: Int) -> Bool {
    guard let end = state.pointee.sizeLimit.end else { return false }
    if tree.slots.count + count > end {
      state.pointee.sizeLimit.isExceeded = true
    }
    return state.pointee.sizeLimit.isExceeded
  }
}
