/// The properties of a versioned type that describe its documents: their version, its location, and
/// which programs can read them.
///
/// Conform to `VersionedCodable`, which requires these properties. Only ``version`` has no default.
///
/// If you declared one of the others with a wrong type, Swift would still use the default, and
/// yours would be an unrelated property. To make that an error, the protocol accepts any type for
/// each property, and requires a counterpart with an underscore, which is only available if the
/// type is correct. Never write the counterparts yourself.
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
  /// The type of the version: an integer, a string, or an enum with such raw values.
  associatedtype Version: SchemaVersion = Int

  /// The type of ``readableSince``: the version's own or an Optional of it.
  associatedtype _ReadableSince = Version?

  /// The type of ``versionLocation``: always `VersionLocation`.
  associatedtype _Location = VersionLocation

  /// The type of ``newerVersions``: always `NewerVersionPolicy`.
  associatedtype _NewerVersions = NewerVersionPolicy

  /// The type of ``newerVersion``: always `NotAProperty`.
  associatedtype _NewerVersion = NotAProperty

  /// The type of ``encodesDefaults``: `Bool` in a `DefaultFillable` type, otherwise `NotAProperty`.
  associatedtype _EncodesDefaults = NotAProperty

  /// The version of this type; nil for the shape from before documents had a version.
  static var version: Version { get }

  /// Where the data stores the version. The default is the key `version` at the root.
  static var versionLocation: _Location { get }

  /// What to do with data that is newer than this version. The default is to throw an error.
  static var newerVersions: _NewerVersions { get }

  /// The oldest version whose programs can read documents of this one. It is written beside the
  /// version, under `readableSince`, for programs with the policy `ifReadable`.
  static var readableSince: _ReadableSince { get }

  /// Not a property: this requirement catches a misspelled ``newerVersions``.
  static var newerVersion: _NewerVersion { get }

  /// A property of `DefaultFillable` types. Other types have no defaults, so they can't declare it.
  static var encodesDefaults: _EncodesDefaults { get }

  /// The location. It is only available if `versionLocation` is a `VersionLocation`.
  static var _versionLocation: VersionLocation { get }

  /// The policy. It is only available if `newerVersions` is a `NewerVersionPolicy`.
  static var _newerVersions: NewerVersionPolicy { get }

  /// The oldest version. It is only available if `readableSince` has the type of `version`.
  static var _readableSince: AnyVersion { get }

  /// Only available if the type doesn't declare `newerVersion`.
  static var _newerVersionIsCalledNewerVersions: Void { get }

  /// Only available if the type doesn't declare `encodesDefaults`, or is `DefaultFillable` and
  /// declares it as a `Bool`.
  static var _encodesDefaultsIsForDefaultFillable: Void { get }
}

/// The type of names that aren't properties of versioned types.
public enum NotAProperty: Sendable {
  /// The only value.
  case notAProperty
}

// MARK: - Default implementations

extension VersionProperties {
  /// The key `version` at the root of the document.
  public static var versionLocation: VersionLocation { .key("version") }

  /// Throw an error.
  public static var newerVersions: NewerVersionPolicy { .refuse }

  /// No older programs can read documents of this version.
  public static var readableSince: Version? { nil }

  /// Not a property: write `newerVersions`.
  public static var newerVersion: NotAProperty { .notAProperty }

  /// Not a property: conform to `DefaultFillable` to have defaults.
  public static var encodesDefaults: NotAProperty { .notAProperty }
}

extension VersionProperties where Self: DefaultFillable {
  /// All fields are encoded.
  public static var encodesDefaults: Bool { true }
}

// MARK: - Properties of the right type

extension VersionProperties where _Location == VersionLocation {
  /// The location of the version.
  public static var _versionLocation: VersionLocation { versionLocation }
}

extension VersionProperties where _NewerVersions == NewerVersionPolicy {
  /// The policy for newer versions.
  public static var _newerVersions: NewerVersionPolicy { newerVersions }
}

extension VersionProperties
where _ReadableSince: SchemaVersion, _ReadableSince.Unwrapped == Version.Unwrapped {
  /// The oldest version whose programs can read documents of this one.
  public static var _readableSince: AnyVersion { readableSince.anyVersion }
}

extension VersionProperties where _NewerVersion == NotAProperty {
  /// Marks the declaration as correct.
  public static var _newerVersionIsCalledNewerVersions: Void { () }
}

extension VersionProperties where _EncodesDefaults == NotAProperty {
  /// Marks the declaration as correct.
  public static var _encodesDefaultsIsForDefaultFillable: Void { () }
}

extension VersionProperties where Self: DefaultFillable, _EncodesDefaults == Bool {
  /// Marks the declaration as correct.
  public static var _encodesDefaultsIsForDefaultFillable: Void { () }
}

extension VersionProperties where Self: DefaultFillable, Self: ZeroFillable {
  /// Unavailable: missing fields get either defaults or zeros, not both.
  @available(
    *, unavailable,
    message: """
      a type is DefaultFillable or ZeroFillable, not both: keep DefaultFillable if its properties have \
      initial values, and ZeroFillable if they don't
      """
  )
  public static var encodesDefaults: Bool { true }
}
