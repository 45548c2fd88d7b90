#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DocumentValue: PlannedDecodable, PlannedEncodable {
  static func makeDecodingPlan() -> AnyObject { DocumentValueDecodingPlan() }
  static func makeEncodingPlan() -> AnyObject { DocumentValueEncodingPlan() }
}

private final class DocumentValueDecodingPlan: DecodingPlan<DocumentValue> {
  override func decode(_ field: Field) throws -> DocumentValue {
    let value = try DocumentValue(field)
    guard let own = field.ownedKeys else { return value }
    return value.removing(own) { field.state.convertKey($0, at: field.codingPath) }
  }
  override var tellsNullFromNothing: Bool { true }
  override func zero() throws -> DocumentValue? { .null }
}

private final class DocumentValueEncodingPlan: EncodingPlan<DocumentValue> {
  override func encode(_ value: DocumentValue, to encoder: ValueEncoder) throws {
    try encoder.writer.write(value, to: encoder)
  }
}

extension DocumentObject: PlannedDecodable, PlannedEncodable {
  static func makeDecodingPlan() -> AnyObject { DocumentObjectDecodingPlan() }
  static func makeEncodingPlan() -> AnyObject { DocumentObjectEncodingPlan() }
}

private final class DocumentObjectDecodingPlan: DecodingPlan<DocumentObject> {
  private let value = PlanCache.decodingPlan(for: DocumentValue.self)

  override var readsNull: Bool { false }

  override func decode(_ field: Field) throws -> DocumentObject {
    if field.isForeign {
      guard let object = try value.decode(field).object else { throw field.malformed("an object") }
      return object
    }
    guard field.kind == .object, let object = try value.decode(field).object else {
      throw field.mismatch([String: Any].self)
    }
    return object
  }

  override func zero() throws -> DocumentObject? { DocumentObject() }
}

private final class DocumentObjectEncodingPlan: EncodingPlan<DocumentObject> {
  override func encode(_ value: DocumentObject, to encoder: ValueEncoder) throws {
    try encoder.writer.write(.object(value), to: encoder)
  }
}

// MARK: - Reading

extension DocumentValue {
  /// What stands in a field, whole.
  init(_ field: Field) throws {
    if field.isForeign {
      let foreign = field.state.pointee.foreign[Int(field.foreign)]
      self =
        try foreign.isNull
        ? .null
        : ForeignAnyValue.$depth.withValue(foreign.depth) { try Self.foreign(foreign.decoder) }
      foreign.markFullyRead()
    } else {
      if field.state.pointee.rootNames != nil, field.step == Frame.rootStep {
        field.state.pointee.rootNames?.add(AnyCodingKey.self)
      }
      if field.state.pointee.tracksReads { field.state.markAllRead(field.slot, in: field.tree) }
      self = try Self.value(in: field.slot, of: field.tree)
    }
  }

  /// What stands in a slot of a tree.
  init(_ slot: UInt32, of tree: DocumentTree.View) throws {
    self = try Self.value(in: slot, of: tree)
  }

  private static func value(in index: UInt32, of tree: DocumentTree.View) throws -> DocumentValue {
    guard StackSpace.hasRoom() else { throw ValueProblem.stackEnds.decodingError }
    let slot = tree[index]
    switch slot.kind {
    case .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .integerText, .numberText:
      return .number(DocumentNumber(literal: String(decoding: tree.text(of: slot), as: UTF8.self)))
    case .json5NumberText: return .number(DocumentNumber(json5: tree.text(of: slot)))
    case .plainText where slot.flags.contains(.sharesText): return .string(tree.sharedString(slot))
    case .plainText: return .string(JSONText.string(tree.text(of: slot), escaped: false))
    case .escapedText: return .string(JSONText.string(tree.text(of: slot), escaped: true))
    case .illFormedText: return .illFormedString(IllFormedString(escaped: tree.text(of: slot)))
    case .signed: return .number(DocumentNumber(Int64(bitPattern: slot.bits)))
    case .unsigned: return .number(DocumentNumber(slot.bits))
    case .double: return .number(DocumentNumber(Double(bitPattern: slot.bits)))
    case .float:
      return .number(DocumentNumber(literal: "\(Float(bitPattern: UInt32(slot.bits)))"))
    case .native: return try value(of: tree.native(of: slot))
    case .nothing: return .object(DocumentObject())
    case .array:
      var elements: [DocumentValue] = []
      elements.reserveCapacity(Int(slot.count))
      var element = slot.firstChild
      while element != 0 {
        elements.append(try value(in: element, of: tree))
        element = tree[element].next
      }
      return .array(elements)
    case .object:
      var object = DocumentObject()
      var member = slot.firstChild
      while member != 0 {
        let value = try value(in: member, of: tree)
        if let key = tree.illFormedKey(of: member) {
          object.add(value, forKey: key)
        } else {
          object.add(value, forKey: tree.key(of: member))
        }
        member = tree[member].next
      }
      return .object(object)
    }
  }

  private static func value(of native: NativeValue) throws -> DocumentValue {
    switch native {
    case .date(let date): return .date(date)
    case .data(let data): return .data(data)
    case .decimal(let decimal): return .number(DocumentNumber(decimal))
    case .url(let url): return .string(url.absoluteString)
    case .int128(let number): return .number(DocumentNumber(number))
    case .uint128(let number): return .number(DocumentNumber(number))
    case .carried(let carried):
      let tree = try carried.encoded()
      return try withExtendedLifetime(tree) { try value(in: 0, of: tree.view) }
    }
  }

  /// What a foreign decoder has, found out by asking for one shape after the other.
  ///
  /// Dates and data come last, since some formats write them as numbers or strings, and those are
  /// what they are then.
  fileprivate static func foreign(_ decoder: any Decoder) throws -> DocumentValue {
    // Counted, since a decoder may take longer to say its path the deeper it is.
    let depth = ForeignAnyValue.depth
    guard depth <= DocumentDepth.maximum else { throw ValueProblem.tooDeep.decodingError }
    return try ForeignAnyValue.$depth.withValue(depth + 1) { try foreignValue(decoder) }
  }

  private static func foreignValue(_ decoder: any Decoder) throws -> DocumentValue {
    if (try? decoder.container(keyedBy: AnyCodingKey.self)) != nil {
      // As a dictionary, whose keys no strategy touches.
      let members = try decoder.singleValueContainer().decode([String: ForeignAnyValue].self)
      return .object(DocumentObject(members.map { ($0.key, $0.value.value) }))
    }
    if var elements = try? decoder.unkeyedContainer() {
      var values: [DocumentValue] = []
      while !elements.isAtEnd {
        values.append(
          try elements.decodeNil() ? .null : elements.decode(ForeignAnyValue.self).value)
      }
      return .array(values)
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int64.self) { return .number(DocumentNumber(value)) }
    if let value = try? container.decode(UInt64.self) { return .number(DocumentNumber(value)) }
    if let value = try? container.decode(Decimal.self) { return .number(DocumentNumber(value)) }
    if let value = try? container.decode(Double.self) { return .number(DocumentNumber(value)) }
    if let value = try? container.decode(String.self) { return .string(value) }
    if let value = try? container.decode(Date.self) { return .date(value) }
    return .data(try container.decode(Data.self))
  }
}

/// A value inside a value that a foreign decoder has.
private struct ForeignAnyValue: Decodable {
  /// How many containers the value stands in.
  @TaskLocal static var depth = 0

  let value: DocumentValue

  init(from decoder: any Decoder) throws {
    value = try .foreign(decoder)
  }
}

extension DecodingState.Pointer {
  /// Remembers that a value was taken whole. It may nest deeper than the stack has room for.
  fileprivate func markAllRead(_ slot: UInt32, in tree: DocumentTree.View) {
    var containers = [slot]
    while let container = containers.popLast().map({ tree[$0] }) {
      guard container.kind == .object || container.kind == .array else { continue }
      var child = container.firstChild
      while child != 0 {
        if container.kind == .object { markRead(child, in: tree) }
        if tree[child].kind == .object || tree[child].kind == .array { containers.append(child) }
        child = tree[child].next
      }
    }
  }
}

// MARK: - Writing

extension DocumentWriter {
  /// Writes a value of any shape. Its keys are data: no strategy converts them.
  func write(_ value: DocumentValue, to encoder: ValueEncoder) throws {
    guard state.pointee.stack.hasRoom() else {
      throw ValueProblem.stackEnds(at: encoder.codingPath)
    }
    defer { if isInMemory { tree.slots[encoder.slot].flags.insert(.isDocument) } }
    switch value {
    case .null: writeNull(at: encoder.slot)
    case .bool(let value): try write(value, to: encoder)
    case .string(let value): try write(value, to: encoder)
    case .illFormedString(let value): write(value, at: encoder.slot)
    case .date(let value): try encode(value, to: encoder)
    case .data(let value): try encode(value, to: encoder)
    case .number(let number):
      if let double = number.nonConforming(
        by: state.pointee.json?.nonConformingFloatEncodingStrategy)
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
          to: ValueEncoder(writer: self, slot: slot, container: container, key: .index(index)))
        end(slot, since: mark)
      }
    case .object(let object):
      let container = encoder.open(.object, keepsKeys: true)
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
