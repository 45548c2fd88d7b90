/// A modifier, such as `private(set)`.
struct Modifier {
  let word: String
  /// What its parentheses have, such as `set`.
  let detail: String?

  static let words: Set<String> = [
    "public", "private", "fileprivate", "internal", "package", "open", "static", "final", "lazy",
    "weak", "unowned", "nonisolated", "mutating", "nonmutating", "override", "required",
    "convenience", "dynamic", "optional", "indirect", "isolated", "distributed", "borrowing",
    "consuming", "__consuming", "prefix", "postfix", "infix", "sending",
  ]
}
