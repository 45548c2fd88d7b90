// The steps that are there without being written.
//
// The end of the chain must be named. If an initializer took a `NothingOlder`, Swift would infer from it
// that nothing is older wherever it found no other step: a forgotten step would compile and refuse all
// old documents. These take whatever the version before is, and ask that it be an `EndOfChain`.

extension VersionedCodable where PreviousVersion: EndOfChain {
  /// Is never called: there is nothing older.
  public init(from old: PreviousVersion) throws { switch old.nothing {} }
}

extension VersionedCodable where StepContext == NoStepContext {
  /// Takes the step as it is.
  public init(from old: PreviousVersion, in context: NoStepContext) throws {
    try self.init(from: old)
  }
}

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
