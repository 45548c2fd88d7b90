/// A report of what happened to a document when it was decoded and migrated.
///
/// ```swift
/// var report = MigrationReport()
/// let poem = try decoder.decode(versioned: Poem.self, from: data, report: &report)
/// if report.needsRewrite { try save(poem) }
/// ```
///
/// The report doesn't affect the result. It contains what the decoded value alone doesn't show.
public struct MigrationReport: Hashable, Sendable {
  /// A field that was filled with its default or its zero value.
  public struct FilledField: Hashable, Sendable {
    /// Why a field was filled.
    #if hasAttribute(nonexhaustive)
      @nonexhaustive
    #endif
    public enum Cause: Hashable, Sendable {
      /// The key was missing.
      case missing
      /// The value was null, and the field isn't optional.
      case null
    }

    /// The path of the field.
    public let path: FieldPath
    /// Whether it was missing or null.
    public let cause: Cause

    /// Creates a filled field, to compare with others in tests.
    public init(path: FieldPath, cause: Cause = .missing) {
      self.path = path
      self.cause = cause
    }
  }

  /// A nested versioned value that had an older version.
  public struct NestedMigration: Hashable, Sendable {
    /// The path of the value.
    public let path: FieldPath
    /// The version that it had.
    public let versionFound: AnyVersion
    /// The types that it migrated through, oldest first.
    public let typesWalked: [String]

    /// Creates a migration, to compare with others in tests.
    public init(path: FieldPath, versionFound: AnyVersion, typesWalked: [String]) {
      self.path = path
      self.versionFound = versionFound
      self.typesWalked = typesWalked
    }
  }

  /// A value that is newer than the newest version that this program knows.
  public struct NewerValue: Hashable, Sendable {
    /// The path of the value.
    public let path: FieldPath
    /// The version that it has.
    public let version: AnyVersion

    /// Creates a newer value, to compare with others in tests.
    public init(path: FieldPath, version: AnyVersion) {
      self.path = path
      self.version = version
    }
  }

  /// A field that an older version had under another name.
  package struct RenamedField: Hashable, Sendable {
    /// The old path of the field.
    package let path: FieldPath
    /// The name that it has in the next version.
    package let newName: String
  }

  /// A note from a step, or about an `OpenUnion` without a tag.
  public struct Note: Hashable, Sendable {
    /// The path of the value that the note is about.
    public let path: FieldPath
    /// The text of the note.
    public let text: String

    /// Creates a note, to compare with others in tests.
    public init(path: FieldPath, text: String) {
      self.path = path
      self.text = text
    }
  }

  /// The version of the document; nil if it wasn't found, or if the type isn't versioned.
  public internal(set) var versionFound: AnyVersion?
  /// The types that the document migrated through, from the oldest to the requested one.
  public internal(set) var typesWalked: [String] = []
  /// Whether the document's version is older than that of the requested type.
  var isOfOlderDocument = false
  /// The nested versioned values that had an older version.
  public internal(set) var nestedMigrations: [NestedMigration] = []
  /// The fields that were missing or null and were filled.
  public internal(set) var filled: [FilledField] = []
  /// The filled fields that encoding the value would add to the document. When the report is taken, those in newer values
  /// are removed.
  var fieldsToAdd: [FieldPath] = []
  /// The nested values whose newer version encoding the value would write.
  var valuesToRenew: [FieldPath] = []
  /// The values of a newer version that were decoded as the newest known one.
  public internal(set) var newerValuesRead: [NewerValue] = []
  /// The values that couldn't be decoded, and were skipped or replaced with a default. They are
  /// written back unchanged, except for those in ``rejectedDropped``.
  public internal(set) var rejected: [FieldPath] = []
  /// The rejected values that a step dropped, which are lost when the document is written. To keep
  /// them, use ``LenientElements/map(_:)``, ``LenientValues/mapValues(_:)`` and
  /// ``Lenient/map(_:)``.
  ///
  /// If a step stores a rejected value as a ``DocumentValue``, the value counts as kept only at the same path.
  public internal(set) var rejectedDropped: [FieldPath] = []
  /// The undeclared fields that are preserved and written back unchanged.
  public internal(set) var unknownFieldsKept: [FieldPath] = []
  /// The fields that no type decoded, which are lost when the document is written, unless a type
  /// writes them without reading them.
  ///
  /// A field that a step removes from ``UnknownFields`` counts as kept if a field of the same name has an
  /// equal value afterwards, and as dropped if its name or value changed. Use `fields.rename` and
  /// `fields.drop`, which tell the report.
  ///
  /// Fields that only a failed attempt decoded are listed, too, if a container made the attempt: after
  /// `try? container.decode(Circle.self)`, but not after `try? Circle(from: decoder)`. So are values, including
  /// elements of arrays, that a type skips or replaces because it can't decode them.
  public internal(set) var unknownFieldsDropped: [FieldPath] = []
  /// The nulls of optional fields, which are left out when the document is written, and in values of a newer version
  /// also those of other fields, which were filled. Types with ``UnknownFields`` and properties marked ``Nullable``
  /// preserve them.
  ///
  /// A step may move ``UnknownFields`` anywhere with their nulls. The null of a ``Nullable`` property counts
  /// as the document's only in the same place, or in another element of the same array: elsewhere, the
  /// report can't tell it from a null that was never in the document.
  public internal(set) var nullsDropped: [FieldPath] = []
  /// The fields that were dropped when fields were carried over by name, because the next version
  /// doesn't have them; in a downgrade, because the previous version doesn't.
  public internal(set) var carryOverDropped: [FieldPath] = []
  /// The fields that were renamed when they were carried over. They aren't part of the report's
  /// description; comparing versions uses them.
  package internal(set) var carryOverRenamed: [RenamedField] = []
  /// The notes from steps, and about values of an `OpenUnion` without a tag.
  public internal(set) var notes: [Note] = []

  /// Creates an empty report to pass to `decode`, which replaces its content.
  public init() {}

  /// Whether encoding the value would change the document's version or add fields to it, such as the
  /// `readableSince` that its type declares.
  ///
  /// Filled fields don't count if their type leaves out defaults, or if they are in a value of a
  /// newer version. Neither do nested values that are encoded as the older version that they
  /// already have. Values of a newer version never count, even if encoding would downgrade them.
  /// After the value has been encoded and decoded again, this property is false.
  public var needsRewrite: Bool { changesVersions || !fieldsToAdd.isEmpty }

  /// Whether the document itself is newer than its type.
  public var isOfNewerDocument: Bool {
    newerValuesRead.contains { $0.path.components.isEmpty }
  }

  /// The undeclared fields and the rejected values that are lost when the document is written: those that no type
  /// preserves, or that a step has dropped. Others are in ``nullsDropped`` and ``carryOverDropped``.
  public var lostFields: [FieldPath] { unknownFieldsDropped + rejectedDropped }

  /// Whether encoding the value would change the version of an older document, or of an older value in it.
  package var changesVersions: Bool { isOfOlderDocument || !valuesToRenew.isEmpty }
}

extension MigrationReport: CustomStringConvertible {
  /// One line for each entry.
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
    lines += carryOverDropped.map { "dropped \($0) (not carried over)" }
    lines += notes.map { "\($0.path)\($0.path.components.isEmpty ? "" : ": ")\($0.text)" }
    return lines.joined(separator: "\n")
  }
}
