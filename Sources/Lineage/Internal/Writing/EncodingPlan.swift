import Synchronization

/// How values of a type are encoded: the counterpart of `DecodingPlan`.
class EncodingPlan<Value: Encodable> {
  func encode(_ value: Value, to encoder: ValueEncoder) throws {
    try encodeBody(value, to: encoder)
  }

  /// Encodes an array of values.
  func encodeArray(_ values: [Value], to encoder: ValueEncoder) throws {
    let writer = encoder.writer
    let container = encoder.open(.array)
    let mark = writer.mark
    // Not `enumerated()`, because the runtime would look up the type of each pair.
    var index = 0
    for value in values {
      let slot = writer.addElement(to: container)
      try encode(
        value,
        to: ValueEncoder(
          writer: writer, slot: slot, container: container, key: PathKey(index: index)))
      writer.end(slot, since: mark)
      index += 1
    }
  }

  /// Whether encoding a field of this type costs no more than carrying its Swift value over, so that
  /// it is encoded.
  var isCheaperToEncode: Bool { false }

  /// Encodes a value with the type's own `encode(to:)`, and applies the rules for its defaults.
  final func encodeBody(_ value: Value, to encoder: ValueEncoder) throws {
    guard encoder.writer.state.pointee.stack.hasRoom() else {
      throw EncodingProblem.stackEnds.error(for: "a value", at: encoder.codingPath)
    }
    let latest = encoder.writer.latestContainer
    do {
      if let defaults {
        try defaults.encode(value, to: encoder) { try encodeFields(of: value, to: encoder) }
      } else {
        try encodeFields(of: value, to: encoder)
      }
    } catch {
      encoder.writer.reclaim(since: latest)
      throw error
    }
    // Not in a `defer`, which would cost a call for each value.
    encoder.writer.reclaim(since: latest)
    if encoder.writer.hasPreservedVersions {
      encoder.writer.recordNewerFields(of: value, at: encoder.slot)
    }
  }

  @inline(__always)
  private func encodeFields(of value: Value, to encoder: ValueEncoder) throws {
    switch style.load(ordering: .acquiring) {
    case .byFields:
      try FieldEncodings.known(for: Value.self).withObject { try $0.write(value, to: encoder) }
    case .byContainers: try value.encode(to: encoder)
    case .unknown: try encodeAndCheck(value, to: encoder)
    }
  }

  @inline(never)
  private func encodeAndCheck(_ value: Value, to encoder: ValueEncoder) throws {
    let state = encoder.writer.state
    state.pointee.typeInQuestion = ObjectIdentifier(Value.self)
    defer { state.pointee.typeInQuestion = nil }
    try value.encode(to: encoder)
    style.store(
      FieldEncodings.isKnown(for: Value.self) ? .byFields : .byContainers, ordering: .releasing)
  }

  private let defaults = TypeDefaults.of(Value.self)
  /// How the type's own `encode(to:)` is called, once that is known.
  private let style = Atomic<CodingStyle>(.unknown)

  // MARK: - Carrying over

  /// Whether a field of this type is stored as a Swift value while it is carried over.
  final var isCarried: Bool {
    switch carrying.load(ordering: .relaxed) {
    case .unknown: findWhetherCarried()
    case .carried: true
    case .written: false
    }
  }

  private let carrying = Atomic<Carrying>(.unknown)

  @inline(never)
  private func findWhetherCarried() -> Bool {
    let isCarried = !isCheaperToEncode && !(Value.self is any SchemaVersion.Type)
    carrying.store(isCarried ? .carried : .written, ordering: .relaxed)
    return isCarried
  }
}

/// What becomes of a type's fields while they are carried over.
private enum Carrying: UInt8, AtomicRepresentable {
  /// No field has been carried over yet.
  case unknown
  /// They are stored as Swift values.
  case carried
  /// They are encoded.
  case written
}

/// How values are encoded of a type that writes its fields without containers; see `FieldDecoding`.
class FieldEncoding<Value>: @unchecked Sendable {
  func write(_ value: Value, to encoder: ValueEncoder) throws {
    preconditionFailure("Internal error: fields of \(Value.self) that can't be written.")
  }
}

/// The `FieldEncoding` of each type. It isn't in the class itself, whose metadata would be looked up.
enum FieldEncodings {
  private static let all = TypeTable<AnyObject>()

  static func store<Value>(_ fields: FieldEncoding<Value>) {
    _ = all.store(fields, of: Value.self)
  }

  static func isKnown<Value>(for type: Value.Type) -> Bool { all.object(of: type) != nil }

  /// What is stored for a type, which there must be.
  @inline(__always)
  static func known<Value>(for type: Value.Type) -> Unretained<FieldEncoding<Value>> {
    guard let known = all.object(of: type) else {
      preconditionFailure("Internal error: \(Value.self) has never written its fields.")
    }
    return known.uncheckedCast()
  }
}

/// A type with a special plan.
protocol PlannedEncodable {
  static func makeEncodingPlan() -> AnyObject
}

// MARK: - Standard library

final class ScalarEncodingPlan<Value: EncodableScalar>: EncodingPlan<Value> {
  override var isCheaperToEncode: Bool { true }

  override func encode(_ value: Value, to encoder: ValueEncoder) throws {
    try encoder.writer.write(value, to: encoder)
  }

  override func encodeArray(_ values: [Value], to encoder: ValueEncoder) throws {
    try Value.encodeArray(values, to: encoder)
  }
}

final class OptionalEncodingPlan<Wrapped: Encodable>: EncodingPlan<Wrapped?> {
  override var isCheaperToEncode: Bool { true }

  private let wrapped = PlanCache.encodingPlan(for: Wrapped.self)

  override func encode(_ value: Wrapped?, to encoder: ValueEncoder) throws {
    let isPresent = try withValue(of: value) { value in
      if encoder.writer.carriesFields, encoder.isMember,
        encoder.writer.carry(copy value, at: encoder.slot)
      {
        return
      }
      try wrapped.encode(copy value, to: encoder)
      encoder.writer.fill(encoder)
    }
    if !isPresent { encoder.writer.writeNull(at: encoder.slot) }
  }
}

extension Optional: PlannedEncodable where Wrapped: Encodable {
  static func makeEncodingPlan() -> AnyObject { OptionalEncodingPlan<Wrapped>() }
}

final class ArrayEncodingPlan<Element: Encodable>: EncodingPlan<[Element]> {
  private let element = PlanCache.encodingPlan(for: Element.self)

  override func encode(_ value: [Element], to encoder: ValueEncoder) throws {
    if encoder.writer.exceedsLimit(with: value.count) { return }
    try element.encodeArray(value, to: encoder)
  }
}

extension Array: PlannedEncodable where Element: Encodable {
  static func makeEncodingPlan() -> AnyObject { ArrayEncodingPlan<Element>() }
}
