/// A type of a chain without its static type: how to decode it, and how to come from the one before.
///
/// Values between the steps are in boxes, so that a chain of any length is one loop.
final class ChainLink: Sendable {
  let type: any VersionedCodable.Type
  /// The type of the version before; nil for the first version.
  let previous: (any VersionedCodable.Type)?
  let version: AnyVersion
  let location: VersionLocation

  init<Value: VersionedCodable>(_ type: Value.Type) {
    self.type = type
    // That `NothingOlder` is versioned is something that the runtime would have to put together.
    previous =
      Value.PreviousVersion.self == NothingOlder.self ? nil : Value.PreviousVersion.self
    version = Value.version.anyVersion
    location = Value._versionLocation
  }

  /// Made when it is asked for: the name of a generic type can be longer than the type is deep.
  var typeName: String { TypeName.of(type) }

  /// Where data of this version says who can read it, if it does.
  var readableSinceLocation: VersionLocation? {
    type.writesReadableSince ? location.readableSince : nil
  }

  /// Decodes a value of exactly this version.
  func decode(_ field: Field) throws -> AnyObject {
    try type.decodeBoxed(field)
  }

  /// Makes a value of this version from a box with one of the version before.
  func step(from old: AnyObject, in context: MigrationContext) throws -> AnyObject {
    try type.boxed(from: old, in: context)
  }

  /// Makes a box with a value of the version before; nil where the type can't be downgraded.
  func stepDown(from value: AnyObject) throws -> AnyObject? {
    try type.steppedDown(from: value)
  }

  /// The older types that versioned values inside are written as, when a value is downgraded from this link.
  var nestedVersions: [any VersionedCodable.Type] {
    (type as? any Downgradable.Type)?.nestedVersions ?? []
  }

  /// Encodes the value in a box, with its version.
  func encode(_ value: AnyObject, to encoder: ValueEncoder) throws {
    try type.encode(boxed: value, to: encoder)
  }
}

/// A value on its way along the chain.
final class ChainBox<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension VersionedCodable {
  fileprivate static func decodeBoxed(_ field: Field) throws -> AnyObject {
    let plan = PlanCache.decodingPlan(for: Self.self)
    return ChainBox(try plan.decodeBody(field))
  }

  fileprivate static func boxed(
    from old: AnyObject, in context: MigrationContext
  ) throws -> AnyObject {
    let old = unsafeDowncast(old, to: ChainBox<PreviousVersion>.self)
    if let context = context as? StepContext { return try boxed(from: old, in: context) }
    return ChainBox(try Self(from: old.value))
  }

  @inline(never)
  private static func boxed(
    from old: ChainBox<PreviousVersion>, in context: StepContext
  ) throws -> AnyObject {
    ChainBox(try Self(from: old.value, in: context))
  }

  fileprivate static func steppedDown(from value: AnyObject) throws -> AnyObject? {
    let value = unsafeDowncast(value, to: ChainBox<Self>.self).value
    guard let downgradable = value as? any Downgradable else { return nil }
    return try downgradable.boxedDown()
  }

  fileprivate static func encode(boxed value: AnyObject, to encoder: ValueEncoder) throws {
    let value = unsafeDowncast(value, to: ChainBox<Self>.self).value
    try encoder.writer.encode(value, to: encoder)
  }
}

extension Downgradable {
  fileprivate func boxedDown() throws -> AnyObject { ChainBox(try downgraded()) }
}
