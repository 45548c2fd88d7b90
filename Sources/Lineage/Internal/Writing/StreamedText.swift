/// JSON text that is being written.
struct StreamedText: ~Copyable {
  /// A key of an open object.
  struct Key: BitwiseCopyable {
    /// Where it begins in the text, with its quote.
    let start: UInt32
    let slot: UInt32
  }

  static let none = UInt32.max

  var output = JSONOutput(capacity: 512)
  /// Whether there is text, and no tree yet.
  private(set) var isActive = false
  /// The innermost open container.
  private(set) var innermost = ContainerID.root
  /// The slot whose value comes next; `none` after a value.
  private(set) var awaited = Self.none
  /// How many values were begun.
  private(set) var valueCount: UInt32 = 0
  /// The announced values that never came, and became empty objects.
  private(set) var missing: [UInt32] = []
  /// The keys of the open containers, those of inner ones after those of outer ones.
  private var keys = Arena<Key>(capacity: 32)
  private var depth = 0
  /// Whether containers were nested deeper than readers follow.
  private(set) var isTooDeep = false
  /// How long the text may become, so that a tree can refer to all of it.
  var maximumLength = Int(UInt32.max)
  var isTooLong: Bool { output.count > maximumLength }

  var keyCount: UInt32 { UInt32(truncatingIfNeeded: keys.count) }

  mutating func start(escapesSlashes: Bool) {
    output.escapesSlashes = escapesSlashes
    isActive = true
    awaited = 0
    valueCount = 1
  }

  /// Ends the text, whose bytes stay; nothing is awaited any more.
  mutating func end() {
    isActive = false
    awaited = Self.none
    innermost = .root
  }

  mutating func removeAll() {
    output.removeAll(keepingCapacityUpTo: 65536)
    keys.removeAll(keepingCapacityUpTo: 1024)
    if !missing.isEmpty { missing = [] }
    end()
    depth = 0
    isTooDeep = false
  }

  func deallocate() {
    keys.deallocate()
  }

  @inline(__always)
  mutating func take() {
    awaited = Self.none
  }

  /// A value begins, and comes at once.
  @inline(__always)
  mutating func pass() {
    valueCount &+= 1
  }

  /// Awaits the value that has just begun.
  @inline(__always)
  mutating func awaitNext() -> UInt32 {
    awaited = valueCount &- 1
    return awaited
  }

  /// An element begins.
  @inline(__always)
  mutating func begin() -> UInt32 {
    pass()
    return awaitNext()
  }

  /// A member begins, with its key.
  @inline(__always)
  mutating func begin(_ key: UnsafeBufferPointer<UInt8>) -> UInt32 {
    keys.append(Key(start: UInt32(truncatingIfNeeded: output.count), slot: valueCount))
    output.append(string: key)
    output.append(ASCII.colon)
    return begin()
  }

  /// A member begins, with a key that is no `String`.
  mutating func begin(_ key: IllFormedString) -> UInt32 {
    output.append(key)
    output.append(ASCII.colon)
    return begin()
  }

  /// A member begins, with text that was ready, and its value comes at once or stands there too.
  @inline(__always)
  mutating func pass(_ member: MemberText, in object: UnsafeMutablePointer<OpenContainer>) {
    let start = member.write(to: &output, isFirst: object.pointee.count == 0)
    keys.append(Key(start: UInt32(truncatingIfNeeded: start), slot: valueCount))
    object.pointee.hashes |= member.hashBit
    object.pointee.count &+= 1
    pass()
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
  mutating func close(_ container: UnsafePointer<OpenContainer>) {
    writeMissing()
    output.append(container.pointee.isArray ? ASCII.closeBracket : ASCII.closeBrace)
    keys.removeAll(from: Int(container.pointee.firstKey))
    innermost = container.pointee.parent
    depth &-= 1
  }

  /// Whether another value can begin in a container at once.
  @inline(__always)
  func isReady(for container: ContainerID) -> Bool {
    innermost == container && awaited == Self.none
  }

  /// Whether another value can begin at once in the container with an index, which is open.
  @inline(__always)
  func isReady(forIndex index: Int) -> Bool {
    innermost.index == index && awaited == Self.none
  }

  /// Gives up waiting: a value that was announced and didn't come is an empty object.
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

  /// The keys of an open container, whose own begin at one place and those of the next one inside it at
  /// another.
  func keys(from start: UInt32, to end: UInt32) -> UnsafeBufferPointer<Key> {
    UnsafeBufferPointer(start: keys.base + Int(start), count: Int(end - start))
  }

  func name(of key: Key) -> String {
    let text = output.bytes[(Int(key.start) + 1)...]
    var end = text.startIndex
    var hasEscapes = false
    while end < text.endIndex, text[end] != ASCII.quote {
      let isEscape = text[end] == ASCII.backslash
      hasEscapes = hasEscapes || isEscape
      end += isEscape ? 2 : 1
    }
    // Where the text is too long, its keys are no longer found where they are said to begin.
    let name = text[..<min(end, text.endIndex)]
    return JSONText.string(UnsafeBufferPointer(rebasing: name), escaped: hasEscapes)
  }

  /// The slot of the member with a name.
  func member(_ name: String, among keys: UnsafeBufferPointer<Key>) -> UInt32? {
    // Written as all of them are, a key that is equal is so byte for byte.
    var written = JSONOutput(capacity: 64)
    written.escapesSlashes = output.escapesSlashes
    written.append(string: name)
    return keys.first { key in
      output.bytes[Int(key.start)...].starts(with: written.bytes)
    }?.slot
  }

  /// The slot of the member whose key equals a name as strings do, however their letters are spelled.
  func member(equalTo name: String, among keys: UnsafeBufferPointer<Key>) -> UInt32? {
    keys.first { self.name(of: $0) == name }?.slot
  }
}
