/// A type that reads and writes its fields by position, without containers.
///
/// The macros of `LineageMacros` make types conform. They are coded several times as fast as with
/// the containers of the standard library, and everything else is the same: missing fields are
/// filled and reported, unknown ones are kept, versions migrate, strategies apply. Another library's
/// coder, such as a plain `JSONDecoder`, can code them too, with the same behavior.
///
/// ```swift
/// struct Margins: FieldCodable {
///   var top = 0.0
///   var bottom: Double?
///
///   enum CodingKeys: String, CodingKey, CaseIterable {
///     case top, bottom
///   }
///
///   init(reading fields: inout FieldReader) throws {
///     fields.open(CodingKeys.self, CodingKeys.allCases)
///     try fields.fill(&top, at: 0)
///     bottom = try fields.value(at: 1)
///   }
///
///   func write(to fields: inout FieldWriter) throws {
///     fields.open(CodingKeys.self, CodingKeys.allCases)
///     try fields.write(top, at: 0)
///     try fields.write(bottom, at: 1)
///   }
/// }
/// ```
///
/// `at:` is the position of a key among those that `open` gets. The names of the keys must not change. Reading is
/// fastest in the order in which documents have the fields.
public protocol FieldCodable: Codable, _SelfFilling, SendableMetatype {
  /// Creates a value from its fields.
  ///
  /// - Throws: The errors of `fields`, or any other for a value that the type can't have.
  init(reading fields: inout FieldReader) throws

  /// Writes the fields of the value.
  ///
  /// - Throws: The errors of `fields`, or any other for a value that can't be written.
  func write(to fields: inout FieldWriter) throws
}
