extension DocumentWriter {
  /// Writes a value of any shape. Its keys are data, so key strategies don't convert them.
  func write(_ value: DocumentValue, to encoder: ValueEncoder) throws {
    guard state.pointee.stack.hasRoom() else {
      throw EncodingProblem.stackEnds.error(for: "a value", at: encoder.codingPath)
    }
    defer { if isInMemory { tree.slots[encoder.slot].flags.insert(.isUndecoded) } }
    switch value {
    case .null: writeNull(at: encoder.slot)
    case .bool(let value): try write(value, to: encoder)
    case .string(let value): try write(value, to: encoder)
    case .illFormedString(let value): write(value, at: encoder.slot)
    case .date(let value): try encode(value, to: encoder)
    case .data(let value): try encode(value, to: encoder)
    case .number(let number):
      if let double = number.nonConforming(
        isWrittenAsText: state.pointee.json?.nonConformingTexts != nil)
      {
        return try write(double, to: encoder)
      }
      write(number, at: encoder.slot)
    case .array(let elements):
      let container = encoder.open(.array)
      let mark = mark
      for (index, element) in elements.enumerated() {
        let slot = addElement(to: container)
        try write(
          element,
          to: ValueEncoder(
            writer: self, slot: slot, container: container, key: PathKey(index: index)))
        end(slot, since: mark)
      }
    case .object(let object):
      let container = encoder.open(.object, keysAreData: true)
      let mark = mark
      for (key, value) in object {
        let slot =
          object.illFormedKey(key).map { addNewMember($0, to: container) }
          ?? addNewMember(key, to: container)
        try write(value, to: ValueEncoder(writer: self, slot: slot, container: container))
        end(slot, since: mark)
      }
    }
  }
}
