/// A token of Swift: a word, a literal, a bracket, or one character of an operator.
struct Token {
  enum Kind {
    /// A name or a keyword. Which of the two depends on the context more often than not.
    case word
    /// A name in backticks.
    case quotedWord
    case number
    /// A string with everything in it, also interpolations.
    case string
    case regex
    /// A `#` with the word after it, such as `#if`.
    case directive
    case open
    case close
    /// One of `,` `;` `:` `.` `@` `\` and `#`.
    case punctuation
    /// One character of an operator. The angle brackets of generics look like operators, and those of
    /// `[[Int: Set<Int>?]` end in one, so operators aren't put together.
    case operatorCharacter
    /// A character that no Swift program has there.
    case stray
    /// The end of the text.
    case end
  }

  /// What an operator is, from the space around it.
  enum Fixity { case prefix, infix, postfix }

  let kind: Kind
  /// Where it is in the text.
  let range: Range<Int>
  let isFirstOnLine: Bool
  let followsSpace: Bool
  /// Whether it belongs to the same operator as the token before.
  var isJoined = false
  var fixity = Fixity.infix
  /// The text of a token with at most fifteen bytes, which a string holds without memory of its own;
  /// empty for longer ones.
  var spelling = ""
}
