#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads a binary property list, beginning at its root.
///
/// The document is a list of objects, a table of their offsets, and a trailer with the offset of
/// the table. Containers refer to their contents by indices in the table, so several containers can
/// share an object. A tree can't share nodes: a shared object is read once for each reference, so
/// the number of values is limited. But texts, dates and data are stored only once, as a single
/// `String` or `Data`. Their size is limited, too, because objects may overlap.
///
/// Objects that the root doesn't reach are ignored.
struct BinaryPropertyList {
  let bytes: [UInt8]
  let objectCount: Int
  private let root: Int
  let referenceSize: Int
  private let offsetSize: Int
  /// The offset of the table, before which all objects must end.
  private let table: Int
  private let maximumValueCount: Int
  private let maximumContentSize: Int
  /// The size of the texts and data so far.
  private var contentSize = 0

  private var builder: PropertyListBuilder
  /// What is known about the objects, by their indices in the table.
  private var known: [Known] = []
  private var open: [OpenContainer] = []

  private enum Known {
    /// The object hasn't been read, or is a container, which is read for each reference.
    case unread
    /// It is a container around the current object.
    case open
    /// It is an identifier of a keyed archive.
    case identifier(UInt64)
    /// It is any other scalar.
    case scalar(TreeNode, isASCII: Bool = true)
  }

  private struct OpenContainer {
    let object: Int
    let count: Int
    /// The offset of the references to the keys; nil for arrays.
    let keys: Int?
    /// The offset of the references to the values.
    let values: Int
    var next = 0
  }

  /// This many values are acceptable, regardless of the size of the document.
  private static let harmlessValueCount = 1 << 16
  /// Documents that share no containers have at most one value for each byte.
  private static let maximumValuesPerByte = 8
  /// This many bytes of texts and data are acceptable, regardless of the size of the document.
  private static let harmlessContentSize = 1 << 20
  /// In documents whose objects don't overlap, a UTF-16 string of two bytes becomes at most three bytes of UTF-8.
  private static let maximumContentPerByte = 2
  /// The only key of the dictionary that represents an identifier in XML.
  static let identifierKey = "CF$UID"
  private static let headerSize = 8
  private static let trailerSize = 32

  init(_ bytes: [UInt8], _ builder: PropertyListBuilder) throws(PropertyListError) {
    guard bytes.starts(with: "bplist0".utf8) else { throw PropertyListError(.unknownVersion) }
    let trailer = bytes.count - Self.trailerSize
    guard trailer > Self.headerSize,
      let objectCount = Self.integer(in: bytes, at: trailer + 8, size: 8),
      let root = Self.integer(in: bytes, at: trailer + 16, size: 8),
      let table = Self.integer(in: bytes, at: trailer + 24, size: 8),
      table > Self.headerSize, table < trailer, root < objectCount, objectCount <= trailer - table
    else { throw PropertyListError(.malformedTrailer) }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard referenceSize > 0, table + objectCount * offsetSize == trailer else {
      throw PropertyListError(.malformedTrailer)
    }
    self.bytes = bytes
    self.objectCount = objectCount
    self.root = root
    self.table = table
    maximumValueCount = max(Self.harmlessValueCount, Self.maximumValuesPerByte * bytes.count)
    maximumContentSize = min(
      max(Self.harmlessContentSize, Self.maximumContentPerByte * bytes.count), Int(UInt32.max))
    self.builder = builder
  }

  consuming func read() throws(PropertyListError) {
    known = Array(repeating: .unread, count: objectCount)
    builder.reserve(min(objectCount, 1 << 16))
    try begin(root)
    while let container = open.last {
      guard container.next < container.count else {
        builder.close()
        known[container.object] = .unread
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      if let keys = container.keys {
        try readKey(reference(at: keys, container.next))
      }
      try begin(reference(at: container.values, container.next))
    }
  }

  /// Adds a scalar, or opens a container.
  private mutating func begin(_ object: Int) throws(PropertyListError) {
    switch known[object] {
    case .unread:
      let offset = try offset(of: object)
      switch bytes[offset] >> 4 {
      case 0xA, 0xC, 0xD: return try openContainer(object, at: offset)
      default: known[object] = try scalar(at: offset)
      }
    case .open: throw PropertyListError(.containsItself, at: .byte(try offset(of: object)))
    case .identifier, .scalar: share(object)
    }
    if case .identifier(let number) = known[object] {
      // Added in its XML form.
      builder.open(.object)
      let kind = number > Int64.max ? NodeKind.unsigned : .signed
      builder.addMember(Self.identifierKey, TreeNode(kind, bits: number))
      builder.close()
    } else if case .scalar(let value, _) = known[object] {
      builder.add(value)
    }
  }

  private mutating func openContainer(
    _ object: Int, at offset: Int
  ) throws(PropertyListError) {
    let isDictionary = bytes[offset] >> 4 == 0xD
    let (count, start) = try count(
      at: offset, of: isDictionary ? "a dictionary" : "an array",
      size: isDictionary ? 2 * referenceSize : referenceSize)
    if builder.isTooDeep {
      throw PropertyListError(.tooDeep(limit: DocumentDepth.maximum), at: .byte(offset))
    }
    guard builder.valueCount + count < maximumValueCount else {
      throw PropertyListError(.tooManyValues(limit: maximumValueCount), at: .byte(offset))
    }
    builder.open(isDictionary ? .object : .array)
    known[object] = .open
    open.append(
      OpenContainer(
        object: object, count: count, keys: isDictionary ? start : nil,
        values: isDictionary ? start + count * referenceSize : start))
  }

  private mutating func readKey(_ object: Int) throws(PropertyListError) {
    switch known[object] {
    case .unread:
      let offset = try offset(of: object)
      let type = bytes[offset] >> 4
      guard type == 5 || type == 6 else {
        throw PropertyListError(.keyIsNoString, at: .byte(offset))
      }
      known[object] = try scalar(at: offset)
    case .scalar: share(object)
    case .open, .identifier: break
    }
    // As a key, `$null` is a string like any other.
    guard case .scalar(let text, let isASCII) = known[object],
      text.kind == .plainText || text.kind == .null && text.length > 0
    else { throw PropertyListError(.keyIsNoString, at: .byte(try offset(of: object))) }
    builder.setKey(
      (text.start, text.length), isASCII: isASCII, isShared: text.flags.contains(.sharesText))
  }

  /// Marks a text that is referenced a second time as shared, so that all nodes use a single
  /// `String`.
  private mutating func share(_ object: Int) {
    guard case .scalar(var text, let isASCII) = known[object], text.kind == .plainText,
      !text.flags.contains(.sharesText), SharedTexts.isWorthSharing(length: text.length)
    else { return }
    builder.share(text)
    text.flags.insert(.sharesText)
    known[object] = .scalar(text, isASCII: isASCII)
  }

  // MARK: - Scalars

  private mutating func scalar(at offset: Int) throws(PropertyListError) -> Known {
    let marker = bytes[offset]
    let size = Int(marker & 0xF)
    switch (marker >> 4, size) {
    case (0x0, 0x0): return .scalar(TreeNode(.null))
    case (0x0, 0x8): return .scalar(TreeNode(.false))
    case (0x0, 0x9): return .scalar(TreeNode(.true))
    case (0x1, 0...4): return .scalar(try integer(at: offset, size: 1 << size))
    case (0x2, 2):
      let bits = try bits(at: offset, size: 4, of: "a real")
      let value = Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
      return .scalar(TreeNode(.double, bits: value.bitPattern))
    case (0x2, 3):
      return .scalar(TreeNode(.double, bits: try bits(at: offset, size: 8, of: "a real")))
    case (0x3, 3):
      let seconds = Double(bitPattern: try bits(at: offset, size: 8, of: "a date"))
      return .scalar(builder.add(.date(Date(timeIntervalSinceReferenceDate: seconds))))
    case (0x4, _):
      let (count, start) = try count(at: offset, of: "data", size: 1)
      try addContent(ofSize: count, at: offset)
      return .scalar(builder.add(.data(Data(bytes[start..<start + count]))))
    case (0x5, _): return .scalar(try asciiString(at: offset))
    case (0x6, _): return try utf16String(at: offset)
    case (0x8, 0...7):
      return .identifier(try bits(at: offset, size: size + 1, of: "an identifier"))
    default: throw PropertyListError(.unknownMarker, at: .byte(offset))
    }
  }

  /// Integers of up to 4 bytes are unsigned, longer ones are signed, so a large `UInt64` needs 16
  /// bytes.
  private func integer(at offset: Int, size: Int) throws(PropertyListError) -> TreeNode {
    if size < 16 {
      return TreeNode(.signed, bits: try bits(at: offset, size: size, of: "an integer"))
    }
    let high = try bits(at: offset, size: 8, of: "an integer")
    let low = try bits(at: offset + 8, size: 8, of: "an integer")
    if high == 0 { return TreeNode(low >> 63 == 0 ? .signed : .unsigned, bits: low) }
    return builder.add(.int128(Int128(truncatingIfNeeded: high) << 64 | Int128(low)))
  }

  /// Adds to the size of the texts and data, before they are copied.
  private mutating func addContent(ofSize size: Int, at offset: Int) throws(PropertyListError) {
    contentSize += size
    if contentSize > maximumContentSize {
      throw PropertyListError(.tooMuchContent(limit: maximumContentSize), at: .byte(offset))
    }
  }

  private mutating func asciiString(at offset: Int) throws(PropertyListError) -> TreeNode {
    let (count, start) = try count(at: offset, of: "a string", size: 1)
    try addContent(ofSize: count, at: offset)
    let characters = bytes[start..<start + count]
    guard characters.withBytes({ $0.isASCII }) else {
      throw PropertyListError(.nonASCIICharacter, at: .byte(offset))
    }
    let text = builder.addText(characters)
    let isNull = characters.elementsEqual(PropertyListReader.textOfNil)
    return TreeNode(isNull ? .null : .plainText, start: text.start, length: text.length)
  }

  private mutating func utf16String(at offset: Int) throws(PropertyListError) -> Known {
    let (count, start) = try count(at: offset, of: "a string", size: 2)
    // As many bytes as it may have in UTF-8.
    try addContent(ofSize: 3 * count, at: offset)
    let units = (0..<count).lazy.map { [bytes] index in
      UInt16(bytes[start + 2 * index]) << 8 | UInt16(bytes[start + 2 * index + 1])
    }
    guard let string = String(validating: units, as: UTF16.self) else {
      throw PropertyListError(.invalidUTF16, at: .byte(offset))
    }
    let text = builder.addText(string)
    return .scalar(
      TreeNode(.plainText, start: text.start, length: text.length), isASCII: text.length == count)
  }

  // MARK: - Bytes

  /// The offset of an object.
  func offset(of object: Int) throws(PropertyListError) -> Int {
    let place = table + object * offsetSize
    guard let offset = Self.integer(in: bytes, at: place, size: offsetSize),
      offset >= Self.headerSize, offset < table
    else { throw PropertyListError(.referenceOutOfBounds, at: .byte(place)) }
    return offset
  }

  /// The index of an object that a container refers to.
  func reference(at start: Int, _ index: Int) throws(PropertyListError) -> Int {
    let place = start + index * referenceSize
    guard let object = Self.integer(in: bytes, at: place, size: referenceSize),
      object < objectCount
    else { throw PropertyListError(.referenceOutOfBounds, at: .byte(place)) }
    return object
  }

  /// The number of an object's elements or bytes, and their offset.
  private func count(
    at offset: Int, of object: String, size: Int
  ) throws(PropertyListError) -> (count: Int, start: Int) {
    var count = Int(bytes[offset] & 0xF)
    var start = offset + 1
    if count == 0xF {
      // A marker can announce an integer of 32 KB, which would take long to read for each reference.
      guard start < table, bytes[start] >> 4 == 1, bytes[start] & 0xF <= 4,
        let longCount = Self.integer(in: bytes, at: start + 1, size: 1 << Int(bytes[start] & 0xF))
      else { throw PropertyListError(.objectOutOfBounds(object), at: .byte(offset)) }
      count = longCount
      start += 1 + 1 << Int(bytes[start] & 0xF)
    }
    guard start <= table, count <= (table - start) / size else {
      throw PropertyListError(.objectOutOfBounds(object), at: .byte(offset))
    }
    return (count, start)
  }

  /// The bytes after a marker.
  func bits(
    at offset: Int, size: Int, of object: String
  ) throws(PropertyListError) -> UInt64 {
    guard offset + 1 + size <= table else {
      throw PropertyListError(.objectOutOfBounds(object), at: .byte(offset))
    }
    var bits: UInt64 = 0
    for byte in bytes[offset + 1..<offset + 1 + size] { bits = bits << 8 | UInt64(byte) }
    return bits
  }

  /// A count or a reference; nil if it is too large.
  private static func integer(in bytes: [UInt8], at start: Int, size: Int) -> Int? {
    guard start + size <= bytes.count else { return nil }
    var number = 0
    for index in start..<start + size {
      guard number >> (Int.bitWidth - 9) == 0 else { return nil }
      number = number << 8 | Int(bytes[index])
    }
    return number
  }
}
