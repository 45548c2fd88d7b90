/// How many values a value in memory may have inside, where it is only there to be compared.
///
/// A value that writes sparsely compares its fields with their defaults. To encode each of them in whole
/// would encode the innermost values of a tree once for each level around them.
struct SizeLimit: BitwiseCopyable {
  /// 0 where there is no limit.
  var maximum = 0
  /// The number of slots at which the field that is being encoded is too large; 0 outside of fields.
  fileprivate var end = 0
  fileprivate var isExceeded = false
}

extension DocumentWriter {
  @inline(__always)
  var hasSizeLimit: Bool { state.pointee.sizeLimit.maximum > 0 }

  /// Encodes a value unless the field that it is in is too large already, and a field that is as what
  /// equals nothing.
  @inline(never)
  func encodeWithinLimit<Value: Encodable>(_ value: Value, to encoder: ValueEncoder) throws {
    if state.pointee.sizeLimit.end > 0 {
      if tree.slots.count > state.pointee.sizeLimit.end {
        state.pointee.sizeLimit.isExceeded = true
      }
      return state.pointee.sizeLimit.isExceeded ? () : try encode(value, to: encoder)
    }
    state.pointee.sizeLimit.end = tree.slots.count + state.pointee.sizeLimit.maximum
    defer {
      state.pointee.sizeLimit.end = 0
      state.pointee.sizeLimit.isExceeded = false
    }
    try encode(value, to: encoder)
    if state.pointee.sizeLimit.isExceeded { write(.carried(CarriedValue()), at: encoder.slot) }
  }

  /// Whether a field is too large already, or is with as many values more.
  @inline(__always)
  func exceedsLimit(with count: Int) -> Bool {
    hasSizeLimit && exceeds(count)
  }

  private func exceeds(_ count: Int) -> Bool {
    guard state.pointee.sizeLimit.end > 0 else { return false }
    if tree.slots.count + count > state.pointee.sizeLimit.end {
      state.pointee.sizeLimit.isExceeded = true
    }
    return state.pointee.sizeLimit.isExceeded
  }
}
