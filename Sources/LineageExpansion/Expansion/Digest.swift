/// The hashes of everything in a declaration that a shipped version may not change.
///
/// There is one for each coded property or case, and one for the arguments of the annotation. Each is
/// four characters, so that the digest can say which of them has changed, and which is new. They are
/// computed from tokens: layout, comments, the modules of attributes, the order of properties, and that of attributes
/// don't matter. Only the order of property wrappers does, because one is inside the other.
struct Digest {
  struct Part {
    /// The name of the property or case; nil for the annotation.
    let name: String?
    let place: SourceRange
    let hash: String
    /// The hashes that digests had formerly, which are still right.
    let formerHashes: [String]

    func isHash(_ hash: String) -> Bool { hash == self.hash || formerHashes.contains(hash) }
  }

  private(set) var parts: [Part] = []

  var text: String { Self.text(parts.map(\.hash)) }

  init(_ coded: CodedType, annotation: Attribute) {
    let tokens = coded.tokens
    add(annotation, of: tokens)
    for field in coded.fields {
      let property = field.property
      add(field.name, tokens.place(property.pattern)) { form in
        var text = tokens.normalized(field.key, property.attributes, form)
        text += " " + property.name
        if let type = property.type { text += " : " + tokens.normalized(type, form) }
        if let value = property.initialValue {
          text += " = " + tokens.normalized(value, form)
        }
        return text
      }
    }
    // A protocol such as `Downgradable` makes a type `VersionedCodable`, too.
    let isVersioned =
      annotation.macro == .document || coded.declaration.inherits("VersionedCodable")
      || coded.propertiesOfVersion.contains { $0.name == "version" }
    for property in coded.propertiesOfVersion
    where isVersioned || property.name == "encodesDefaults" {
      // It begins with the type, or with what follows the name of a computed property.
      let declaration = property.pattern.upperBound..<property.declaration.upperBound
      add(property.name, tokens.place(property.pattern)) { form in
        property.name + " " + tokens.normalized(property.initialValue ?? declaration, form)
      }
    }
    if isVersioned, let previous = coded.previousVersion {
      add(previous.name, tokens.place(previous.nameIndex)) { form in
        previous.name + " " + tokens.normalized(previous.type, form)
      }
    }
  }

  init(_ cases: UnionCases, _ tokens: TokenList, annotation: Attribute) {
    add(annotation, of: tokens)
    for row in cases.rows {
      add(row.element.name, tokens.place(row.element.nameIndex)) { form in
        var text = tokens.normalized(row.tag ?? "", row.group.attributes, form)
        text += " case " + row.element.name
        if let payload = row.element.payload {
          text += " ( " + tokens.normalized(payload, row.label, form) + " )"
        }
        return text
      }
    }
  }

  private mutating func add(_ annotation: Attribute, of tokens: TokenList) {
    let arguments = annotation.nameRange.upperBound..<annotation.range.upperBound
    add(nil, tokens.place(annotation.range)) { form in
      annotation.name + " " + tokens.normalized(arguments, form)
    }
  }

  private mutating func add(
    _ name: String?, _ place: SourceRange, _ text: (DigestForm) -> String
  ) {
    parts.append(
      Part(
        name: name, place: place, hash: Self.hash(text(.current)),
        formerHashes: DigestForm.former.map { Self.hash(text($0)) }))
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

  /// The text of a digest with some hashes.
  static func text(_ hashes: [String]) -> String { hashes.sorted().joined(separator: "-") }

  /// The hashes in the text of a digest; nil if it is none.
  static func hashes(in text: String) -> [String]? {
    let hashes = text.split(separator: "-", omittingEmptySubsequences: false)
    guard hashes.allSatisfy({ $0.count == 4 && $0.allSatisfy(digits.contains) }) else { return nil }
    return hashes.map { String($0) }
  }
}

/// What the text of a part says, and what it leaves out.
private struct DigestForm {
  /// Whether it has the line ends and the indentation of literals with several lines, which aren't part of their
  /// values.
  var hasLiteralLayout = false
  /// Whether it has the order of property wrappers.
  var hasWrapperOrder = true
  /// Whether it has semicolons, commas at the end of generic arguments, and which of the `>` after them are joined.
  var hasListLayout = false
  /// Whether it has the modules of attributes, names of payloads that only the declaration uses, and the layout and the
  /// comments in interpolations.
  var hasSpelling = false

  static let current = DigestForm()
  static let former = [
    DigestForm(hasSpelling: true),
    DigestForm(hasListLayout: true, hasSpelling: true),
    DigestForm(hasWrapperOrder: false, hasListLayout: true, hasSpelling: true),
    DigestForm(
      hasLiteralLayout: true, hasWrapperOrder: false, hasListLayout: true, hasSpelling: true),
  ]
}

extension TokenList {
  /// The text of tokens with one space between any two of them, and without semicolons and commas at the end of a
  /// list, which are layout too.
  fileprivate func normalized(_ range: Range<Int>, _ form: DigestForm) -> String {
    var text = ""
    for index in range {
      if isToken(index, ","), index + 1 < range.upperBound {
        if self[index + 1].kind == .close { continue }
        if !form.hasListLayout, isToken(index + 1, ">") { continue }
      }
      if !form.hasListLayout, isToken(index, ";") { continue }
      let isJoined = self[index].isJoined && (form.hasListLayout || !isToken(index, ">"))
      if !text.isEmpty, !isJoined { text += " " }
      switch self[index].kind {
      case .string where !form.hasSpelling: text += normalizedString(index, form).withoutLayout
      case .string, .regex:
        text += form.hasLiteralLayout ? self.text(index) : self.text(index).withoutLayout
      default: text += self.text(index)
      }
    }
    return text
  }

  /// The text of a string whose interpolations are normalized, too.
  private func normalizedString(_ index: Int, _ form: DigestForm) -> String {
    let string = SourceText(text(index))
    var tokenizer = Tokenizer(string.bytes)
    _ = tokenizer.next()
    var text = ""
    var end = 0
    for interpolation in tokenizer.interpolations {
      let tokens = TokenList(SourceText(string.text(interpolation)))
      text += string.text(end..<interpolation.lowerBound)
      text += tokens.normalized(0..<tokens.end, form)
      end = interpolation.upperBound
    }
    return text + string.text(end..<string.bytes.count)
  }

  /// The text of a payload with its label.
  fileprivate func normalized(
    _ payload: Range<Int>, _ label: String?, _ form: DigestForm
  ) -> String {
    guard !form.hasSpelling, let only = arguments(in: payload).first else {
      return normalized(payload, form)
    }
    return (label.map { $0 + " : " } ?? "") + normalized(only.value, form)
  }

  /// The text of a key and of attributes, in any order, except for property wrappers if there are several.
  fileprivate func normalized(
    _ key: String, _ attributes: [Attribute], _ form: DigestForm
  ) -> String {
    let wrappers = attributes.filter(\.isPropertyWrapper)
    guard form.hasWrapperOrder, wrappers.count > 1 else {
      return ([key] + attributes.map { normalized($0, form) }.sorted()).joined(separator: " ")
    }
    let others = attributes.filter { !$0.isPropertyWrapper }
    // Wrappers in alphabetical order must have another hash than formerly, or it would be right for any order.
    let nesting = wrappers.map { normalized($0, form) }.joined(separator: " around ")
    return ([key] + others.map { normalized($0, form) }.sorted() + [nesting])
      .joined(separator: " ")
  }

  private func normalized(_ attribute: Attribute, _ form: DigestForm) -> String {
    let start = form.hasSpelling ? attribute.range.lowerBound + 1 : attribute.nameIndex
    return "@" + normalized(start..<attribute.range.upperBound, form)
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
