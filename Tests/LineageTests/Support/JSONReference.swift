@testable import Lineage

/// The expected index of `JSONIndexer`, computed byte by byte and recursively.
///
/// It supports only JSON, with trailing commas, and with or without outer braces.
struct JSONReference {
  struct Slot: Equatable {
    var kind: NodeKind
    /// The range of a scalar's text, or the first child and the number of children of a container.
    var content: Range<Int>
    var key: Range<Int>
    var keyFlags: TreeNode.Flags
    var next: Int
  }

  /// The slots of a document, or the error.
  static func read(_ bytes: [UInt8], assumesTopLevelDictionary: Bool) -> Result<
    [Slot], JSONSyntaxError
  > {
    var reader = JSONReference(bytes: bytes)
    return Result { () throws(JSONSyntaxError) in
      try reader.document(assumesTopLevelDictionary)
      return reader.slots
    }
  }

  private let bytes: [UInt8]
  private var place = 0
  private var slots: [Slot] = []

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var byte: UInt8? { byte(at: place) }

  private func byte(at place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  // MARK: - Structure

  private mutating func document(_ assumesTopLevelDictionary: Bool) throws(JSONSyntaxError) {
    skipSpace()
    if assumesTopLevelDictionary, byte != UInt8(ascii: "{") {
      slots.append(Slot(kind: .object, content: 0..<0, key: 0..<0, keyFlags: [], next: 0))
      if byte == nil { return }
      try members(of: 0, depth: 1, closedBy: nil)
      return
    }
    if byte == nil { throw error(.emptyDocument, at: place) }
    try value(.value, key: 0..<0, [], depth: 0)
    slots[0].next = 0
    skipSpace()
    if byte != nil { throw misplaced(nil) }
  }

  private mutating func value(
    _ expected: JSONSyntaxError.Expectation, key: Range<Int>, _ keyFlags: TreeNode.Flags,
    depth: Int
  ) throws(JSONSyntaxError) {
    let index = slots.count
    slots.append(Slot(kind: .nothing, content: 0..<0, key: key, keyFlags: keyFlags, next: 0))
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = byte == UInt8(ascii: "{")
      if depth == DocumentDepth.maximum {
        throw error(.tooDeep(limit: DocumentDepth.maximum), at: place)
      }
      place += 1
      slots[index].kind = isObject ? .object : .array
      if isObject {
        try members(of: index, depth: depth + 1, closedBy: "}")
      } else {
        try elements(of: index, depth: depth + 1)
      }
    case UInt8(ascii: "\""):
      let text = try string()
      slots[index].kind =
        text.isIllFormed ? .illFormedText : text.hasEscapes ? .escapedText : .plainText
      slots[index].content = text.range
    default:
      let start = place
      if let number = try number() {
        slots[index].kind = number
      } else {
        slots[index].kind = try literal(expected)
      }
      slots[index].content = start..<place
    }
    slots[index].next = slots.count
  }

  private mutating func close(_ container: Int, _ children: [Int]) {
    guard let first = children.first, let last = children.last else { return }
    slots[container].content = first..<first + children.count
    slots[last].next = 0
  }

  private mutating func elements(of array: Int, depth: Int) throws(JSONSyntaxError) {
    var children: [Int] = []
    skipSpace()
    while !take("]") {
      children.append(slots.count)
      try value(
        children.count == 1 ? .elementOrEndOfArray : .element, key: 0..<0, [], depth: depth)
      skipSpace()
      if take(",") {
        skipSpace()
      } else if byte != UInt8(ascii: "]") {
        throw misplaced(.commaOrEndOfArray)
      }
    }
    close(array, children)
  }

  private mutating func members(
    of object: Int, depth: Int, closedBy brace: Unicode.Scalar?
  ) throws(JSONSyntaxError) {
    func isAtEnd(_ reader: Self) -> Bool { reader.byte == brace.map { UInt8(ascii: $0) } }
    var children: [Int] = []
    skipSpace()
    while !isAtEnd(self) {
      // Without braces, a zero byte is mistaken for the end.
      if brace == nil, byte == 0, !children.isEmpty { throw misplaced(.commaOrEndOfDocument) }
      guard byte == UInt8(ascii: "\"") else {
        throw misplaced(children.isEmpty && brace != nil ? .keyOrEndOfObject : .key)
      }
      let key = try string()
      skipSpace()
      if !take(":") { throw misplaced(.colon) }
      skipSpace()
      children.append(slots.count)
      let flags: TreeNode.Flags =
        key.isIllFormed
        ? [.escapedKey, .illFormedKey]
        : key.hasEscapes ? .escapedKey : key.isASCII ? [] : .internationalKey
      try value(.value, key: key.range, flags, depth: depth)
      skipSpace()
      if take(",") {
        skipSpace()
      } else if !isAtEnd(self) {
        throw misplaced(brace == nil ? .commaOrEndOfDocument : .commaOrEndOfObject)
      }
    }
    if brace != nil { place += 1 }
    close(object, children)
  }

  // MARK: - Scalars

  private mutating func literal(
    _ expected: JSONSyntaxError.Expectation
  ) throws(JSONSyntaxError) -> NodeKind {
    for (word, kind) in [("null", NodeKind.null), ("false", .false), ("true", .true)]
    where bytes[place...].starts(with: word.utf8) {
      place += word.utf8.count
      return kind
    }
    throw misplaced(expected)
  }

  private mutating func digits() -> Int {
    let start = place
    while let byte, (0x30...0x39).contains(byte) { place += 1 }
    return place - start
  }

  private mutating func someDigits() throws(JSONSyntaxError) {
    if digits() > 0 { return }
    throw error(byte == nil ? .unexpectedEnd(inside: .number) : .malformedNumber, at: place)
  }

  private mutating func number() throws(JSONSyntaxError) -> NodeKind? {
    guard let first = byte, first == UInt8(ascii: "-") || (0x30...0x39).contains(first) else {
      return nil
    }
    _ = take("-")
    let integer = place
    try someDigits()
    if bytes[integer] == 0x30, place > integer + 1 { throw error(.leadingZero, at: integer) }
    var kind = NodeKind.integerText
    if take(".") {
      kind = .numberText
      try someDigits()
    }
    if take("e") || take("E") {
      kind = .numberText
      if !take("+") { _ = take("-") }
      try someDigits()
    }
    return kind
  }

  private mutating func string() throws(JSONSyntaxError) -> (
    range: Range<Int>, hasEscapes: Bool, isASCII: Bool, isIllFormed: Bool
  ) {
    place += 1
    let start = place
    var hasEscapes = false
    var isIllFormed = false
    var isASCII = true
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        return (start..<place - 1, hasEscapes, isASCII, isIllFormed)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        if try escape() { isIllFormed = true }
      case 0..<0x20:
        throw error(.controlCharacter, at: place)
      case 0x80...:
        isASCII = false
        var rest = bytes[place...].makeIterator()
        var decoder = UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else {
          throw error(.invalidUTF8, at: place)
        }
        place += UTF8.width(scalar)
      default:
        place += 1
      }
    }
    throw error(.unexpectedEnd(inside: .string), at: place)
  }

  /// - Returns: Whether it is an unpaired surrogate.
  private mutating func escape() throws(JSONSyntaxError) -> Bool {
    guard let escaped = byte(at: place + 1) else {
      throw error(.unexpectedEnd(inside: .string), at: bytes.count)
    }
    guard escaped == UInt8(ascii: "u") else {
      guard "\"\\/bfnrt".utf8.contains(escaped) else { throw error(.invalidEscape, at: place) }
      place += 2
      return false
    }
    let unit = try codeUnit()
    guard UTF16.isLeadSurrogate(unit) else { return UTF16.isTrailSurrogate(unit) }
    guard byte == UInt8(ascii: "\\"), byte(at: place + 1) == UInt8(ascii: "u") else { return true }
    let next = place
    if UTF16.isTrailSurrogate(try codeUnit()) { return false }
    place = next
    return true
  }

  private mutating func codeUnit() throws(JSONSyntaxError) -> UInt16 {
    var unit: UInt16 = 0
    for offset in 2..<6 {
      guard let byte = byte(at: place + offset) else {
        throw error(.unexpectedEnd(inside: .string), at: bytes.count)
      }
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error(.invalidUnicodeEscape, at: place)
      }
      unit = unit << 4 | UInt16(digit)
    }
    place += 6
    return unit
  }

  // MARK: - Errors

  private func error(_ problem: JSONSyntaxError.Problem, at offset: Int) -> JSONSyntaxError {
    bytes.withBytes { JSONSyntaxError(problem, at: offset, in: $0) }
  }

  private func misplaced(_ expected: JSONSyntaxError.Expectation?) -> JSONSyntaxError {
    guard let byte else {
      let isArray =
        expected == .element || expected == .elementOrEndOfArray || expected == .commaOrEndOfArray
      return error(.unexpectedEnd(inside: isArray ? .array : .object), at: place)
    }
    let isAfterDigit = place > 0 && (0x30...0x39).contains(bytes[place - 1])
    let character = Character(Unicode.Scalar(byte))
    if isAfterDigit, byte < 0x80,
      character.isLetter || character.isNumber || "+-.".contains(character)
    {
      return error(.malformedNumber, at: place)
    }
    return error(expected.map { .unexpectedCharacter(expected: $0) } ?? .trailingContent, at: place)
  }
}

extension JSONReference {
  /// The slots that the indexer finds, or its error.
  static func index(_ bytes: [UInt8], _ syntax: JSONSyntax) -> Result<[Slot], JSONSyntaxError> {
    var slots = Arena<TreeNode>(capacity: 1)
    defer { slots.deallocate() }
    // Memory of exactly the document's size, so that the address sanitizer detects reads beyond it.
    let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    defer { text.deallocate() }
    _ = text.initialize(fromContentsOf: bytes)
    return Result { () throws(JSONSyntaxError) in
      try JSONIndexer.index(Bytes(UnsafeBufferPointer(text)), into: &slots, syntax: syntax)
      return (0..<UInt32(slots.count)).map { Slot(slots[$0]) }
    }
  }
}

extension JSONReference.Slot {
  fileprivate init(_ slot: TreeNode) {
    self.init(
      kind: slot.kind, content: slot.start..<slot.start + slot.length,
      key: Int(slot.keyStart)..<Int(slot.keyStart) + Int(slot.keyLength), keyFlags: slot.flags,
      next: Int(slot.next))
  }
}
