/// A schema version of a document, linked to the previous version.
///
/// Every shipped version is a type of its own that never changes. A new version has an initializer
/// from the previous one, so the types form a chain:
///
/// ```swift
/// struct PoemV1: VersionedCodable {
///   static let version = 1
///   typealias PreviousVersion = NothingOlder
///   var author: String
///   var poem: String
/// }
///
/// struct Poem: VersionedCodable {
///   static let version = 2
///   var author: String
///   var lines: [String]
/// }
///
/// extension Poem {
///   init(from old: PoemV1) throws {
///     author = old.author
///     lines = old.poem.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
///   }
/// }
///
/// let poem = try JSONDecoder().decode(versioned: Poem.self, from: data)
/// ```
///
/// `decode(versioned:from:)` finds the version in the data, decodes the data as the type of that
/// version, and migrates the value step by step to the requested type.
///
/// Write steps in an extension: an initializer in the body of a struct suppresses the ones that
/// Swift synthesizes, `Poem(author:lines:)` and, if every property has an initial value, `Poem()`.
///
/// Every type declares its previous version, with its step or with a `typealias PreviousVersion`, which takes
/// precedence: if you copy an old type to begin the next version, delete its `typealias`, or older documents can't be
/// opened. A type that declares neither doesn't compile, and neither does one whose step has other argument labels or a
/// parameter that isn't versioned.
///
/// A type that is also `DefaultFillable` or `ZeroFillable` needs no step: fields carry over by
/// name, and new ones get their defaults. In this case, declare the previous version with a
/// `typealias`.
///
/// Versioned types can be nested, as properties or as elements. A nested value has its own version
/// in the data and migrates through its own chain.
///
/// ## Topics
///
/// ### Describing a version
/// - ``VersionProperties/version``
/// - ``VersionProperties/versionLocation``
/// - ``chain``
///
/// ### Handling newer versions
/// - ``VersionProperties/newerVersions``
/// - ``VersionProperties/readableSince``
///
/// ### Migrating from the previous version
/// - ``init(from:)``
/// - ``init(from:in:)``
/// - ``CarriedFields``
public protocol VersionedCodable: VersionedContent, VersionProperties {
  /// The previous version. Write the step from it, `init(from: OldType)`, or declare `typealias PreviousVersion =
  /// NothingOlder` if this is the oldest version.
  associatedtype PreviousVersion: VersionedCodable

  /// The type of the step's context, inferred from the initializer that the type declares.
  associatedtype StepContext = NoStepContext

  /// A description of this type's chain, to print, compare and test.
  ///
  /// ```swift
  /// print(Poem.chain)
  /// // 2 Poem
  /// // 1 PoemV1
  /// ```
  ///
  /// Don't declare it yourself.
  static var chain: VersionChain { get }

  /// Creates the plan that decodes the type from any version.
  static func _makeDecodingPlan() -> AnyObject

  /// Creates the plan that encodes the type with its version.
  static func _makeEncodingPlan() -> AnyObject

  /// Creates a value of this version from the previous version.
  ///
  /// - Throws: Any error, if the old value can't be converted. Decoding then throws a `MigrationError` with
  ///   the reason `stepFailed`.
  init(from old: PreviousVersion) throws

  /// Creates a value of this version from the previous version, with the context of the migration.
  ///
  /// Write this initializer instead of `init(from:)` if the step needs the decoder's `userInfo` or
  /// the version found in the data, or adds notes to the report.
  ///
  /// - Throws: Any error, like ``init(from:)``.
  init(from old: PreviousVersion, in context: StepContext) throws
}

/// The context of a step that doesn't use one.
public enum NoStepContext: Sendable {}

// MARK: - Default implementations

// The end of the chain must be declared. If this initializer took a `NothingOlder`, Swift would
// infer `PreviousVersion` from it for every type without a step: a forgotten step would compile,
// and all old documents would be rejected. So it takes a `PreviousVersion`, with the constraint
// that this is an `EndOfChain`.

extension VersionedCodable where PreviousVersion: EndOfChain {
  /// Never called, because there is nothing older.
  public init(from old: PreviousVersion) throws { switch old.nothing {} }
}

// Only for its message: without it, the compiler lists all that the requirement could mean.
extension VersionedCodable {
  /// A forgotten step.
  @available(
    *, unavailable,
    message: "Write the step, init(from:). A type with initial values can be DefaultFillable."
  )
  public init(from old: PreviousVersion) throws {
    preconditionFailure("Internal error: a step that can't be called.")
  }
}

extension VersionedCodable where StepContext == NoStepContext {
  /// Calls the step without a context.
  public init(from old: PreviousVersion, in context: NoStepContext) throws {
    try self.init(from: old)
  }
}
