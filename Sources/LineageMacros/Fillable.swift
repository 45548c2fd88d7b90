import Lineage

/// Makes a struct or class codable, and fills missing fields with initial values.
///
/// It does what `@Document` does, without a version:
///
/// ```swift
/// @Fillable
/// struct Margins {
///   var top = 0.0
///   var bottom = 0.0
/// }
///
/// // {"top": 2} is decoded as Margins(top: 2, bottom: 0)
/// ```
///
/// It works with any decoder, not only Lineage's.
@attached(
  extension, conformances: FieldCodable, DraftCopyable,
  names: named(CodingKeys), named(init(reading:)), named(write(to:)), named(init(copying:)),
  named(DraftSubject))
@attached(
  member, conformances: FieldCodable, DraftCopyable,
  names: named(_filledValue), named(CodingKeys), named(init(reading:)), named(write(to:)),
  named(init(copying:)), named(init()))
public macro Fillable() = #externalMacro(module: "LineageMacrosPlugin", type: "FillableMacro")
