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
  /// The value in which every field is zero.
  ///
  /// - Precondition: Every field has a zero; make one optional that doesn't.
  public static var empty: Self {
    do {
      return try makeEmpty()
    } catch {
      preconditionFailure(
        """
        \(TypeName.of(Self.self)) has no empty value, because not every field of it has a zero: \
        make the field optional, or remove ZeroFillable. \(error)
        """)
    }
  }

  static func makeEmpty() throws -> Self {
    let tree = FieldTree(slotCapacity: 1)
    tree.append(FieldSlot(.nothing))
    let session = Session.reading(tree, inside: nil)
    return try withExtendedLifetime(session) {
      try Self(from: session.root.decoder(filling: .zero))
    }
  }

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

extension VersionProperties where Self: DefaultFillable, Self: ZeroFillable {
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

/// The value of a type that means "nothing yet".
enum ZeroValue {
  /// The zero of a type, nil where it has none.
  static func of<Value>(_ type: Value.Type) throws -> Value? {
    let zero: Any? =
      switch type {
      case let type as any ZeroFillable.Type: try type.makeEmpty()
      case let type as any DefaultFillable.Type: type.init()
      case let type as any RangeReplaceableCollection.Type: type.init()
      case let type as any SetAlgebra.Type: type.init()
      case let type as any EmptyDictionary.Type: type.init()
      case let type as any CaseIterable.Type: first(of: type)
      case let type as any AdditiveArithmetic.Type: type.zero
      default: nil
      }
    return zero as? Value
  }

  private static func first<Value: CaseIterable>(of type: Value.Type) -> Any? {
    type.allCases.first
  }
}

/// What makes an empty dictionary of any kind; only `Dictionary` conforms.
private protocol EmptyDictionary {
  init()
}

extension Dictionary: EmptyDictionary {}
