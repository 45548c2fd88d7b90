#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Why versioned data could not be read or written.
///
/// The error carries data to act on; its `description` puts that into words: what happened, where,
/// what was expected and what to do next. It contains no content of the document, apart from the
/// version that was found and the keys that lead to the place.
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
    /// The data has a version that is in no way related to the known ones, or lies between them.
    case unknownVersion(found: AnyVersion)
    /// The data has no version, and no known version goes without one.
    case missingVersion
    /// Where the version should be stands something else; `found` names what kind of thing.
    case malformedVersion(found: String)
    /// The data is of a known version, but does not have the shape of that version.
    case undecodable(version: AnyVersion)
    /// The data is not a document of its format at all.
    case unreadable
    /// A step from one version to the next threw an error.
    case stepFailed(from: AnyVersion, to: AnyVersion)
    /// A field can't be carried over: it kept its name and changed its type, or nothing says where the
    /// new type has it from.
    case carryOverFailed(from: String, to: String)
    /// A step that carries fields over names some that the types don't have: a mistake in the program.
    case mistakenStep(CarryOverMistake, from: String, to: String)
    /// A step has passed on an unknown field that the newer type declares, whose value would be lost.
    case unknownFieldIsDeclared
    /// A version can't be turned back into the one before it, because its type is not `Downgradable`.
    case notDowngradable(from: AnyVersion, to: AnyVersion)
    /// Turning a version back into the one before it threw an error.
    case downgradeFailed(from: AnyVersion, to: AnyVersion)
    /// The type that a value was to be written as is not among its older versions.
    case notInChain(type: String)
    /// A version has to be written into a value that is not an object with keys.
    case noPlaceForVersion(AnyVersion)
    /// The types are not linked into a chain that works: a mistake in the program.
    case brokenChain(VersionChain.Problem)
    /// A type's `init()` can't serve as the source of its defaults: a mistake in the program.
    case unusableDefaults(type: String)
    /// A type is not declared as it should be: a mistake in the program.
    case misdeclaredType(type: String, TypeProblem)
  }

  /// A mistake in how a type is declared, found when it is first used.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum TypeProblem: Hashable, Sendable {
    /// A union's table has two rows with one tag.
    case duplicateTag(String)
    /// A union's table has two rows for all other tags.
    case twoUnknownRows
    /// A union is versioned, although it has no shape of its own.
    case versionedUnion
    /// A property for unknown fields has no coding key, so nothing would ever be collected in it.
    case noKey(property: String)
  }

  /// What went wrong, to act on.
  public let reason: Reason
  /// The type that the data was to become.
  public var documentType: String { TypeName.of(document) }
  /// The versions that were tried.
  public var chain: VersionChain { links?.description ?? VersionChain(links: []) }
  /// Where in the document the error occurred; empty for the document as a whole.
  public var path: FieldPath { FieldPath(codingPath) }
  /// The error that caused this one: a `DecodingError`, or what a step of the program threw.
  public private(set) var underlyingError: (any Error)?
  /// What is wrong by the underlying error, if these are our own words, which quote nothing of the document.
  package let problem: String?

  // To name a type and to describe its chain takes as long as the chain is, and most errors are caught
  // and never shown, such as those of elements that don't decode.
  private let document: any Any.Type
  let codingPath: [any CodingKey]
  private let links: TriedChain?
  /// Whether the stack had no room for a value.
  let isAboutStack: Bool

  init(
    _ reason: Reason, in documentType: any Any.Type, chain: TriedChain? = nil,
    at codingPath: [any CodingKey] = [], underlying: (any Error)? = nil
  ) {
    self.reason = reason
    self.document = documentType
    self.links = chain
    self.codingPath = codingPath
    self.problem = (underlying as? DecodingError)?.ownProblem
    self.underlyingError = (underlying as? DecodingError)?.plain ?? underlying
    self.isAboutStack = underlying?.isAboutStack ?? false
  }

  /// The same error with another cause.
  init(_ error: MigrationError, underlying: any Error) {
    self = error
    self.underlyingError = underlying
  }
}

extension MigrationError: LocalizedError {
  /// The description, for the code that shows errors to people.
  public var errorDescription: String? { description }
}
