#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DocumentWriter {
  /// Writes a scalar. The strategy for non-conforming floats applies to it.
  @inline(__always)
  func write<Value: EncodableScalar>(_ value: Value, to encoder: ValueEncoder) throws {
    if !value.isConforming,
      let text = try value.nonConformingText(in: self, at: { codingPath(of: encoder) })
    {
      return write(text, at: encoder.slot)
    }
    write(value, at: encoder.slot)
  }

  /// Writes a scalar that the format can represent.
  @inline(__always)
  func write<Value: EncodableScalar>(_ value: Value, at slot: UInt32) {
    if continueText(with: slot) {
      value.append(to: &state.pointee.text.output)
    } else {
      setValue(value.node(in: tree), at: slot)
    }
  }

  /// Writes a scalar as the next element of an array.
  @inline(__always)
  func writeElement<Value: EncodableScalar>(_ value: Value, in container: Int) throws {
    if value.isConforming, resumeText(in: container) {
      state.pointee.text.countValue()
      value.append(to: &state.pointee.text.output)
    } else {
      try writeAnyElement(value, in: container)
    }
  }

  /// Writes scalars as text at the end of an array, up to one that the format can't represent.
  ///
  /// - Returns: The number of scalars that it has written.
  @inline(__always)
  func appendText<Value: EncodableScalar>(of values: Span<Value>, to index: Int) -> Int {
    guard state.pointee.text.isReady(forIndex: index) else { return 0 }
    let array = state.pointee.containers.pointer(to: UInt32(truncatingIfNeeded: index))
    var count = 0
    while count < values.count, values[count].isConforming {
      if count > 0 || array.pointee.count > 0 { state.pointee.text.output.append(ASCII.comma) }
      values[count].append(to: &state.pointee.text.output)
      count &+= 1
    }
    array.pointee.count &+= UInt32(truncatingIfNeeded: count)
    state.pointee.text.countValues(count)
    return count
  }

  /// Like `appendText(of:to:)`, for a tree.
  func appendNodes<Value: EncodableScalar>(of values: Span<Value>, to index: Int) -> Int {
    if isText { return 0 }
    var count = 0
    while count < values.count, values[count].isConforming {
      appendChild(tree.append(values[count].node(in: tree)), to: index)
      count &+= 1
    }
    return count
  }

  @inline(never)
  private func writeAnyElement<Value: EncodableScalar>(_ value: Value, in container: Int) throws {
    if !value.isConforming,
      let text = try value.nonConformingText(
        in: self,
        at: {
          codingPath(ofContainer: container) + [AnyCodingKey(index: count(ofContainer: container))]
        })
    {
      return write(text, at: addElement(to: container))
    }
    write(value, at: addElement(to: container))
  }

  func writeNull(at slot: UInt32) {
    if continueText(with: slot) {
      state.pointee.text.output.appendNull()
    } else {
      setValue(TreeNode(.null), at: slot)
    }
  }

  /// Writes a value that each format encodes by its own rules.
  func write(_ native: NativeValue, at slot: UInt32) {
    if continueText(with: slot) {
      state.pointee.text.output.append(native)
    } else {
      setValue(tree.addNative(native), at: slot)
    }
  }

  /// Writes a UUID as text.
  func write(_ uuid: UUID, at slot: UInt32) {
    if continueText(with: slot) {
      state.pointee.text.output.append(UUIDText(uuid))
    } else {
      write(uuid.uuidString, at: slot)
      tree.slots[slot].flags.insert(.isUUID)
    }
  }

  /// Writes a string that a `String` can't represent.
  func write(_ string: IllFormedString, at slot: UInt32) {
    if continueText(with: slot) {
      state.pointee.text.output.append(string)
    } else {
      let (start, length) = tree.addText(string.literal)
      setValue(TreeNode(.illFormedText, start: start, length: length), at: slot)
    }
  }

  /// Writes a number exactly as it was spelled.
  func write(_ number: DocumentNumber, at slot: UInt32) {
    if continueText(with: slot) {
      state.pointee.text.output.append(number.literal)
    } else {
      let (start, length) = tree.addText(number.literal)
      setValue(TreeNode(number.kind, start: start, length: length), at: slot)
    }
  }

  private func setValue(_ value: TreeNode, at slot: UInt32) {
    tree.slots[slot].setValue(value)
  }
}
