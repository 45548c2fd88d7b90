/// The hashes of everything in a declaration that a shipped version may not change.
///
/// There is one for each coded property or case, and one for the arguments of the annotation. Each is
/// four characters, so that the digest can say which of them has changed, and which is new. They are
/// computed from tokens: layout, comments, the modules of attributes, the order of properties, and that of attributes
/// don't matter. Only the order of property wrappers does, because one is inside the other. Neither does the name of the
/// type itself, which changes when there is a newer version.
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
    let source = DigestSource(tokens: coded.tokens, typeName: coded.declaration.name)
    add(annotation, of: source)
    for field in coded.fields {
      let property = field.property
      var text = "\(source.text(field.key, property.attributes)) \(property.name)"
      if let type = property.type { text += " : " + source.text(type) }
      if let value = property.initialValue { text += " = " + source.text(value) }
      add(field.name, source.tokens.place(property.pattern), text)
    }
    // A protocol such as `Downgradable` makes a type `VersionedCodable`, too.
    let isVersioned =
      annotation.macro == .document || coded.declaration.inherits("VersionedCodable")
      || coded.propertiesOfVersion.contains { $0.name == "version" }
    for property in coded.propertiesOfVersion
    where isVersioned || property.name == "encodesDefaults" {
      // It begins with the type, or with what follows the name of a computed property.
      let declaration = property.pattern.upperBound..<property.declaration.upperBound
      let value = source.text(property.initialValue ?? declaration)
      add(property.name, source.tokens.place(property.pattern), "\(property.name) \(value)")
    }
    if isVersioned, let previous = coded.previousVersion {
      let text = "\(previous.name) \(source.text(previous.type))"
      add(previous.name, source.tokens.place(previous.nameIndex), text)
    }
  }

  init(_ cases: UnionCases, _ declaration: Declaration, annotation: Attribute) {
    let source = DigestSource(tokens: declaration.tokens, typeName: declaration.name)
    add(annotation, of: source)
    for row in cases.rows {
      let element = row.element
      var text = "\(source.text(row.tag ?? "", row.group.attributes)) case \(element.name)"
      if let payload = element.payload {
        text += " ( \(source.text(ofPayload: payload, label: row.label)) )"
      }
      add(element.name, source.tokens.place(element.nameIndex), text)
    }
  }

  private mutating func add(_ annotation: Attribute, of source: DigestSource) {
    let arguments = annotation.nameRange.upperBound..<annotation.range.upperBound
    add(
      nil, source.tokens.place(annotation.range),
      "\(annotation.name) \(source.text(arguments))")
  }

  private mutating func add(_ name: String?, _ place: SourceRange, _ text: String) {
    parts.append(Part(name: name, place: place, hash: Self.hash(text)))
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

/// The parts of a declaration as the texts that are hashed.
private struct DigestSource {
  let tokens: TokenList
  /// The name of the declared type, for which the texts have `Self`.
  let typeName: String

  /// Tokens with one space between any two of them, and without semicolons and commas at the end of a list, which are
  /// layout too.
  func text(_ range: Range<Int>) -> String {
    var text = ""
    for index in range where !isLayout(index, in: range) {
      let isJoined = tokens[index].isJoined && !tokens.isToken(index, ">")
      if !text.isEmpty, !isJoined { text += " " }
      switch tokens[index].kind {
      case .string: text += self.text(ofString: index).withoutLayout
      case .regex: text += tokens.text(index).withoutLayout
      case .word where tokens.isToken(index, typeName): text += "Self"
      default: text += tokens.text(index)
      }
    }
    return text
  }

  private func isLayout(_ index: Int, in range: Range<Int>) -> Bool {
    if tokens.isToken(index, ";") { return true }
    return tokens.isToken(index, ",") && index + 1 < range.upperBound
      && (tokens[index + 1].kind == .close || tokens.isToken(index + 1, ">"))
  }

  /// A string with the texts of its interpolations.
  private func text(ofString index: Int) -> String {
    let string = SourceText(tokens.text(index))
    var tokenizer = Tokenizer(string.bytes)
    _ = tokenizer.next()
    var text = ""
    var end = 0
    for interpolation in tokenizer.interpolations {
      let inner = DigestSource(
        tokens: TokenList(SourceText(string.text(interpolation))), typeName: typeName)
      text += string.text(end..<interpolation.lowerBound)
      text += inner.text(0..<inner.tokens.end)
      end = interpolation.upperBound
    }
    return text + string.text(end..<string.bytes.count)
  }

  /// A payload with its label.
  func text(ofPayload payload: Range<Int>, label: String?) -> String {
    guard let only = tokens.arguments(in: payload).first else { return text(payload) }
    return (label.map { $0 + " : " } ?? "") + text(only.value)
  }

  /// A key, and attributes in any order, except for property wrappers if there are several.
  func text(_ key: String, _ attributes: [Attribute]) -> String {
    let wrappers = attributes.filter(\.isPropertyWrapper)
    guard wrappers.count > 1 else {
      return ([key] + attributes.map(text).sorted()).joined(separator: " ")
    }
    let others = attributes.filter { !$0.isPropertyWrapper }
    let nesting = wrappers.map(text).joined(separator: " around ")
    return ([key] + others.map(text).sorted() + [nesting]).joined(separator: " ")
  }

  /// An attribute without its module.
  private func text(_ attribute: Attribute) -> String {
    "@" + text(attribute.nameIndex..<attribute.range.upperBound)
  }
}

extension String {
  /// The text of a literal with the same end for all lines, and without the indentation of its last line
  /// in all others.
  fileprivate var withoutLayout: String {
    let lines = split(omittingEmptySubsequences: false, whereSeparator: \.isLineEnd)
    guard lines.count > 1, let last = lines.last else { return self }
    let indentation = last.prefix { $0 == " " || $0 == "\t" }
    return lines.map { line in
      // A line of spaces may be shorter.
      line.hasPrefix(indentation)
        ? line.dropFirst(indentation.count)
        : line.allSatisfy { $0 == " " || $0 == "\t" } ? "" : line
    }.joined(separator: "\n")
  }
}

extension Character {
  fileprivate var isLineEnd: Bool { self == "\n" || self == "\r\n" || self == "\r" }
}
