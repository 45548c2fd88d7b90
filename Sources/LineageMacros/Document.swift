@_exported import Lineage

/// Makes a struct or class a version of a document.
///
/// A property with an initial value is filled when its field is missing or null. One without is
/// required:
///
/// ```swift
/// @Document(version: 1)
/// struct PoemV1 {
///   let author: String
///   let poem: String
/// }
///
/// @Document(version: 2, after: PoemV1.self)
/// struct Poem {
///   let author: String
///   var lines: [String] = []
///   @Filled(Language.unknown) let language: Language
///   @Key("created_at") var created: Date?
///   @Ignored var cache = Cache()
///   var unknownFields = UnknownFields()
/// }
///
/// extension Poem {
///   init(from old: PoemV1) throws {
///     self.init(
///       author: old.author,
///       lines: old.poem.split(separator: "\n", omittingEmptySubsequences: false).map(String.init),
///       language: .unknown)
///   }
/// }
///
/// let poem = try JSONDecoder().decode(versioned: Poem.self, from: data)
/// ```
///
/// The type becomes a `VersionedCodable`, so every decoder and encoder works with it. A struct keeps its
/// memberwise initializer. Structs, and final classes without a superclass, also get `copy`, which
/// changes properties of a copy, even those that are declared with `let`:
///
/// ```swift
/// let shorter = poem.copy { $0.lines.removeLast() }
/// ```
///
/// An optional property without an initial value is nil when its field is missing. If its initial value isn't nil, it
/// is nil only if the document has null, and nil is written as null.
///
/// If you declare `CodingKeys` yourself, they give the properties their keys, and their order.
///
/// Put `@Fillable`, not `@Document`, on subclasses of such a class: they have its version. In a module
/// that is isolated to the main actor by default, declare classes `nonisolated`.
///
/// A previous version that is nested in the type itself can't be an argument, since Swift has to know
/// the arguments of a macro before it knows the type's members. Leave `after:` out, and declare
/// `typealias PreviousVersion = V1` in the type.
///
/// - Parameters:
///   - version: The version, as a literal; nil for documents from before there were versions.
///   - previousVersion: The type of the previous version. It isn't inferred from the step: without it, the
///     step is never called. Leave it out for the first version, or write `NothingOlder.self` if that is
///     above 1.
@attached(
  extension, conformances: FieldCodable, VersionedCodable, DraftCopyable,
  names: named(CodingKeys), named(version), named(init(reading:)), named(write(to:)),
  named(init(copying:)), named(DraftSubject))
@attached(
  member, conformances: FieldCodable, VersionedCodable, DraftCopyable,
  names: named(PreviousVersion), named(_filledValue), named(CodingKeys), named(init(reading:)),
  named(write(to:)), named(init(copying:)), named(init()))
public macro Document(
  version: Int?, after previousVersion: any VersionedCodable.Type = NothingOlder.self
) = #externalMacro(module: "LineageMacrosPlugin", type: "DocumentMacro")

/// Makes a struct or class a version of a document, with a string as its version.
///
/// This is like the macro for numbers, for versions such as `"2026-05"`.
///
/// - Parameters:
///   - version: The version, as a literal.
///   - previousVersion: The type of the previous version. It isn't inferred from the step: without it, the
///     step is never called. The macro can't tell which string is the first version, so write
///     `NothingOlder.self` for that one.
@attached(
  extension, conformances: FieldCodable, VersionedCodable, DraftCopyable,
  names: named(CodingKeys), named(version), named(init(reading:)), named(write(to:)),
  named(init(copying:)), named(DraftSubject))
@attached(
  member, conformances: FieldCodable, VersionedCodable, DraftCopyable,
  names: named(PreviousVersion), named(_filledValue), named(CodingKeys), named(init(reading:)),
  named(write(to:)), named(init(copying:)), named(init()))
public macro Document(
  version: String, after previousVersion: any VersionedCodable.Type = NothingOlder.self
) = #externalMacro(module: "LineageMacrosPlugin", type: "DocumentMacro")
