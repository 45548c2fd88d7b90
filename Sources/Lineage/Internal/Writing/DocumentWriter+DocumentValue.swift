extension DocumentWriter {
  /// Writes a value of any shape. Its keys are data, so key strategies don't convert them.
  func write(_ value: DocumentValue, to encoder: ValueEncoder) throws {
    guard state.pointee.stack.hasRoom() else {
      throw EncodingProblem.stackEnds.error(for: "a value", at: encoder.codingPath)
    }
    // A type may also have written fields of its own to the object. Then the next version tells the data from them as it
    // tells unknown fields from them.
    var isShared = false
    defer { if isInMemory, !isShared { tree.slots[encoder.slot].flags.insert(.isUndecoded) } }
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
      let dictionary = openDictionary(in: encoder)
      isShared = dictionary.isShared
      let mark = mark
      for (key, value) in object {
        let slot =
          object.illFormedKey(key).map { addNewMember($0, to: dictionary.index) }
          ?? addMember(named: key, to: dictionary)
        if isShared, isInMemory { tree.slots[slot].flags.insert(.isUndeclared) }
        try write(value, to: ValueEncoder(writer: self, slot: slot, container: dictionary.index))
        end(slot, since: mark)
      }
    }
  }
}
