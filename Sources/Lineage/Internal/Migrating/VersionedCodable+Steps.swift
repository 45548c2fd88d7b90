// The steps that are there without being written, besides those beside the protocol.

extension VersionedCodable where StepContext == MigrationContext {
  /// Takes the step with a context that belongs to no document.
  public init(from old: PreviousVersion) throws {
    try self.init(from: old, in: MigrationContext())
  }
}

extension VersionedCodable where Self: DefaultFillable {
  /// Carries the fields of the same name over, and gives the others their defaults.
  public init(from old: PreviousVersion) throws { try self.init(carryingOver: old) }
}

extension VersionedCodable where Self: ZeroFillable {
  /// Carries the fields of the same name over, and gives the others the zero of their type.
  public init(from old: PreviousVersion) throws { try self.init(carryingOver: old) }
}

// A type can meet several of these conditions, and Swift wants to be told which one counts.

extension VersionedCodable where StepContext == MigrationContext, PreviousVersion: EndOfChain {
  /// Is never called: there is nothing older.
  public init(from old: PreviousVersion) throws { switch old.nothing {} }
}

extension VersionedCodable where Self: DefaultFillable, PreviousVersion: EndOfChain {
  /// Is never called: there is nothing older.
  public init(from old: PreviousVersion) throws { switch old.nothing {} }
}

extension VersionedCodable where Self: ZeroFillable, PreviousVersion: EndOfChain {
  /// Is never called: there is nothing older.
  public init(from old: PreviousVersion) throws { switch old.nothing {} }
}

extension VersionedCodable where Self: DefaultFillable, StepContext == MigrationContext {
  /// Takes the step with a context that belongs to no document.
  public init(from old: PreviousVersion) throws {
    try self.init(from: old, in: MigrationContext())
  }
}

extension VersionedCodable where Self: ZeroFillable, StepContext == MigrationContext {
  /// Takes the step with a context that belongs to no document.
  public init(from old: PreviousVersion) throws {
    try self.init(from: old, in: MigrationContext())
  }
}
