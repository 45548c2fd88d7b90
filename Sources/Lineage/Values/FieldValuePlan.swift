#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FieldValue: PlannedDecodable, PlannedEncodable {
  static func makeDecodingPlan() -> AnyObject { FieldValueDecodingPlan() }
  static func makeEncodingPlan() -> AnyObject { FieldValueEncodingPlan() }
}

private final class FieldValueDecodingPlan: DecodingPlan<FieldValue> {
  override func decode(_ field: Field) throws -> FieldValue { try FieldValue(field) }
  override func zero() throws -> FieldValue? { .null }
}

private final class FieldValueEncodingPlan: EncodingPlan<FieldValue> {
  override func encode(_ value: FieldValue, to encoder: FieldEncoder) throws {
    try encoder.writer.write(value, to: encoder)
  }
}

// MARK: - Reading

extension FieldValue {
  /// What stands in a field, whole.
  init(_ field: Field) throws {
    if field.isForeign {
      self = field.isNull ? .null : try Self.foreign(field.foreignDecoder)
    } else {
      if field.state.pointee.tracksReads { field.state.markAllRead(field.slot, in: field.tree) }
      self = Self.value(in: field.slot, of: field.tree)
    }
  }

  private static func value(in index: UInt32, of tree: FieldTree.View) -> FieldValue {
    let slot = tree[index]
    switch slot.kind {
    case .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .integerText, .numberText:
      return .number(FieldNumber(literal: String(decoding: tree.text(of: slot), as: UTF8.self)))
    case .json5NumberText: return .number(json5Number(tree.text(of: slot)))
    case .plainText: return .string(JSONText.string(tree.text(of: slot), escaped: false))
    case .escapedText: return .string(JSONText.string(tree.text(of: slot), escaped: true))
    case .signed: return .number(FieldNumber(Int64(bitPattern: slot.bits)))
    case .unsigned: return .number(FieldNumber(slot.bits))
    case .double: return .number(FieldNumber(Double(bitPattern: slot.bits)))
    case .float:
      return .number(FieldNumber(literal: "\(Float(bitPattern: UInt32(slot.bits)))"))
    case .native: return value(of: tree.native(of: slot))
    case .nothing: return .object(FieldObject())
    case .array:
      var elements: [FieldValue] = []
      elements.reserveCapacity(Int(slot.count))
      var element = slot.firstChild
      while element != 0 {
        elements.append(value(in: element, of: tree))
        element = tree[element].next
      }
      return .array(elements)
    case .object:
      var object = FieldObject()
      var member = slot.firstChild
      while member != 0 {
        let key = tree.key(of: member)
        if object[key] == nil { object[key] = value(in: member, of: tree) }
        member = tree[member].next
      }
      return .object(object)
    }
  }

  private static func value(of native: FieldNative) -> FieldValue {
    switch native {
    case .date(let date): .date(date)
    case .data(let data): .data(data)
    case .decimal(let decimal): .number(FieldNumber(decimal))
    case .url(let url): .string(url.absoluteString)
    case .int128(let number): .number(FieldNumber(number))
    case .uint128(let number): .number(FieldNumber(number))
    }
  }

  /// A number as JSON would have it, which knows neither hexadecimal nor a leading point.
  private static func json5Number(_ text: UnsafeBufferPointer<UInt8>) -> FieldNumber {
    if let integer = JSONNumber.integer(Int128.self, text, kind: .json5NumberText) {
      return FieldNumber(integer)
    }
    return FieldNumber(JSONNumber.double(text, kind: .json5NumberText) ?? .nan)
  }

  /// What a foreign decoder has, found out by asking for one shape after the other.
  ///
  /// Dates and data come last, since some formats write them as numbers or strings, and those are
  /// what they are then.
  private static func foreign(_ decoder: any Decoder) throws -> FieldValue {
    if let members = try? decoder.container(keyedBy: FieldKey.self) {
      return .object(
        FieldObject(
          try members.allKeys.map { key in
            if try members.decodeNil(forKey: key) { return (key.stringValue, .null) }
            return (key.stringValue, try foreign(members.superDecoder(forKey: key)))
          }))
    }
    if var elements = try? decoder.unkeyedContainer() {
      var values: [FieldValue] = []
      while !elements.isAtEnd {
        values.append(
          try elements.decodeNil() ? .null : foreign(elements.superDecoder()))
      }
      return .array(values)
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int64.self) { return .number(FieldNumber(value)) }
    if let value = try? container.decode(UInt64.self) { return .number(FieldNumber(value)) }
    if let value = try? container.decode(Decimal.self) { return .number(FieldNumber(value)) }
    if let value = try? container.decode(Double.self) { return .number(FieldNumber(value)) }
    if let value = try? container.decode(String.self) { return .string(value) }
    if let value = try? container.decode(Date.self) { return .date(value) }
    return .data(try container.decode(Data.self))
  }
}

extension SessionState.Pointer {
  /// Remembers that a value was taken whole.
  fileprivate func markAllRead(_ slot: UInt32, in tree: FieldTree.View) {
    let container = tree[slot]
    guard container.kind == .object || container.kind == .array else { return }
    var child = container.firstChild
    while child != 0 {
      if container.kind == .object { markRead(child, in: tree) }
      markAllRead(child, in: tree)
      child = tree[child].next
    }
  }
}

// MARK: - Writing

extension FieldWriter {
  /// Writes a value of any shape. Its keys are data: no strategy converts them.
  func write(_ value: FieldValue, to encoder: FieldEncoder) throws {
    switch value {
    case .null: setValue(FieldSlot(.null), at: encoder.slot)
    case .bool(let value): try write(value, at: encoder.slot, in: encoder.container)
    case .string(let value): try write(value, at: encoder.slot, in: encoder.container)
    case .date(let value): try encode(value, to: encoder)
    case .data(let value): try encode(value, to: encoder)
    case .number(let number):
      if let double = number.double, !double.isFinite, number.literal.last?.isLetter == true {
        return try write(double, at: encoder.slot, in: encoder.container)
      }
      let (start, length) = tree.addText(number.literal)
      setValue(FieldSlot(number.kind, start: start, length: length), at: encoder.slot)
    case .array(let elements):
      let container = open(.array, at: encoder.slot, in: encoder.container)
      for element in elements {
        let slot = addElement(to: container)
        try write(element, to: FieldEncoder(writer: self, slot: slot, container: container))
      }
    case .object(let object):
      let container = open(.object, at: encoder.slot, in: encoder.container, keepsKeys: true)
      for (key, value) in object {
        let slot = addNewMember(key, to: container)
        try write(value, to: FieldEncoder(writer: self, slot: slot, container: container))
      }
    }
  }
}
