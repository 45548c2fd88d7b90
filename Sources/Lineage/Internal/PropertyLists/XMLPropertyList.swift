/// The elements of XML property lists.
enum XMLElement: String, Sendable, CustomStringConvertible {
  case plist, array, dict, key, string, data, date, real, integer
  case `true`, `false`

  var description: String { rawValue }

  /// The expected content of a scalar.
  var expectation: String {
    switch self {
    case .data: "Base64"
    case .date: "a date like 2001-12-31T23:59:59Z"
    case .real: "a number"
    case .integer: "a whole number"
    default: "text"
    }
  }

  /// Creates an element from its packed name, with eight bits per character; see `packed(_:)`.
  init?(packed name: UInt64) {
    switch name {
    case Self.packed("dict"): self = .dict
    case Self.packed("key"): self = .key
    case Self.packed("string"): self = .string
    case Self.packed("integer"): self = .integer
    case Self.packed("array"): self = .array
    case Self.packed("real"): self = .real
    case Self.packed("true"): self = .true
    case Self.packed("false"): self = .false
    case Self.packed("date"): self = .date
    case Self.packed("data"): self = .data
    case Self.packed("plist"): self = .plist
    default: return nil
    }
  }

  @inline(__always)
  private static func packed(_ name: String) -> UInt64 {
    name.utf8.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// Reads an XML property list from its first byte to the end of its root.
///
/// It accepts what `PropertyListDecoder` accepts: any text after an element's name up to `>` counts
/// as attributes, which are ignored. Comments in strings and white space after numbers aren't
/// allowed, and anything after the root is ignored. Declarations in a document type are rejected,
/// so XML's five entities are the only ones.
struct XMLPropertyList: TextPropertyList {
  let text: [UInt8]
  var position = 0
  private var builder: PropertyListBuilder

  init(_ text: [UInt8], _ builder: PropertyListBuilder) {
    self.text = text
    self.builder = builder
  }

  mutating func read() throws(PropertyListError) {
    builder.reserve(min(text.count / 24 + 1, 4096))
    var tag = try openingTag(allowsDocumentType: true)
    let isInPlist = tag.element == .plist
    if isInPlist {
      if tag.isEmpty { throw error(.emptyElement(.plist), at: tag.start) }
      tag = try openingTag(allowsDocumentType: false)
    }
    while true {
      try begin(tag)
      guard let next = try nextValue() else { break }
      tag = next
    }
    if isInPlist {
      let end = try nextTag(inside: .plist)
      guard end.isClosing else { throw error(.secondValue, at: end.start) }
      guard end.element == .plist else { throw error(.closingTag(expected: .plist), at: end.start) }
    }
  }

  /// The tag of a required value.
  private mutating func openingTag(allowsDocumentType: Bool) throws(PropertyListError) -> Tag {
    let tag = try nextTag(inside: .plist, allowsDocumentType: allowsDocumentType)
    if tag.isClosing {
      throw error(tag.element == .plist ? .emptyElement(.plist) : .malformedTag, at: tag.start)
    }
    return tag
  }

  /// Closes the containers that end here, and returns the tag of the next value; nil at the end of
  /// the root.
  private mutating func nextValue() throws(PropertyListError) -> Tag? {
    while let container = builder.container {
      let element: XMLElement = container == .object ? .dict : .array
      let tag = try nextTag(inside: element)
      if tag.isClosing {
        guard tag.element == element else {
          throw error(.closingTag(expected: element), at: tag.start)
        }
        builder.close()
      } else if container == .array {
        return tag
      } else {
        guard tag.element == .key else { throw error(.keyExpected, at: tag.start) }
        let key = try string(in: tag)
        builder.setKey(key.text, isASCII: key.isASCII)
        let value = try nextTag(inside: .dict)
        if value.isClosing { throw error(.valueExpected, at: value.start) }
        return value
      }
    }
    return nil
  }

  /// Reads a scalar, or opens a container.
  private mutating func begin(_ tag: Tag) throws(PropertyListError) {
    switch tag.element {
    case .dict, .array:
      if builder.isTooDeep {
        throw error(.tooDeep(limit: DocumentDepth.maximum), at: tag.start)
      }
      builder.open(tag.element == .dict ? .object : .array)
      if tag.isEmpty { builder.close() }
    case .string, .key:
      let string = try string(in: tag)
      if string.isNull {
        builder.add(TreeNode(.null))
      } else {
        builder.add(TreeNode(.plainText, start: string.text.start, length: string.text.length))
      }
    case .true, .false:
      if !tag.isEmpty { try close(tag.element) }
      builder.add(TreeNode(tag.element == .true ? .true : .false))
    case .integer, .real, .date, .data:
      let content = try content(of: tag)
      guard let node = XMLScalars.node(of: tag.element, text[content], in: builder) else {
        throw error(.malformed(tag.element), at: tag.start)
      }
      builder.add(node)
    case .plist: throw error(.unexpectedCharacter(expected: "a value"), at: tag.start)
    }
  }

  // MARK: - Tags

  private struct Tag {
    let element: XMLElement
    let start: Int
    var isClosing = false
    /// Whether it is an element without content, like `<true/>`.
    var isEmpty = false
  }

  /// The next tag, past white space, comments and processing instructions.
  private mutating func nextTag(
    inside element: XMLElement, allowsDocumentType: Bool = false
  ) throws(PropertyListError) -> Tag {
    while true {
      skipSpace()
      guard position < text.count else { throw error(.unexpectedEnd(inside: "<\(element)>")) }
      guard text[position] == ASCII.lessThan else {
        throw error(.unexpectedCharacter(expected: "a tag"))
      }
      let start = position
      position += 1
      switch peek() {
      case ASCII.questionMark:
        try skip(past: "?>", of: "a processing instruction")
      case ASCII.exclamationMark where begins(with: "!--"):
        position += 3
        try skip(past: "-->", of: "a comment")
      case ASCII.exclamationMark:
        guard allowsDocumentType else { throw error(.unexpectedCharacter(expected: "a tag")) }
        try skipDocumentType()
      case ASCII.slash:
        position += 1
        let element = try elementName(of: start)
        skipSpace()
        guard peek() == ASCII.greaterThan else { throw error(.malformedTag, at: start) }
        position += 1
        return Tag(element: element, start: start, isClosing: true)
      default:
        let element = try elementName(of: start)
        while peek() != ASCII.greaterThan {
          guard position < text.count else { throw error(.unexpectedEnd(inside: "a tag")) }
          position += 1
        }
        position += 1
        return Tag(element: element, start: start, isEmpty: text[position - 2] == ASCII.slash)
      }
    }
  }

  private mutating func elementName(of start: Int) throws(PropertyListError) -> XMLElement {
    var name: UInt64 = 0
    let first = position
    while position < text.count, text[position] &- 0x61 < 26 {
      name = name << 8 | UInt64(text[position])
      position += 1
    }
    guard position < text.count else { throw error(.unexpectedEnd(inside: "a tag")) }
    let end = text[position]
    let isEnd = end == ASCII.greaterThan || end == ASCII.slash || ASCII.isXMLSpace(end)
    guard isEnd, position - first <= 8, let element = XMLElement(packed: name) else {
      throw error(isEnd && position == first ? .malformedTag : .unknownElement, at: start)
    }
    return element
  }

  private mutating func skipDocumentType() throws(PropertyListError) {
    let start = position
    guard begins(with: "!DOCTYPE") else { throw error(.documentType, at: start) }
    while peek() != ASCII.greaterThan {
      guard position < text.count else { throw error(.unexpectedEnd(inside: "the document type")) }
      if text[position] == ASCII.openBracket { throw error(.documentType, at: position) }
      position += 1
    }
    position += 1
  }

  private mutating func close(_ element: XMLElement) throws(PropertyListError) {
    let start = position
    guard begins(with: "</") else {
      guard position < text.count else { throw error(.unexpectedEnd(inside: "<\(element)>")) }
      throw error(.closingTag(expected: element))
    }
    position += 2
    guard try elementName(of: start) == element else {
      throw error(.closingTag(expected: element), at: start)
    }
    skipSpace()
    guard peek() == ASCII.greaterThan else { throw error(.malformedTag, at: start) }
    position += 1
  }

  // MARK: - Content

  /// The content of an element without markup and entities.
  private mutating func content(of tag: Tag) throws(PropertyListError) -> Range<Int> {
    if tag.isEmpty {
      guard tag.element == .data else { throw error(.emptyElement(tag.element), at: tag.start) }
      return position..<position
    }
    let start = position
    while position < text.count, text[position] != ASCII.lessThan { position += 1 }
    let end = position
    try close(tag.element)
    return start..<end
  }

  private struct Text {
    let text: TreeText
    var isASCII = true
    /// Whether it is the string that encoders write for nil.
    var isNull = false
  }

  private mutating func string(in tag: Tag) throws(PropertyListError) -> Text {
    if tag.isEmpty { return Text(text: builder.addText([])) }
    let start = position
    let isASCII = skipPlainCharacters()
    guard begins(with: "</") else { return try markedUpString(from: start, in: tag) }
    let characters = text[start..<position]
    if !isASCII { try validate(characters, at: start) }
    try close(tag.element)
    return Text(
      text: builder.addText(characters), isASCII: isASCII,
      isNull: characters.elementsEqual(PropertyListReader.textOfNil))
  }

  /// A string with entities or CDATA sections.
  private mutating func markedUpString(
    from start: Int, in tag: Tag
  ) throws(PropertyListError) -> Text {
    var characters = Array(text[start..<position])
    while position < text.count, !begins(with: "</") {
      if text[position] == ASCII.ampersand {
        characters.append(contentsOf: String(try reference()).utf8)
      } else if begins(with: "<![CDATA[") {
        position += 9
        let first = position
        try skip(past: "]]>", of: "a CDATA section")
        characters += text[first..<position - 3]
      } else {
        throw error(.closingTag(expected: tag.element))
      }
      let first = position
      _ = skipPlainCharacters()
      characters += text[first..<position]
    }
    let isASCII = characters.withBytes { $0.isASCII }
    if !isASCII { try validate(characters[...], at: start) }
    try close(tag.element)
    return Text(text: builder.addText(characters[...]), isASCII: isASCII)
  }

  /// Skips to the next tag or entity, and returns whether all skipped characters are ASCII.
  private mutating func skipPlainCharacters() -> Bool {
    var all: UInt8 = 0
    while position < text.count {
      let byte = text[position]
      if byte == ASCII.lessThan || byte == ASCII.ampersand { break }
      all |= byte
      position += 1
    }
    return all < 0x80
  }

  private mutating func reference() throws(PropertyListError) -> Character {
    let start = position
    position += 1
    if peek() == ASCII.numberSign { return try numericReference(from: start) }
    for (name, character) in [
      ("amp;", "&"), ("lt;", "<"), ("gt;", ">"), ("quot;", "\""), ("apos;", "'"),
    ] as [(String, Character)] where begins(with: name) {
      position += name.utf8.count
      return character
    }
    throw error(.unknownEntity, at: start)
  }

  private mutating func numericReference(from start: Int) throws(PropertyListError) -> Character {
    position += 1
    let isHexadecimal = peek() == 0x78
    if isHexadecimal { position += 1 }
    var number: UInt32 = 0
    var digitCount = 0
    while peek() != ASCII.semicolon {
      guard let digit = ASCII.hexDigit(peek()), isHexadecimal || digit < 10, number <= 0x10FFFF
      else { throw error(.invalidCharacterReference, at: start) }
      number = number * (isHexadecimal ? 16 : 10) + UInt32(digit)
      digitCount += 1
      position += 1
    }
    position += 1
    guard digitCount > 0, let scalar = Unicode.Scalar(number) else {
      throw error(.invalidCharacterReference, at: start)
    }
    return Character(scalar)
  }

  private func validate(
    _ characters: ArraySlice<UInt8>, at start: Int
  ) throws(PropertyListError) {
    guard String(validating: characters, as: UTF8.self) != nil else {
      throw error(.invalidUTF8, at: start)
    }
  }

  // MARK: - Characters

  private mutating func skipSpace() {
    while position < text.count, ASCII.isXMLSpace(text[position]) { position += 1 }
  }

  private mutating func skip(past mark: String, of construct: String) throws(PropertyListError) {
    let first = mark.utf8.first
    while position < text.count {
      if text[position] == first, begins(with: mark) {
        position += mark.utf8.count
        return
      }
      position += 1
    }
    throw error(.unexpectedEnd(inside: construct))
  }
}
