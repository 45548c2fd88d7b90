/// The hashes of everything in a declaration that a shipped version may not change.
///
/// There is one for each coded property or case, and one for the arguments of the annotation. Each is
/// four characters, so that the digest can say which of them has changed, and which is new. They are
/// computed from tokens: layout, comments, and the order of properties don't matter.
struct Digest {
  struct Part {
    /// The name of the property or case; nil for the annotation.
    let name: String?
    let place: SourceRange
    let hash: String
  }

  private(set) var parts: [Part] = []

  var text: String { parts.map(\.hash).sorted().joined(separator: "-") }

  init(_ coded: CodedType, annotation: Attribute) {
    let tokens = coded.tokens
    add(annotation, of: tokens)
    for field in coded.fields {
      let property = field.property
      var text = tokens.normalized(field.key, property.attributes)
      text += " " + property.name
      if let type = property.type { text += " : " + tokens.normalized(type) }
      if let value = property.initialValue { text += " = " + tokens.normalized(value) }
      parts.append(
        Part(name: field.name, place: tokens.place(property.pattern), hash: Self.hash(text)))
    }
  }

  init(_ cases: UnionCases, _ tokens: TokenList, annotation: Attribute) {
    add(annotation, of: tokens)
    for row in cases.rows {
      var text = tokens.normalized(row.tag ?? "", row.group.attributes)
      text += " case " + row.element.name
      if let payload = row.element.payload { text += " ( " + tokens.normalized(payload) + " )" }
      parts.append(
        Part(
          name: row.element.name, place: tokens.place(row.element.nameIndex), hash: Self.hash(text))
      )
    }
  }

  private mutating func add(_ annotation: Attribute, of tokens: TokenList) {
    let text =
      annotation.name + " "
      + tokens.normalized(annotation.nameTokens.upperBound..<annotation.tokens.upperBound)
    parts.append(Part(name: nil, place: tokens.place(annotation.tokens), hash: Self.hash(text)))
  }

  // MARK: - Hashing

  private static let digits = Array("0123456789abcdefghijklmnopqrstuv")

  /// The FNV-1a hash of a text, folded to twenty bits.
  private static func hash(_ text: String) -> String {
    let hash = text.utf8.reduce(into: 14_695_981_039_346_656_037 as UInt64) {
      $0 = ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    let folded = hash ^ hash >> 20 ^ hash >> 40 ^ hash >> 60
    return String((0..<4).map { digits[Int(folded >> (5 * UInt64($0)) & 31)] })
  }

  /// The hashes in the text of a digest; nil if it is none.
  static func hashes(in text: String) -> [String]? {
    let hashes = text.split(separator: "-", omittingEmptySubsequences: false)
    guard hashes.allSatisfy({ $0.count == 4 && $0.allSatisfy(digits.contains) }) else { return nil }
    return hashes.map { String($0) }
  }
}

extension TokenList {
  /// The text of tokens with one space between any two of them, and without commas at the end of a
  /// list, which are layout too.
  fileprivate func normalized(_ tokens: Range<Int>) -> String {
    var text = ""
    for index in tokens {
      if isToken(index, ","), index + 1 < tokens.upperBound, self[index + 1].kind == .close {
        continue
      }
      if !text.isEmpty, !self[index].isJoined { text += " " }
      text += self.text(index)
    }
    return text
  }

  /// The text of a key and of attributes, in any order.
  fileprivate func normalized(_ key: String, _ attributes: [Attribute]) -> String {
    let attributes = attributes.map { "@" + normalized($0.tokens.dropFirst()) }.sorted()
    return ([key] + attributes).joined(separator: " ")
  }
}
