/// What a versioned type says about its documents: their version, where it stands, and who can read them.
///
/// Conform to `VersionedCodable`, which asks for these properties. Only ``version`` has to be written.
///
/// Each of the others has a default, and one of the wrong type would be a property of its own beside
/// it, with the default still in force. So that it is an error instead, each may be of any type, and has
/// a counterpart with an underscore that exists only where the type is right. The counterparts are never
/// written by hand.
///
/// ## Topics
///
/// ### Describing a version
/// - ``version``
/// - ``versionLocation``
///
/// ### Living with other versions
/// - ``newerVersions``
/// - ``readableSince``
public protocol VersionProperties: SendableMetatype {
  /// What versions of this type are written as: integers, strings, or an enum of them.
  associatedtype Version: SchemaVersion

  /// The type of ``readableSince``: the version's own or an Optional of it.
  associatedtype ReadableSince = Version?

  /// The type of ``versionLocation``: always `VersionLocation`.
  associatedtype Location = VersionLocation

  /// The type of ``newerVersions``: always `NewerVersionPolicy`.
  associatedtype NewerVersions = NewerVersionPolicy

  /// The type of ``newerVersion``: always `NotAProperty`.
  associatedtype NewerVersion = NotAProperty

  /// The type of ``encodesDefaults``: `Bool` in a `DefaultFillable` type, otherwise `NotAProperty`.
  associatedtype EncodesDefaults = NotAProperty

  /// The version that this type stands for; nil for the shape from before there were versions.
  static var version: Version { get }

  /// Where the version stands in the data; at the root, under `version`, unless said otherwise.
  static var versionLocation: Location { get }

  /// What to do with data that is newer than this version; to refuse it, unless said otherwise.
  static var newerVersions: NewerVersions { get }

  /// The oldest version whose programs can read what this one writes; it is written beside the
  /// version, under `readableSince`, for programs with the policy `ifReadable`.
  static var readableSince: ReadableSince { get }

  /// The property is called ``newerVersions``: this name means nothing.
  static var newerVersion: NewerVersion { get }

  /// A property of `DefaultFillable` types: in others, which have no defaults, this name means nothing.
  static var encodesDefaults: EncodesDefaults { get }

  /// The location, which exists only where `versionLocation` is a `VersionLocation`.
  static var _versionLocation: VersionLocation { get }

  /// The policy, which exists only where `newerVersions` is a `NewerVersionPolicy`.
  static var _newerVersions: NewerVersionPolicy { get }

  /// The oldest version, which exists only where `readableSince` has the type of `version`.
  static var _readableSince: AnyVersion { get }

  /// Nothing, which exists only where the type has no `newerVersion` of its own.
  static var _newerVersionIsCalledNewerVersions: Void { get }

  /// Nothing, which exists only where the type has no `encodesDefaults` of its own, or is
  /// `DefaultFillable` and has one that is a `Bool`.
  static var _encodesDefaultsIsForDefaultFillable: Void { get }
}

/// What stands under a name that means nothing.
public enum NotAProperty: Sendable {
  /// The only value.
  case notAProperty
}

// MARK: - Default implementations

extension VersionProperties {
  /// At the root of the document, under `version`.
  public static var versionLocation: VersionLocation { .key("version") }

  /// To refuse it.
  public static var newerVersions: NewerVersionPolicy { .refuse }

  /// Nothing is promised.
  public static var readableSince: Version? { nil }

  /// Nothing: write `newerVersions`.
  public static var newerVersion: NotAProperty { .notAProperty }

  /// Nothing: conform to `DefaultFillable` to have defaults.
  public static var encodesDefaults: NotAProperty { .notAProperty }
}

extension VersionProperties where Self: DefaultFillable {
  /// All fields are written.
  public static var encodesDefaults: Bool { true }
}

// MARK: - Properties of the right type

extension VersionProperties where Location == VersionLocation {
  /// The location of the version.
  public static var _versionLocation: VersionLocation { versionLocation }
}

extension VersionProperties where NewerVersions == NewerVersionPolicy {
  /// The policy for newer versions.
  public static var _newerVersions: NewerVersionPolicy { newerVersions }
}

extension VersionProperties
where ReadableSince: SchemaVersion, ReadableSince.Unwrapped == Version.Unwrapped {
  /// The oldest version whose programs can read documents of this one.
  public static var _readableSince: AnyVersion { readableSince.anyVersion }
}

extension VersionProperties where NewerVersion == NotAProperty {
  /// Nothing.
  public static var _newerVersionIsCalledNewerVersions: Void { () }
}

extension VersionProperties where EncodesDefaults == NotAProperty {
  /// Nothing.
  public static var _encodesDefaultsIsForDefaultFillable: Void { () }
}

extension VersionProperties where Self: DefaultFillable, EncodesDefaults == Bool {
  /// Nothing.
  public static var _encodesDefaultsIsForDefaultFillable: Void { () }
}

extension VersionProperties where Self: DefaultFillable, Self: ZeroFillable {
  /// Can't be: missing fields take either their defaults or zeros.
  @available(
    *, unavailable,
    message: """
      a type is DefaultFillable or ZeroFillable, not both: keep DefaultFillable if its properties have \
      initial values, and ZeroFillable if they don't
      """
  )
  public static var encodesDefaults: Bool { true }
}
