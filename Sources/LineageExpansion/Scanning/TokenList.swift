/// The tokens of a source text, and which brackets belong together.
struct TokenList {
  let source: SourceText
  /// The tokens, with one of kind `end` after the last.
  private let tokens: [Token]
  /// For each bracket, the index of the one that belongs to it.
  private let partners: [Int]
  /// Why the text can't be read; its tokens and brackets are complete only without a problem.
  let problem: Tokenizer.Problem?

  init(_ source: SourceText) {
    var tokenizer = Tokenizer(source.bytes)
    var tokens: [Token] = []
    var partners: [Int] = []
    var open: [Int] = []
    var problem: Tokenizer.Problem?
    repeat {
      var token = tokenizer.next()
      if token.range.count <= 15 { token.spelling = source.text(token.range) }
      partners.append(tokens.count)
      if token.kind == .open {
        open.append(tokens.count)
      } else if token.kind == .close {
        // In ASCII, a closing bracket is one or two after its opening one.
        if let partner = open.popLast(),
          1...2 ~= Int(source.bytes[token.range.lowerBound])
            - Int(source.bytes[tokens[partner].range.lowerBound])
        {
          partners[partner] = tokens.count
          partners[tokens.count] = partner
        } else {
          problem =
            problem
            ?? .init(offset: token.range.lowerBound, message: "this bracket has no opening bracket")
        }
      } else if token.kind == .stray {
        problem =
          problem
          ?? .init(offset: token.range.lowerBound, message: "this character isn't part of Swift")
      }
      tokens.append(token)
    } while tokens.last?.kind != .end
    if problem == nil, let last = open.last {
      problem = .init(offset: tokens[last].range.lowerBound, message: "this bracket isn't closed")
    }
    self.source = source
    self.tokens = tokens
    self.partners = partners
    self.problem = tokenizer.problem ?? problem
  }

  /// The index of the token after the last.
  var end: Int { tokens.count - 1 }

  /// The token at an index; that of kind `end` beyond the last.
  subscript(index: Int) -> Token { tokens[min(max(index, 0), end)] }

  /// The index of the bracket that belongs to the one at an index.
  func partner(of index: Int) -> Int { partners[index] }

  /// The index after the token, or after the whole group if it opens one.
  func afterGroup(_ index: Int) -> Int {
    self[index].kind == .open ? max(partners[index], index) + 1 : index + 1
  }

  // MARK: - Text

  func text(_ index: Int) -> String {
    let token = self[index]
    return token.range.count <= 15 ? token.spelling : source.text(token.range)
  }

  /// The text of a range of tokens, with all space and comments in it.
  func text(_ range: Range<Int>) -> String {
    range.isEmpty ? "" : source.text(offsets(range))
  }

  /// The offsets of a range of tokens in the text.
  func offsets(_ range: Range<Int>) -> Range<Int> {
    let start = self[range.lowerBound].range.lowerBound
    return start..<max(start, range.isEmpty ? start : self[range.upperBound - 1].range.upperBound)
  }

  /// Whether the token has this text. That of a name in backticks includes them, so it is never a keyword.
  func isToken(_ index: Int, _ text: String) -> Bool {
    text.utf8.count <= 15 ? self[index].spelling == text : self.text(index) == text
  }

  /// Whether the token is one of some words, of at most fifteen bytes each.
  func isToken(_ index: Int, in texts: Set<String>) -> Bool {
    self[index].kind == .word && texts.contains(self[index].spelling)
  }

  /// Whether the operator at an index is an arrow, `->`.
  func isArrow(_ index: Int) -> Bool {
    isToken(index, "-") && isToken(index + 1, ">") && self[index + 1].isJoined
  }

  /// Whether a lone `=` is at an index. One after a generic type may be joined to it: `[Set<Int>]=[]`.
  func isAssignment(_ index: Int) -> Bool { isToken(index, "=") && !self[index + 1].isJoined }
}
