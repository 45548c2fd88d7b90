#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An error that is thrown when versioned data can't be read or written.
///
/// Its `description` says what happened, where, what was expected and what to do next. It quotes
/// nothing of the document except the version that was found and the keys of the coding path.
public struct MigrationError: Error {
  /// What went wrong.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Reason: Hashable, Sendable {
    /// The data is newer than the newest version that this program knows.
    case newerVersion(found: AnyVersion, newest: AnyVersion)
    /// The data is older than the oldest version that this program knows.
    case olderVersion(found: AnyVersion, oldest: AnyVersion)
    /// The data has a version between the known ones, or one that can't be compared with them.
    case unknownVersion(found: AnyVersion)
    /// The data has no version, and no type in the chain is for data without one.
    case missingVersion
    /// The data has something else in place of the version; `found` describes its kind.
    case malformedVersion(found: String)
    /// The data has a known version, but not the shape of that version.
    case undecodable(version: AnyVersion)
    /// The data isn't a valid document of its format.
    case unreadable
    /// A step from one version to the next threw an error.
    case stepFailed(from: AnyVersion, to: AnyVersion)
    /// A field can't be carried over: it changed its type but not its name, it is new and has no
    /// value, or an unknown field has another type than the new version declares.
    case carryOverFailed(from: String, to: String)
    /// A step that carries fields over has a mistake, such as the name of a field that doesn't exist. This is a mistake
    /// in the program.
    case mistakenStep(CarryOverMistake, from: String, to: String)
    /// An unknown field has the key of a declared field, of another unknown field or of the version, and
    /// another value, so one of the two would be lost. It was copied by a step, or set by the program.
    case unknownFieldIsDeclared
    /// A version can't be downgraded, because its type isn't `Downgradable`.
    case notDowngradable(from: AnyVersion, to: AnyVersion)
    /// Downgrading a version threw an error.
    case downgradeFailed(from: AnyVersion, to: AnyVersion)
    /// The type that a value should be encoded as isn't one of its older versions.
    case notInChain(type: String)
    /// The version can't be added, because the value isn't an object or has another value in its place.
    case noPlaceForVersion(AnyVersion)
    /// The types aren't linked into a valid chain. This is a mistake in the program.
    case brokenChain(VersionChain.Problem)
    /// A type's defaults can't be learned, because encoding its `init()` failed. This is a mistake in the program.
    case unusableDefaults(type: String)
    /// A type isn't declared correctly. This is a mistake in the program.
    case misdeclaredType(type: String, TypeProblem)
  }

  /// A mistake in the declaration of a type, found when it is first used.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum TypeProblem: Hashable, Sendable {
    /// Two payloads of a union have the same tag.
    case duplicateTag(String)
    /// Two payloads of a union are for all other tags.
    case twoUnknownPayloads
    /// A union is versioned, although it has no shape of its own.
    case versionedUnion
    /// A property for unknown fields isn't decoded, usually because it has no coding key, so it would never collect any.
    case noKey(property: String)
    /// A class has a key that its superclass has, too, so only one of the two values would be written.
    case sharedKey(String, superclass: String)
  }

  /// What went wrong.
  public let reason: Reason
  /// The name of the type that was to be decoded or encoded.
  public var documentType: String { TypeName.of(document) }
  /// The chain of the type.
  public var chain: VersionChain {
    (document as? any VersionedContent.Type)?._versionedType.chain ?? VersionChain(links: [])
  }
  /// The path of the value in the document; empty for the document itself.
  public var path: FieldPath { FieldPath(codingPath) }
  /// The error that caused this one: a `DecodingError`, or the error that a step threw.
  public private(set) var underlyingError: (any Error)?
  /// The description of the underlying error, if Lineage has written it, so it quotes nothing of
  /// the document.
  package let problem: String?

  // The type's name and its chain are only described on demand. That takes time proportional to the
  // length of the chain, and most errors, such as those of lenient elements, are caught and never
  // shown.
  let document: any Any.Type
  let codingPath: [any CodingKey]
  /// Whether the value is inside a document. `codingPath` doesn't tell, because it may be that of a
  /// field of the value.
  let isNested: Bool
  /// Whether the value was encoded as an object.
  let isObject: Bool
  /// If a field couldn't be carried over, which one.
  let carriedField: CarriedField
  /// Whether fields were carried over to an older version.
  let isAboutDowngrade: Bool
  /// Whether the stack was too small for a value.
  package let isAboutStack: Bool
  /// Whether a date or data isn't of the kind that the decoder's strategy expects.
  package let isAboutStrategy: Bool
  /// Whether an array was found where another kind of value was expected.
  let foundArray: Bool

  /// - Parameter isNested: Whether the value is inside a document; nil if `codingPath` is its own path.
  init(
    _ reason: Reason, in documentType: any Any.Type,
    at codingPath: [any CodingKey] = [], isNested: Bool? = nil, isObject: Bool = true,
    carriedField: CarriedField = .own, isAboutDowngrade: Bool = false,
    underlying: (any Error)? = nil
  ) {
    self.reason = reason
    self.document = documentType
    self.codingPath = codingPath
    self.isNested = isNested ?? !codingPath.isEmpty
    self.isObject = isObject
    self.carriedField = carriedField
    self.isAboutDowngrade = isAboutDowngrade
    self.problem =
      (underlying as? DecodingError)?.ownProblem ?? (underlying as? EncodingError)?.ownProblem
    self.underlyingError = (underlying as? DecodingError)?.plain ?? underlying
    self.isAboutStack = underlying?.isAboutStack ?? false
    self.isAboutStrategy = (underlying as? DecodingError)?.isAboutStrategy ?? false
    self.foundArray = (underlying as? DecodingError)?.foundArray ?? false
  }

  /// Creates a copy of an error with another cause.
  init(_ error: MigrationError, underlying: any Error) {
    self = error
    self.underlyingError = underlying
  }
}

extension MigrationError {
  /// A field that couldn't be carried over.
  enum CarriedField {
    /// A field of the value.
    case own
    /// A field of a value inside it.
    case inside
    /// A field that the step has set, or one inside it.
    case set
    /// An unknown field of the older type, or one inside it.
    case unknown
    /// A lenient field with a value that an older type has rejected, and that the new one couldn't read again.
    case rejected
  }

  /// Whether the program is at fault rather than the document: its types or steps have a mistake, it lacks an old
  /// version, or its stack is too small. Another build may read the document, so don't offer to replace it.
  public var isProgrammingError: Bool {
    switch reason {
    // A program that still had the version, or whose step knew what the field has become, could read it.
    case .olderVersion, .carryOverFailed: true
    case .notDowngradable, .notInChain, .noPlaceForVersion, .unknownFieldIsDeclared: true
    default: reason.isMistakeOfProgram || isAboutStack
    }
  }
}

extension MigrationError.Reason {
  /// Whether a declaration or a step has a mistake, so that no document is at fault. Lenient wrappers don't hide such
  /// errors.
  package var isMistakeOfProgram: Bool {
    switch self {
    case .brokenChain, .unusableDefaults, .misdeclaredType, .mistakenStep: true
    case .newerVersion, .olderVersion, .unknownVersion, .missingVersion, .malformedVersion,
      .undecodable, .unreadable, .stepFailed, .carryOverFailed, .unknownFieldIsDeclared,
      .notDowngradable, .downgradeFailed, .notInChain, .noPlaceForVersion:
      false
    }
  }

  /// Whether a version is a string where the known ones are numbers, or the other way round: that of a program which has
  /// changed how it counts versions.
  package var isVersionOfAnotherKind: Bool {
    guard case .malformedVersion(let found) = self else { return false }
    return [AnyVersion.integer(0), .string("")].contains { $0.kind == found }
  }
}

extension MigrationError: LocalizedError {
  /// The description, for code that presents errors.
  public var errorDescription: String? { description }
}
