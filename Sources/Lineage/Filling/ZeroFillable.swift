/// A type whose missing fields get the zero value of their type.
///
/// It needs no initial values and works with `let`:
///
/// ```swift
/// struct Track: ZeroFillable {
///   let title: String
///   var plays: Int
///   let album: Album?
/// }
///
/// Track.empty  // Track(title: "", plays: 0, album: nil)
/// ```
///
/// The zero value is `""`, 0, false, an empty collection, nil, the first case of a `CaseIterable`
/// enum, `init()` of a `DefaultFillable` type, ``empty`` of a nested `ZeroFillable` type, or the value
/// of a `FieldCodable` type whose fields all have initial values. Types such as `UUID`, `Date` and
/// `URL` have no zero value: if such a field is missing, decoding throws an error instead of making up
/// a value.
///
/// If a type has initial values, conform to ``DefaultFillable`` instead. Conforming to both doesn't compile, unless the
/// type declares `encodesDefaults` itself, and then it is filled with its defaults.
public protocol ZeroFillable: Codable, SendableMetatype {
  /// Creates the plan that encodes the type if it has no version.
  static func _makeZeroFillingPlan() -> AnyObject
}

extension ZeroFillable {
  /// Returns a copy with changes.
  ///
  /// ```swift
  /// let track = Track.empty.copy { $0.plays = 1 }  // where `plays` is a `var`
  /// ```
  ///
  /// - Precondition: `Self` isn't a class. Final classes with a macro of `LineageMacros` have a `copy` of their own.
  ///
  /// - Parameter edit: Changes the copy.
  /// - Throws: The error that `edit` throws.
  @_disfavoredOverload
  public func copy(_ edit: (inout Self) throws -> Void) rethrows -> Self {
    try copied(self, edit)
  }
}

extension DefaultFillable where Self: ZeroFillable {
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
