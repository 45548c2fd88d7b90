/// JSON text that is being written, without a tree. If a tree is built for every document, the
/// benchmark takes 4.2 times the instructions for encoding.
struct StreamedText: ~Copyable {
  /// A key of an open object.
  struct Key: BitwiseCopyable {
    /// The position of its opening quote in the text.
    let start: UInt32
    let slot: UInt32
  }

  static let none = UInt32.max

  var output = OutputBuffer(capacity: 512)
  /// Whether values are written as text. It is false once there is a tree.
  private(set) var isActive = false
  /// The innermost open container.
  private(set) var innermost = ContainerID.root
  /// The slot whose value must be written next; `none` after a value.
  private(set) var awaited = Self.none
  /// The number of values that have begun.
  private(set) var valueCount: UInt32 = 0
  /// The awaited values that were never written, and became empty objects.
  private(set) var missing: [UInt32] = []
  /// The keys of the open containers, outer before inner.
  private var keys = Arena<Key>(capacity: 32)
  private var sorting = MemberSorting()
  private var depth = 0
  /// Whether containers were nested more deeply than readers accept.
  private(set) var isTooDeep = false
  /// The maximum length of the text, so that a tree can refer to all of it.
  var maximumLength = Int(clamping: UInt32.max)
  var isTooLong: Bool { output.count > maximumLength }

  var keyCount: UInt32 { UInt32(truncatingIfNeeded: keys.count) }

  /// Whether the members of all objects are sorted.
  var isSorted: Bool { sorting.isActive }

  /// - Parameter sortsMembers: Whether to sort the members of objects, as long as that is possible.
  mutating func start(escapesSlashes: Bool, sortsMembers: Bool) {
    output.escapesSlashes = escapesSlashes
    if sortsMembers { sorting.start() }
    isActive = true
    awaited = 0
    valueCount = 1
  }

  /// Ends the text. Its bytes remain, and no value is awaited.
  mutating func end() {
    isActive = false
    awaited = Self.none
    innermost = .root
  }

  mutating func removeAll() {
    output.removeAll(keepingCapacityUpTo: 65536)
    keys.removeAll(keepingCapacityUpTo: 1024)
    sorting.removeAll()
    if !missing.isEmpty { missing = [] }
    end()
    depth = 0
    isTooDeep = false
  }

  func deallocate() {
    keys.deallocate()
    sorting.deallocate()
  }

  /// Begins the awaited value.
  @inline(__always)
  mutating func endAwaiting() {
    awaited = Self.none
  }

  /// Begins a value that is written at once.
  @inline(__always)
  mutating func countValue() {
    valueCount &+= 1
  }

  /// Begins values that are written at once.
  @inline(__always)
  mutating func countValues(_ count: Int) {
    valueCount &+= UInt32(truncatingIfNeeded: count)
  }

  /// Awaits the value that has just begun.
  @inline(__always)
  mutating func awaitNext() -> UInt32 {
    awaited = valueCount &- 1
    return awaited
  }

  /// Begins an element.
  @inline(__always)
  mutating func begin() -> UInt32 {
    countValue()
    return awaitNext()
  }

  /// Begins a member and writes its key.
  @inline(__always)
  mutating func begin(_ key: Bytes) -> UInt32 {
    keys.append(Key(start: UInt32(truncatingIfNeeded: output.count), slot: valueCount))
    output.append(string: key)
    output.append(ASCII.colon)
    return begin()
  }

  /// Begins a member with a key that a `String` can't represent.
  mutating func begin(_ key: IllFormedString) -> UInt32 {
    output.append(key)
    output.append(ASCII.colon)
    return begin()
  }

  /// Begins a member with prepared text. Its value is part of that text, or is written next.
  @inline(__always)
  mutating func begin(_ member: MemberText, in object: Reference<OpenContainer>) {
    let start = member.write(to: &output, isFirst: object.pointee.count == 0)
    keys.append(Key(start: UInt32(truncatingIfNeeded: start), slot: valueCount))
    object.pointee.hashes |= member.hashBit
    object.pointee.count &+= 1
    countValue()
  }

  @inline(__always)
  mutating func open(_ container: ContainerID, isArray: Bool) {
    output.append(isArray ? ASCII.openBracket : ASCII.openBrace)
    innermost = container
    depth &+= 1
    if depth > DocumentDepth.maximum { isTooDeep = true }
  }

  /// Closes the innermost container.
  @inline(__always)
  mutating func close(_ container: Reference<OpenContainer>) {
    writeMissing()
    if sorting.isActive, !container.pointee.isArray { sortMembers(of: container) }
    output.append(container.pointee.isArray ? ASCII.closeBracket : ASCII.closeBrace)
    keys.removeAll(from: Int(container.pointee.firstKey))
    innermost = container.pointee.parent
    depth &-= 1
  }

  @inline(never)
  private mutating func sortMembers(of object: Reference<OpenContainer>) {
    let count = object.pointee.count
    let keys = keys(from: object.pointee.firstKey, to: keyCount)
    // A key that a `String` can't represent isn't among them.
    guard keys.count == count else { return sorting.stop() }
    if count > 1 { sorting.sort(keys, in: &output) }
  }

  /// Moves all members back to where they were written, and sorts no more.
  mutating func undoSorting() {
    sorting.undo(in: &output)
  }

  /// Whether another value can begin immediately in a container.
  @inline(__always)
  func isReady(for container: ContainerID) -> Bool {
    innermost == container && awaited == Self.none
  }

  /// Like `isReady(for:)`, for the index of an open container.
  @inline(__always)
  func isReady(forIndex index: Int) -> Bool {
    innermost.index == index && awaited == Self.none
  }

  /// Writes an empty object if a value is still awaited.
  @inline(__always)
  mutating func writeMissing() {
    if awaited != Self.none { writeEmpty() }
  }

  @inline(never)
  private mutating func writeEmpty() {
    output.append("{}")
    missing.append(awaited)
    awaited = Self.none
  }

  /// The keys of an open container, from its first key up to that of the next open container inside
  /// it.
  func keys(from start: UInt32, to end: UInt32) -> Arena<Key>.Values {
    keys.values(from: start, to: end)
  }

  func name(of key: Key) -> String {
    output.bytes.string(at: Int(key.start))
  }

  /// The slot of the member with a name.
  func member(_ name: String, among keys: Arena<Key>.Values) -> UInt32? {
    // All keys are written in the same way, so equal keys are equal byte for byte.
    var written = name
    if !KeyName.isPlain(name) {
      var output = OutputBuffer(capacity: 64)
      output.escapesSlashes = self.output.escapesSlashes
      written.withBytes { output.append(contentOf: $0) }
      written = String(decoding: output.bytes, as: UTF8.self)
    }
    return written.withBytes { name in
      // Not `first(where:)`, because debug builds don't specialize it.
      var index = keys.startIndex
      while index < keys.endIndex, !isKey(keys[index], name) { index += 1 }
      return index < keys.endIndex ? keys[index].slot : nil
    }
  }

  /// The names of fields, without those that are among the keys in the same order. They must be
  /// plain, because those of the keys are compared as they are written.
  func names(of fields: [String], withoutThoseAmong keys: Arena<Key>.Values) -> [String] {
    var next = keys.startIndex
    return fields.filter { field in
      var name = field
      let isNext =
        next < keys.endIndex && name.withBytes { isKey(keys[next], $0) }
      if isNext { next += 1 }
      return !isNext
    }
  }

  /// Whether a key is a name as it is written, without quotes.
  @inline(__always)
  private func isKey(_ key: Key, _ name: Bytes) -> Bool {
    let text = output.bytes
    let start = Int(key.start) + 1
    let end = start + name.count
    // If the text is too long, the stored positions of its keys are truncated and wrong.
    guard end < text.count, text[end] == ASCII.quote, let first = text.baseAddress else {
      return false
    }
    return name.baseAddress.map { Bytes.areEqual(first + start, $0, name.count) } ?? true
  }

  /// The slot of the member whose key is canonically equivalent to a name.
  func member(equalTo name: String, among keys: Arena<Key>.Values) -> UInt32? {
    keys.first { self.name(of: $0) == name }?.slot
  }
}

extension Bytes {
  /// The string that begins with a quote at a position.
  func string(at start: Int) -> String {
    let text = self[(start + 1)...]
    var end = text.startIndex
    var hasEscapes = false
    while end < text.endIndex, text[end] != ASCII.quote {
      let isEscape = text[end] == ASCII.backslash
      hasEscapes = hasEscapes || isEscape
      end += isEscape ? 2 : 1
    }
    // If the text is too long, the stored positions of its keys are truncated and wrong: these bytes may
    // not be UTF-8.
    let name = Bytes(rebasing: text[..<Swift.min(end, text.endIndex)])
    return JSONText.repaired(name, escaped: hasEscapes)
  }
}
