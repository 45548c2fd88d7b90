/// A type whose missing fields get the values that its `init()` gives them.
///
/// A struct whose properties all have initial values already has that initializer, so the
/// conformance is all you write:
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
/// Fields are filled wherever the type appears in data that is decoded with
/// `decode(versioned:from:)` or `decode(unversioned:from:)`: nested, in arrays, dictionaries and
/// optionals.
///
/// - A property whose key is missing gets its initial value; so does a non-optional property whose
///   value is `null`, unless its type decodes null itself, as ``DocumentValue`` does.
/// - `null` for an optional property is nil, even if its initial value isn't.
/// - A value of the wrong type is an error, never a default.
/// - A property marked ``Required`` is never filled.
///
/// Lineage learns defaults by encoding `init()`, so `init(from:)` and `encode(to:)` must agree on
/// their keys, as synthesized ones do. A default that differs from one `init()` to the next, like
/// `UUID()` or `Date()`, is made again for each value that is filled. Other defaults are cached: for one
/// call if a type asks its encoder for `userInfo`, otherwise for all calls.
///
/// - Important: Lineage compares consecutive `init()`s to find defaults that differ. One that
///   changes more slowly, such as today's date or a setting, is taken for a constant: set it in a
///   step instead.
public protocol DefaultFillable: Codable, SendableMetatype {
  /// Creates a value with all defaults.
  ///
  /// Swift makes this initializer if each stored property has an initial value, and the body of the struct has no
  /// initializer of its own. Write steps in an extension.
  init()

  /// Whether fields that equal their default are encoded. The default is true.
  ///
  /// If it is false, documents contain only what was changed. This applies to the fields of this
  /// type only, not to those of nested types. An optional whose default isn't nil is written as
  /// `null` when it is nil. Because the defaults of a shipped version never change, a new version
  /// can have other defaults, and older documents keep their meaning.
  static var encodesDefaults: Bool { get }
}

extension DefaultFillable {
  /// All fields are encoded.
  public static var encodesDefaults: Bool { true }
}

extension DefaultFillable {
  /// Returns a copy with changes.
  ///
  /// ```swift
  /// let narrow = EditorConfig().copy { $0.tabSize = 2 }
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

/// Returns a copy of a value with changes.
func copied<Value>(_ value: Value, _ edit: (inout Value) throws -> Void) rethrows -> Value {
  precondition(
    !(Value.self is AnyObject.Type),
    """
    \(TypeName.shown(Value.self)) is a class, so its values have no copies: change the object itself.
    """)
  var copy = value
  try edit(&copy)
  return copy
}
