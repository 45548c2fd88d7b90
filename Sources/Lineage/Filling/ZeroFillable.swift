/// A type whose missing fields take the zero of their type.
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
/// Zero is `""`, 0, false, an empty collection, nil, the first case of a `CaseIterable` enum,
/// `init()` of a `DefaultFillable` and ``empty`` of a nested `ZeroFillable`. A type without a
/// sensible zero, such as `UUID`, `Date` or `URL`, is an error when it is missing: an identity is
/// never invented.
///
/// A type with initial values is ``DefaultFillable`` instead. None is both: the compiler says so, unless the
/// type declares `encodesDefaults` itself, and then it is filled with its defaults.
public protocol ZeroFillable: Codable, SendableMetatype {}

extension ZeroFillable {
  /// Returns a copy with changes.
  ///
  /// ```swift
  /// let track = Track.empty.copy { $0.plays = 1 }  // where `plays` is a `var`
  /// ```
  ///
  /// - Important: A class has no copies of this kind: `edit` changes the instance itself.
  /// - Parameter edit: Changes the copy.
  /// - Throws: What `edit` throws.
  public func copy(_ edit: (inout Self) throws -> Void) rethrows -> Self {
    var copy = self
    try edit(&copy)
    return copy
  }
}

extension DefaultFillable where Self: ZeroFillable {
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
