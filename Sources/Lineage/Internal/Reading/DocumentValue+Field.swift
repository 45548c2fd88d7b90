#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
      self = try DocumentValue(field.slot, of: field.tree)
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
