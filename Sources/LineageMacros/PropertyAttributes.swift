/// Gives a property another key than its name, or a case of a union another tag.
///
/// ```swift
/// @Key("created_at") var created: Date?
/// ```
///
/// - Parameter key: The key, as a literal.
@attached(peer)
public macro Key(_ key: String) = #externalMacro(module: "LineageMacrosPlugin", type: "KeyMacro")

/// Leaves a property out of the document.
///
/// The property needs an initial value, which it has after decoding:
///
/// ```swift
/// @Ignored var cache = Cache()
/// ```
@attached(peer)
public macro Ignored() = #externalMacro(module: "LineageMacrosPlugin", type: "IgnoredMacro")

/// Gives a property a value for documents in which its field is missing or null.
///
/// Use it for `let` properties, because Swift doesn't let an initializer set a `let` that has an initial value:
///
/// ```swift
/// @Filled(Language.unknown) let language: Language
/// ```
///
/// The value is evaluated whenever the field is missing or null, and always if a wrapper such as `@Lenient` may replace
/// what is there. (Swift evaluates the initial value of a `var` whenever it calls an initializer.) Write its type if
/// it isn't a literal: `Language.unknown`, not `.unknown`.
///
/// - Parameter value: The value.
@attached(peer)
public macro Filled<Value>(_ value: Value) =
  #externalMacro(module: "LineageMacrosPlugin", type: "FilledMacro")

/// Makes a property nil in documents in which its field is missing.
///
/// - Parameter value: `nil`.
@attached(peer)
public macro Filled(_ value: Never?) =
  #externalMacro(module: "LineageMacrosPlugin", type: "FilledMacro")

/// Makes a property empty in documents in which its field is missing.
///
/// - Parameter value: `[]`.
@attached(peer)
public macro Filled(_ value: [Never]) =
  #externalMacro(module: "LineageMacrosPlugin", type: "FilledMacro")

/// Makes a property empty in documents in which its field is missing.
///
/// - Parameter value: `[:]`.
@attached(peer)
public macro Filled(_ value: [Never: Never]) =
  #externalMacro(module: "LineageMacrosPlugin", type: "FilledMacro")
