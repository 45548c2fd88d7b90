#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes a tree as a binary property list, like `PropertyListEncoder`.
///
/// A document consists of numbered objects, and containers refer to their children by number:
///
///     bplist00  objects  offsets of the objects  trailer
///
/// The size of a reference depends on the number of objects, so all objects are numbered before
/// the first is written. A container comes before its children, and the keys of a dictionary come
/// before its values. Equal scalars are one object.
struct BinaryPropertyListWriter: ~Copyable {
  typealias Failure = PropertyListWriter.Failure

  /// An object of the document.
  private enum Object {
    case `true`, `false`, null
    case text(Bytes)
    case signed(Int64)
    case unsigned(UInt64)
    case double(UInt64)
    case float(UInt32)
    case date(UInt64)
    case data(Data)
    case identifier(UInt32)
    /// Its children are those from an index in `references` on.
    case array(Int, count: Int)
    /// Its keys, and then its values, are those from an index in `references` on.
    case dictionary(Int, count: Int)
  }

  private let view: DocumentTree.View
  private var objects: [Object] = []
  private var references: [UInt32] = []
  private var scalars = UniqueScalars()
  private var stack = StackSpace.aroundHere
  private var output: OutputBuffer

  static func write(_ tree: DocumentTree) throws(Failure) -> Data {
    var writer = BinaryPropertyListWriter(tree)
    _ = try writer.add(writer.view[0])
    return writer.writeObjects()
  }

  private init(_ tree: DocumentTree) {
    view = tree.view
    output = OutputBuffer(capacity: 16 * tree.slots.count + 256)
    objects.reserveCapacity(tree.slots.count)
    references.reserveCapacity(2 * tree.slots.count)
  }

  // MARK: - Numbering

  private mutating func add(_ object: Object) -> UInt32 {
    objects.append(object)
    return UInt32(truncatingIfNeeded: objects.count - 1)
  }

  /// Adds a scalar, unless there is an equal one, and returns its number.
  private mutating func add(_ object: Object, _ kind: NodeKind, bits: UInt64 = 0) -> UInt32 {
    let next = UInt32(truncatingIfNeeded: objects.count)
    let number = scalars.number(kind, bits, orAdd: next)
    if number == next { objects.append(object) }
    return number
  }

  private mutating func add(text: Bytes) -> UInt32 {
    let next = UInt32(truncatingIfNeeded: objects.count)
    let number = scalars.number(text, orAdd: next)
    if number == next { objects.append(.text(text)) }
    return number
  }

  /// Adds a value with everything in it, and returns its number.
  private mutating func add(_ node: TreeNode) throws(Failure) -> UInt32 {
    switch node.kind {
    case .object: return try addDictionary(node)
    case .array: return try addArray(node)
    case .nothing: return add(.dictionary(0, count: 0))
    case .null: return add(.null, .null)
    case .true: return add(.true, .true)
    case .false: return add(.false, .false)
    case .plainText: return add(text: try view.propertyListText(view.text(of: node)))
    case .signed: return add(.signed(Int64(bitPattern: node.bits)), .signed, bits: node.bits)
    case .unsigned: return add(.unsigned(node.bits), .unsigned, bits: node.bits)
    case .double: return add(.double(node.bits), .double, bits: node.bits)
    case .float:
      return add(.float(UInt32(truncatingIfNeeded: node.bits)), .float, bits: node.bits)
    case .integerText, .numberText, .json5NumberText:
      return try add(view.propertyListNumber(node))
    case .native: return try add(view.native(of: node))
    case .escapedText, .illFormedText: throw .isLeftToEncoder
    }
  }

  private mutating func add(_ native: NativeValue) throws(Failure) -> UInt32 {
    switch native {
    case .date(let date):
      let bits = date.timeIntervalSinceReferenceDate.bitPattern
      return add(.date(bits), .native, bits: bits)
    case .data(let data):
      let next = UInt32(truncatingIfNeeded: objects.count)
      let number = scalars.number(data, orAdd: next)
      if number == next { objects.append(.data(data)) }
      return number
    case .url, .decimal, .int128, .uint128: throw .isLeftToEncoder
    case .carried: preconditionFailure("Internal error: a carried value in a document.")
    }
  }

  private mutating func addArray(_ node: TreeNode) throws(Failure) -> UInt32 {
    guard stack.hasRoom() else { throw .stackEnds }
    let first = references.count
    for _ in view.children(of: node) { references.append(0) }
    let number = add(.array(first, count: references.count - first))
    var index = first
    for element in view.children(of: node) {
      references[index] = try add(view[element])
      index += 1
    }
    return number
  }

  private mutating func addDictionary(_ node: TreeNode) throws(Failure) -> UInt32 {
    guard stack.hasRoom() else { throw .stackEnds }
    if let identifier = identifier(in: node) { return add(.identifier(identifier)) }
    let first = references.count
    for _ in view.children(of: node) { references.append(0) }
    let count = references.count - first
    references.append(contentsOf: repeatElement(0, count: count))
    let number = add(.dictionary(first, count: count))
    var index = first
    for member in view.children(of: node) {
      references[index] = add(text: try view.propertyListKey(view[member]))
      index += 1
    }
    for member in view.children(of: node) {
      references[index] = try add(view[member])
      index += 1
    }
    return number
  }

  /// The identifier of a keyed archive that a dictionary represents; nil if it doesn't represent
  /// one. There is no Swift type for identifiers, so they are decoded as such dictionaries.
  private func identifier(in node: TreeNode) -> UInt32? {
    guard node.count == 1 else { return nil }
    let member = view[node.firstChild]
    guard view.keyText(of: member).elementsEqual(BinaryPropertyList.identifierKey.utf8) else {
      return nil
    }
    let number = member.kind == .integerText ? try? view.propertyListNumber(member) : member
    guard let number, number.kind == .signed else { return nil }
    return UInt32(exactly: Int64(bitPattern: number.bits))
  }

  // MARK: - Writing

  private mutating func writeObjects() -> Data {
    let referenceSize = Self.size(of: objects.count)
    var offsets: [Int] = []
    offsets.reserveCapacity(objects.count)
    output.append("bplist00" as StaticString)
    for object in objects {
      offsets.append(output.count)
      write(object, referenceSize: referenceSize)
    }
    let tableOffset = output.count
    let offsetSize = Self.size(of: tableOffset)
    for offset in offsets { output.append(bigEndian: UInt64(offset), size: offsetSize) }
    output.append(bigEndian: 0, size: 6)
    writeByte(UInt8(offsetSize))
    writeByte(UInt8(referenceSize))
    output.append(bigEndian: UInt64(objects.count), size: 8)
    output.append(bigEndian: 0, size: 8)
    output.append(bigEndian: UInt64(tableOffset), size: 8)
    return output.data
  }

  /// The number of bytes that a number takes.
  private static func size(of number: Int) -> Int {
    8 - number.leadingZeroBitCount / 8
  }

  private mutating func write(_ object: Object, referenceSize: Int) {
    switch object {
    case .false: writeByte(0x08)
    case .true: writeByte(0x09)
    case .null: writeText(Bytes("$null"))
    case .text(let text): writeText(text)
    case .signed(let number): write(number)
    case .unsigned(let number):
      writeByte(0x14)
      output.append(bigEndian: 0, size: 8)
      output.append(bigEndian: number, size: 8)
    case .double(let bits):
      writeByte(0x23)
      output.append(bigEndian: bits, size: 8)
    case .float(let bits):
      writeByte(0x22)
      output.append(bigEndian: UInt64(bits), size: 4)
    case .date(let bits):
      writeByte(0x33)
      output.append(bigEndian: bits, size: 8)
    case .data(let data):
      writeMarker(0x40, count: data.count)
      data.withBytes { output.append($0) }
    case .identifier(let identifier):
      let size = BinaryPropertyList.size(ofIdentifier: identifier)
      writeByte(0x80 | UInt8(size - 1))
      output.append(bigEndian: UInt64(identifier), size: size)
    case .array(let first, let count):
      writeMarker(0xA0, count: count)
      writeReferences(from: first, count, size: referenceSize)
    case .dictionary(let first, let count):
      writeMarker(0xD0, count: count)
      writeReferences(from: first, 2 * count, size: referenceSize)
    }
  }

  private mutating func writeReferences(from first: Int, _ count: Int, size: Int) {
    for index in first..<first + count {
      output.append(bigEndian: UInt64(references[index]), size: size)
    }
  }

  @inline(__always)
  private mutating func writeByte(_ byte: UInt8) {
    output.append(byte)
  }

  private mutating func writeMarker(_ marker: UInt8, count: Int) {
    if count < 15 { return writeByte(marker | UInt8(count)) }
    writeByte(marker | 0xF)
    write(Int64(count))
  }

  private mutating func write(_ number: Int64) {
    let bits = UInt64(bitPattern: number)
    let exponent: UInt8 = bits <= 0xFF ? 0 : bits <= 0xFFFF ? 1 : bits <= 0xFFFF_FFFF ? 2 : 3
    writeByte(0x10 | exponent)
    output.append(bigEndian: bits, size: 1 << Int(exponent))
  }

  private mutating func writeText(_ text: Bytes) {
    if text.isASCII {
      writeMarker(0x50, count: text.count)
      output.append(text)
      return
    }
    let units = String(decoding: text, as: UTF8.self).utf16
    writeMarker(0x60, count: units.count)
    for unit in units { output.append(bigEndian: UInt64(unit), size: 2) }
  }
}

/// The numbers of the scalars in a document, each of which is one object.
private struct UniqueScalars {
  /// A scalar other than a string or data.
  private struct Plain: Hashable {
    let kind: NodeKind
    let bits: UInt64
  }

  private var plain: [Plain: UInt32] = [:]
  /// Strings by their bytes. Two that are canonically equivalent stay two.
  private var texts: [Bytes: UInt32] = [:]
  private var data: [Data: UInt32] = [:]

  mutating func number(_ kind: NodeKind, _ bits: UInt64, orAdd number: UInt32) -> UInt32 {
    Self.number(of: Plain(kind: kind, bits: bits), in: &plain, orAdd: number)
  }

  mutating func number(_ text: Bytes, orAdd number: UInt32) -> UInt32 {
    Self.number(of: text, in: &texts, orAdd: number)
  }

  mutating func number(_ value: Data, orAdd number: UInt32) -> UInt32 {
    Self.number(of: value, in: &data, orAdd: number)
  }

  @inline(__always)
  private static func number<Key: Hashable>(
    of key: Key, in numbers: inout [Key: UInt32], orAdd number: UInt32
  ) -> UInt32 {
    Self.value(&numbers[key, default: number])
  }

  /// The value of a variable, which is accessed in place: an entry is added if it wasn't there.
  @inline(__always)
  private static func value(_ variable: inout UInt32) -> UInt32 { variable }
}
