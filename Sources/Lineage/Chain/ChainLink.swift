/// A type of a chain without its static type: how to decode it, and how to come from the one before.
///
/// Values between the steps are in boxes, so that a chain of any length is one loop.
class ChainLink: @unchecked Sendable {
  let type: any VersionedCodable.Type
  let previous: any VersionedCodable.Type
  let version: AnyVersion
  let location: VersionLocation
  /// Where data of this version says who can read it, if it does.
  let readableSinceLocation: VersionLocation?

  fileprivate init<Value: VersionedCodable>(_ type: Value.Type) {
    self.type = type
    self.previous = Value.PreviousVersion.self
    self.version = Value.version.anyVersion
    self.location = Value.versionLocation
    self.readableSinceLocation = Value.ownsReadableSince ? location.readableSince : nil
  }

  /// Made when it is asked for: the name of a generic type can be longer than the type is deep.
  var typeName: String { TypeName.of(type) }

  static func make<Value: VersionedCodable>(_ type: Value.Type) -> ChainLink {
    TypedLink<Value>(type)
  }

  /// Decodes a value of exactly this version.
  func decode(_ field: Field) throws -> AnyObject {
    preconditionFailure("Internal error: a chain link without a type.")
  }

  /// Makes a box with a value of the version before; nil where the type can't be downgraded.
  func stepDown(from value: AnyObject) throws -> AnyObject? {
    preconditionFailure("Internal error: a chain link without a type.")
  }

  /// Encodes the value in a box, with its version.
  func encode(_ value: AnyObject, to encoder: FieldEncoder) throws {
    preconditionFailure("Internal error: a chain link without a type.")
  }

  /// Makes a value of this version from a box with one of the version before.
  func step(from old: AnyObject, in context: MigrationContext) throws -> AnyObject {
    preconditionFailure("Internal error: a chain link without a type.")
  }
}

/// A value on its way along the chain.
final class ChainBox<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

private final class TypedLink<Value: VersionedCodable>: ChainLink, @unchecked Sendable {
  init(_ type: Value.Type) {
    super.init(type)
  }

  override func decode(_ field: Field) throws -> AnyObject {
    let plan = field.state.pointee.plans.decodingPlan(for: Value.self)
    return ChainBox(try plan.decodeBody(field))
  }

  override func step(from old: AnyObject, in context: MigrationContext) throws -> AnyObject {
    let old = unsafeDowncast(old, to: ChainBox<Value.PreviousVersion>.self).value
    if let context = context as? Value.StepContext {
      return ChainBox(try Value(from: old, in: context))
    }
    return ChainBox(try Value(from: old))
  }

  override func stepDown(from value: AnyObject) throws -> AnyObject? {
    let value = unsafeDowncast(value, to: ChainBox<Value>.self).value
    guard let downgradable = value as? any Downgradable else { return nil }
    return try box(downgradable)
  }

  private func box<Newer: Downgradable>(_ newer: Newer) throws -> AnyObject {
    ChainBox(try newer.downgraded())
  }

  override func encode(_ value: AnyObject, to encoder: FieldEncoder) throws {
    let value = unsafeDowncast(value, to: ChainBox<Value>.self).value
    try encoder.writer.encode(value, to: encoder)
  }
}
