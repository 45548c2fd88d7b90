/// A member of a type, as far as the macros need to know it.
enum Member {
  /// A declaration with `let` or `var`, which may have several properties.
  case properties([Property])
  case cases(EnumCases)
  case initializer(Initializer)
  case function(Function)
  case type(NestedType)
  case `typealias`(TypeAlias)
  /// Attributes of the next member, which are in an `#if` of their own.
  case attributes(Int)
  /// A macro that declares members.
  case macro(Int)
  case other
}

/// A `case` of an enum, with all its elements.
struct EnumCases {
  struct Element {
    let nameIndex: Int
    /// The name as it is written, with backticks.
    let writtenName: String
    let name: String
    /// The tokens between the parentheses.
    let payload: Range<Int>?
    let rawValue: Range<Int>?
  }

  let attributes: [Attribute]
  let elements: [Element]
  let declaration: Range<Int>
}

/// An initializer.
struct Initializer {
  let modifiers: [Modifier]
  /// The index of `init`.
  let keyword: Int
  let hasParameters: Bool
  /// The parameter, if there is only one.
  let parameter: Parameter?
}

/// A function.
struct Function {
  let modifiers: [Modifier]
  let name: String
  let nameIndex: Int
  /// The parameter, if there is only one.
  let parameter: Parameter?
}

/// A parameter without a default value.
struct Parameter {
  let label: String
  let type: Range<Int>
}

/// A `typealias`.
struct TypeAlias {
  let name: String
  let nameIndex: Int
  /// What is after the `=`; empty in invalid code.
  let type: Range<Int>
}

/// A type in a type.
struct NestedType {
  let kind: String
  let name: String
  let nameIndex: Int
  /// The tokens between its braces.
  let body: Range<Int>
}
