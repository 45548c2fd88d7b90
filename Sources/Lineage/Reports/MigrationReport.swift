/// What happened to a document on its way to the newest version.
///
/// ```swift
/// var report = MigrationReport()
/// let poem = try decoder.decode(versioned: Poem.self, from: data, report: &report)
/// if report.needsRewrite { try save(poem) }
/// ```
///
/// Nothing that is in the report changes the outcome; it says what the outcome alone doesn't show.
public struct MigrationReport: Hashable, Sendable {
  /// A field that took its default or its zero.
  public struct FilledField: Hashable, Sendable {
    /// Why a field was filled.
    #if hasAttribute(nonexhaustive)
      @nonexhaustive
    #endif
    public enum Cause: Hashable, Sendable {
      /// There was no such key.
      case missing
      /// There was a null, and the field is not optional.
      case null
    }

    /// Where the field would stand.
    public let path: FieldPath
    /// Whether it was missing or null.
    public let cause: Cause

    /// Describes a filled field, to compare one with.
    public init(path: FieldPath, cause: Cause = .missing) {
      self.path = path
      self.cause = cause
    }
  }

  /// A versioned value inside the document that was of an older version than its newest.
  public struct NestedMigration: Hashable, Sendable {
    /// Where the value stands.
    public let path: FieldPath
    /// The version that it had.
    public let versionFound: AnyVersion
    /// The types it went through, the oldest first.
    public let typesWalked: [String]

    /// Describes a migration, to compare one with.
    public init(path: FieldPath, versionFound: AnyVersion, typesWalked: [String]) {
      self.path = path
      self.versionFound = versionFound
      self.typesWalked = typesWalked
    }
  }

  /// A value that is newer than the newest version known here.
  public struct NewerValue: Hashable, Sendable {
    /// Where the value stands.
    public let path: FieldPath
    /// The version that it has.
    public let version: AnyVersion

    /// Describes a newer value, to compare one with.
    public init(path: FieldPath, version: AnyVersion) {
      self.path = path
      self.version = version
    }
  }

  /// A field that an older version had under another name.
  package struct RenamedField: Hashable, Sendable {
    /// Where the field stood.
    package let path: FieldPath
    /// The name that it has in the next version.
    package let newName: String
  }

  /// What a step had to say, or an `OpenUnion` that found no tag.
  public struct Note: Hashable, Sendable {
    /// Where the value is that the note is about.
    public let path: FieldPath
    /// What is to be said about it.
    public let text: String

    /// Describes a note, to compare one with.
    public init(path: FieldPath, text: String) {
      self.path = path
      self.text = text
    }
  }

  /// The version of the document; nil when it was not found out, or when there is no chain.
  public internal(set) var versionFound: AnyVersion?
  /// The types that the document went through, the oldest first and the one asked for last.
  public internal(set) var typesWalked: [String] = []
  /// The versioned values inside that were older than their newest version.
  public internal(set) var nestedMigrations: [NestedMigration] = []
  /// The fields that were missing or null and took a default.
  public internal(set) var filled: [FilledField] = []
  /// The filled fields that are written, and were not there before.
  var fieldsToAdd: [FieldPath] = []
  /// The nested migrations that writing the value would bring into the document.
  var valuesToRenew: [FieldPath] = []
  /// The values that are of a newer version and were read as the newest known one.
  public internal(set) var newerValuesRead: [NewerValue] = []
  /// The values that didn't decode and were replaced by a default; they are written back unchanged, but
  /// for those in ``rejectedDropped``.
  public internal(set) var rejected: [FieldPath] = []
  /// The rejected values that a step did not take along, which are lost when the document is written
  /// again. ``LenientElements/map(_:)``, ``LenientValues/mapValues(_:)`` and ``Lenient/map(_:)`` do.
  ///
  /// One that a step keeps without its wrapper, as a ``DocumentValue``, counts as kept only where it was.
  public internal(set) var rejectedDropped: [FieldPath] = []
  /// The fields that no type declares and that are kept, to be written back unchanged.
  public internal(set) var unknownFieldsKept: [FieldPath] = []
  /// The fields that no type asked for, which are lost when the document is written again.
  ///
  /// A field that a step takes out of ``UnknownFields`` counts as kept where a field of the same name has an
  /// equal value afterwards, wherever that is from. One that gets another name or value counts as dropped;
  /// `fields.rename` and `fields.drop` tell the report about it.
  public internal(set) var unknownFieldsDropped: [FieldPath] = []
  /// The nulls of optional fields, which are left out when the document is written again. Types with
  /// ``UnknownFields`` keep them, and so does a property marked ``Nullable``.
  ///
  /// A step may move the ``UnknownFields`` anywhere with their nulls. The null of a ``Nullable`` property counts
  /// as that of the document only in the same place, or in another element of the same array: elsewhere, the
  /// report can't tell it from one that was never there.
  public internal(set) var nullsDropped: [FieldPath] = []
  /// The fields that an older version had and the next one, carried over by name, does not.
  public internal(set) var carryOverDropped: [FieldPath] = []
  /// The fields that were carried over by another name. They are no news to whoever reads a report, and
  /// much to whoever compares versions.
  package internal(set) var carryOverRenamed: [RenamedField] = []
  /// What the steps had to say, and which values of an `OpenUnion` have no tag.
  public internal(set) var notes: [Note] = []

  /// Makes an empty report to pass to `decode`, which replaces what is in it.
  public init() {}

  /// Whether writing the value would give the document another version, or fields it did not have.
  ///
  /// Fields that were filled are no reason where the type leaves out its defaults, nor are they in a
  /// value of a newer version, which isn't this program's to complete. Nor are values inside that are
  /// written as the older versions that they have. After the value has been written and read again, this is
  /// false.
  public var needsRewrite: Bool {
    typesWalked.count > 1 || !valuesToRenew.isEmpty
      || fieldsToAdd.contains { field in
        !newerValuesRead.contains { field.components.starts(with: $0.path.components) }
      }
  }
}

extension MigrationReport: CustomStringConvertible {
  /// A line for each thing that happened.
  public var description: String {
    var lines: [String] = []
    if let versionFound {
      lines.append("\(versionFound.phrase): \(typesWalked.joined(separator: " → "))")
    }
    lines += nestedMigrations.map {
      "\($0.path): \($0.versionFound.phrase): \($0.typesWalked.joined(separator: " → "))"
    }
    lines += newerValuesRead.map { newer in
      let subject = newer.path.components.isEmpty ? "the document" : "\(newer.path)"
      return "\(subject) is newer: version \(newer.version)"
    }
    lines += filled.map { "filled \($0.path) (\($0.cause))" }
    lines += rejected.map { "rejected \($0)" }
    lines += rejectedDropped.map { "dropped \($0) (rejected)" }
    lines += unknownFieldsKept.map { "kept \($0) (unknown)" }
    lines += unknownFieldsDropped.map { "dropped \($0) (unknown)" }
    lines += nullsDropped.map { "dropped \($0) (null)" }
    lines += carryOverDropped.map { "dropped \($0) (not in the next version)" }
    lines += notes.map { "\($0.path)\($0.path.components.isEmpty ? "" : ": ")\($0.text)" }
    return lines.joined(separator: "\n")
  }
}
