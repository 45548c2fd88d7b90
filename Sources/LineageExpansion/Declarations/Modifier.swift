/// A modifier, such as `private(set)`.
struct Modifier {
  let word: String

  static let words: Set<String> = [
    "public", "private", "fileprivate", "internal", "package", "open", "static", "final", "lazy",
    "weak", "unowned", "nonisolated", "mutating", "nonmutating", "override", "required",
    "convenience", "dynamic", "optional", "indirect", "isolated", "distributed", "borrowing",
    "consuming", "__consuming", "prefix", "postfix", "infix", "sending",
  ]
}
