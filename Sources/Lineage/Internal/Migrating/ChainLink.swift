import Synchronization

/// A type of a chain, type-erased: how to decode it, and how to migrate to it from the previous
/// version.
///
/// Values are boxed between steps, so that a chain of any length is migrated in a loop.
final class ChainLink: Sendable {
  let type: any VersionedCodable.Type
  /// The type of the previous version; nil for the first version.
  let previous: (any VersionedCodable.Type)?
  let version: AnyVersion
  let location: VersionLocation
  /// The location of `readableSince` in data of this version, if the type writes it.
  let readableSinceLocation: VersionLocation?

  init<Value: VersionedCodable>(_ type: Value.Type) {
    self.type = type
    // This avoids looking up the conformance of `NothingOlder` at run time.
    previous =
      Value.PreviousVersion.self == NothingOlder.self ? nil : Value.PreviousVersion.self
    version = Value.version.anyVersion
    location = Value._versionLocation
    readableSinceLocation = Value.writesReadableSince ? location.readableSince : nil
  }

  /// Computed on demand, because the name of a deeply nested generic type can be very long. Others are cached: without
  /// that, they take a tenth of the time of migrating a small document with a report.
  var typeName: String {
    if let name = shortTypeName.withLock(\.self) { return name }
    let name = TypeName.of(type)
    if name.utf8.count < 100 { shortTypeName.withLock { $0 = name } }
    return name
  }

  private let shortTypeName = Mutex<String?>(nil)

  /// Decodes a value of exactly this version.
  func decode(_ field: Field) throws -> AnyObject {
    try type.decodeBoxed(field)
  }

  /// Migrates a boxed value of the previous version to this version.
  func step(from old: AnyObject, in step: Step) throws -> AnyObject {
    try type.boxed(from: old, in: step)
  }

  /// Downgrades a boxed value to the previous version; nil if the type isn't `Downgradable`.
  func stepDown(from value: AnyObject) throws -> AnyObject? {
    try type.steppedDown(from: value)
  }

  /// The older types that nested versioned values are encoded as when a value of this link is downgraded.
  var nestedVersions: [any VersionedCodable.Type] {
    (type as? any Downgradable.Type)?.nestedVersions ?? []
  }

  /// Encodes a boxed value with its version.
  func encode(_ value: AnyObject, to encoder: ValueEncoder) throws {
    try type.encode(boxed: value, to: encoder)
  }
}

/// A boxed value between two steps.
final class ChainBox<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension VersionedCodable {
  /// Decodes a value of exactly this version.
  @inline(__always)
  static func decodeVersion(_ field: Field) throws -> Self {
    try PlanCache.unretainedDecodingPlan(for: Self.self).withObject { try $0.decodeBody(field) }
  }

  /// Runs the step from the previous version.
  @inline(__always)
  static func migrated(from old: PreviousVersion, in step: Step) throws -> Self {
    step.begin(Self.self)
    return StepContext.self == NoStepContext.self
      ? try Self(from: old) : try migratedInContext(from: old, in: step)
  }

  @inline(never)
  private static func migratedInContext(
    from old: PreviousVersion, in step: Step
  ) throws -> Self {
    guard let context = step.context as? StepContext else { return try Self(from: old) }
    return try Self(from: old, in: context)
  }

  fileprivate static func decodeBoxed(_ field: Field) throws -> AnyObject {
    ChainBox(try decodeVersion(field))
  }

  fileprivate static func boxed(
    from old: AnyObject, in step: Step
  ) throws -> AnyObject {
    let old = uncheckedDowncast(old, to: ChainBox<PreviousVersion>.self)
    return ChainBox(try migrated(from: old.value, in: step))
  }

  fileprivate static func steppedDown(from value: AnyObject) throws -> AnyObject? {
    let value = uncheckedDowncast(value, to: ChainBox<Self>.self).value
    guard let downgradable = value as? any Downgradable else { return nil }
    return try downgradable.boxedDown()
  }

  fileprivate static func encode(boxed value: AnyObject, to encoder: ValueEncoder) throws {
    let value = uncheckedDowncast(value, to: ChainBox<Self>.self).value
    try encoder.writer.encode(value, to: encoder)
  }
}

extension Downgradable {
  fileprivate func boxedDown() throws -> AnyObject { ChainBox(try downgraded()) }
}
