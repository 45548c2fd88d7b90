/// A schema version of a document that knows the version before it.
///
/// Every version that has shipped is a type of its own, and stays as it is. A new version names the
/// one before it by taking it in an initializer, and the types form a chain:
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
/// version, and takes every step from there to the type asked for, oldest first.
///
/// Write steps in an extension: an initializer in the body of a struct takes away the ones that Swift
/// writes, `Poem(author:lines:)` and, where every property has an initial value, `Poem()`.
///
/// Every type says what comes before it, by its step or by a `typealias PreviousVersion`. One that says
/// neither does not compile, and neither does one whose step has another spelling or a type before it
/// that isn't versioned.
///
/// A type that is also `DefaultFillable` or `ZeroFillable` needs no initializer: fields carry over
/// by name, and new ones take their defaults. Name the previous version by a `typealias` then.
///
/// A versioned type works the same inside another one, as a property or as an element: it has its
/// own version in the data and walks its own chain.
///
/// ## Topics
///
/// ### Describing a version
/// - ``VersionProperties/version``
/// - ``VersionProperties/versionLocation``
/// - ``chain``
///
/// ### Living with other versions
/// - ``VersionProperties/newerVersions``
/// - ``VersionProperties/readableSince``
///
/// ### Coming from the version before
/// - ``init(from:)``
/// - ``init(from:in:)``
/// - ``CarriedFields``
public protocol VersionedCodable: VersionedContent, VersionProperties {
  /// The version before this one; `NothingOlder` for the first.
  associatedtype PreviousVersion: VersionedCodable

  /// What a step is told besides the old value; found from the initializer that the type has.
  associatedtype StepContext = NoStepContext

  /// The versions that lead to this type, as a value to print, compare and test.
  ///
  /// ```swift
  /// print(Poem.chain)
  /// // 2 Poem
  /// // 1 PoemV1
  /// ```
  ///
  /// Don't declare it yourself.
  static var chain: VersionChain { get }

  /// Makes what decodes the type by its versions.
  static func _makeDecodingPlan() -> AnyObject

  /// Makes what encodes the type with its version.
  static func _makeEncodingPlan() -> AnyObject

  /// Makes this version of a value from the version before it.
  init(from old: PreviousVersion) throws

  /// Makes this version of a value from the version before it, knowing where that came from.
  ///
  /// Write this one instead of `init(from:)` in a step that needs the decoder's `userInfo` or the
  /// version that was found, or that has something to say in the report.
  init(from old: PreviousVersion, in context: StepContext) throws
}

/// What a step without a context is given: nothing.
public enum NoStepContext: Sendable {}

// MARK: - Default implementations

// The end of the chain must be named. If an initializer took a `NothingOlder`, Swift would infer from it
// that nothing is older wherever it found no other step: a forgotten step would compile and refuse all
// old documents. This one takes whatever the version before is, and asks that it be an `EndOfChain`.

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
