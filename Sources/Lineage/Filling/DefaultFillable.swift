/// A type whose missing fields take the values that its `init()` gives them.
///
/// A struct whose properties all have initial values has that initializer already, so the
/// conformance is the whole work:
///
/// ```swift
/// struct EditorConfig: DefaultFillable {
///   var tabSize = 4
///   var wordWrap = true
/// }
///
/// let config = try JSONDecoder().decode(unversioned: EditorConfig.self, from: Data(#"{"tabSize":2}"#.utf8))
/// // EditorConfig(tabSize: 2, wordWrap: true)
/// ```
///
/// It works wherever the type appears in data that is decoded with `decode(versioned:from:)` or
/// `decode(unversioned:from:)`: nested, in arrays, dictionaries and optionals.
///
/// - A missing key takes the initial value; so does `null` for a property that is not optional.
/// - `null` for an optional property is nil, also when its initial value is not.
/// - A value of the wrong type is an error, never a default.
/// - A property marked ``Required`` is never filled.
///
/// Defaults are learned by encoding `init()`, so `init(from:)` and `encode(to:)` have to agree on
/// their keys, as synthesized ones do. A default that differs from one `init()` to the next, like
/// `UUID()` or `Date()`, is taken anew for each value that is filled; the others are captured once.
///
/// - Important: Which ones differ is found out from two values made one after the other. A default that
///   changes more slowly, such as the day or a setting, counts as constant: set it in a step instead.
public protocol DefaultFillable: Codable, SendableMetatype {
  /// Makes a value with every default.
  init()

  /// Whether fields that equal their default are written; true, unless said otherwise.
  ///
  /// Without them, documents are small and say only what somebody chose. It concerns the fields of
  /// this type alone: a nested type says for itself. An optional whose default is not nil is written
  /// as `null` when it is nil. Since the defaults of a version that has shipped never change, a new
  /// version may have other ones, and what was stored before keeps its meaning.
  static var encodesDefaults: Bool { get }
}

extension DefaultFillable {
  /// All fields are written.
  public static var encodesDefaults: Bool { true }
}

extension DefaultFillable {
  /// Returns a copy with changes.
  ///
  /// ```swift
  /// let narrow = EditorConfig().copy { $0.tabSize = 2 }
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
