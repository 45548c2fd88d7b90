// Default implementations of steps, in addition to those beside the protocol.

extension VersionedCodable where StepContext == MigrationContext {
  /// Calls the step with a context without a document.
  public init(from old: PreviousVersion) throws {
    try self.init(from: old, in: MigrationContext())
  }
}

extension VersionedCodable where Self: DefaultFillable {
  /// Carries over fields with the same name, and fills the others with their defaults.
  public init(from old: PreviousVersion) throws { self = try Self.carriedOver(from: old) }
}

extension VersionedCodable where Self: ZeroFillable {
  /// Carries over fields with the same name, and fills the others with zero values.
  public init(from old: PreviousVersion) throws { self = try Self.carriedOver(from: old) }
}

extension VersionedCodable {
  /// Migrates a value by carrying its fields over.
  ///
  /// To a default implementation with constraints, Swift passes the class that declares the conformance as `Self`, even
  /// if a subclass is decoded, and then treats the result as that subclass. So this looks up the type that the step
  /// makes.
  fileprivate static func carriedOver(from old: PreviousVersion) throws -> Self {
    if let step = Step.current, let target = step.consumeTarget(), target != Self.self,
      target is Self.Type, let subclass = target as? any VersionedCodable.Type,
      let value = try subclass.carriedOver(fromAny: old) as? Self
    {
      return value
    }
    return try Self(carryingOver: old)
  }

  private static func carriedOver(fromAny old: some Encodable) throws -> Any {
    try Self(carryingOver: old)
  }
}

// A type can satisfy several of these constraints, so the combinations need their own
// implementations.

extension VersionedCodable where StepContext == MigrationContext, PreviousVersion: EndOfChain {
  /// Never called, because there is nothing older.
  public init(from old: PreviousVersion) throws { switch old.nothing {} }
}

extension VersionedCodable where Self: DefaultFillable, PreviousVersion: EndOfChain {
  /// Never called, because there is nothing older.
  public init(from old: PreviousVersion) throws { switch old.nothing {} }
}

extension VersionedCodable where Self: ZeroFillable, PreviousVersion: EndOfChain {
  /// Never called, because there is nothing older.
  public init(from old: PreviousVersion) throws { switch old.nothing {} }
}

extension VersionedCodable where Self: DefaultFillable, StepContext == MigrationContext {
  /// Calls the step with a context without a document.
  public init(from old: PreviousVersion) throws {
    try self.init(from: old, in: MigrationContext())
  }
}

extension VersionedCodable where Self: ZeroFillable, StepContext == MigrationContext {
  /// Calls the step with a context without a document.
  public init(from old: PreviousVersion) throws {
    try self.init(from: old, in: MigrationContext())
  }
}
