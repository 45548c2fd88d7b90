#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// How a writer writes JSON text while types encode.
//
// Text only ever grows at its end. There, some containers are open, one in the other: the innermost one
// can take another value at once; one around it can when those inside it are closed. A value that was
// announced and has not come yet is awaited: the text ends with its key, or the comma before it.
//
// So these can't be done in text: to add to a container that has been closed; to write a value that is
// not awaited, because it was written or passed over before; to take something out. When a type asks for
// one of them, the writer closes what is open, reads the text into its tree, and goes on there. Each value
// has the number in the tree that it had in the text, both of which count values in the order in which
// they begin.

/// JSON text that is being written.
struct TextInProgress: ~Copyable {
  /// A key of an open object.
  struct Key: BitwiseCopyable {
    /// Where it begins in the text, with its quote.
    let start: UInt32
    let slot: UInt32
  }

  static let nobody = UInt32.max

  var output = JSONOutput(capacity: 512)
  /// Whether there is text, and no tree yet.
  private(set) var isActive = false
  /// The innermost open container, -1 at the root.
  private(set) var innermost = -1
  /// The slot whose value comes next; `nobody` after a value.
  private(set) var awaited = Self.nobody
  /// How many values were begun.
  private(set) var valueCount: UInt32 = 0
  /// The announced values that never came, and became empty objects.
  private(set) var missing: [UInt32] = []
  /// The keys of the open containers, those of inner ones after those of outer ones.
  private var keys = Arena<Key>(capacity: 32)
  private var depth = 0
  /// Whether containers were nested deeper than readers follow.
  private(set) var isTooDeep = false

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
    awaited = Self.nobody
    innermost = -1
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
    awaited = Self.nobody
  }

  /// A value begins, and comes at once.
  @inline(__always)
  mutating func pass() {
    valueCount &+= 1
  }

  /// Awaits the value that has just begun.
  @inline(__always)
  mutating func awaitLatest() -> UInt32 {
    awaited = valueCount &- 1
    return awaited
  }

  /// An element begins.
  @inline(__always)
  mutating func begin() -> UInt32 {
    pass()
    return awaitLatest()
  }

  /// A member begins, with its key.
  @inline(__always)
  mutating func begin(_ key: UnsafeBufferPointer<UInt8>) -> UInt32 {
    keys.append(Key(start: UInt32(truncatingIfNeeded: output.count), slot: valueCount))
    output.append(string: key)
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
  mutating func open(_ container: Int, isArray: Bool) {
    output.append(isArray ? ASCII.openBracket : ASCII.openBrace)
    innermost = container
    depth &+= 1
    if depth > JSONIndexer.maximumDepth { isTooDeep = true }
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
  func isReady(for container: Int) -> Bool {
    innermost == container && awaited == Self.nobody
  }

  /// Gives up waiting: a value that was announced and didn't come is an empty object.
  @inline(__always)
  mutating func writeMissing() {
    if awaited != Self.nobody { passOver() }
  }

  @inline(never)
  private mutating func passOver() {
    output.append("{}")
    missing.append(awaited)
    awaited = Self.nobody
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
    return JSONText.string(UnsafeBufferPointer(rebasing: text[..<end]), escaped: hasEscapes)
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
}

extension FieldWriter {
  var isText: Bool { state.pointee.text.isActive }

  /// Starts with a value, as text for a `JSONEncoder`.
  func begin(_ json: JSONEncoder, _ options: JSONWriterOptions) -> FieldEncoder {
    state.pointee.json = json
    state.pointee.lendsContainers = true
    if case .useDefaultKeys = json.keyEncodingStrategy {} else { state.pointee.convertsKeys = true }
    state.pointee.text.start(escapesSlashes: !options.contains(.withoutEscapingSlashes))
    return FieldEncoder(writer: self, slot: 0, container: -1)
  }

  /// Whether the value in a slot is what the text goes on with.
  @inline(__always)
  func isAwaited(_ slot: UInt32) -> Bool { state.pointee.text.awaited == slot }

  /// Makes the text ready for the value in a slot; where it can't be, there is a tree from here on.
  @inline(__always)
  func continueText(with slot: UInt32) -> Bool {
    if isAwaited(slot) {
      state.pointee.text.take()
      return true
    }
    if isText { changeToTree() }
    return false
  }

  /// Makes the text ready for another value in a container, but for the comma; where it can't be, there
  /// is a tree from here on.
  @inline(__always)
  private func reopenText(in index: Int) -> Bool {
    state.pointee.text.isReady(for: index) || makeTextReady(for: index)
  }

  /// Closes what is open inside a container, or gives up waiting for a value in it.
  @inline(never)
  func makeTextReady(for index: Int) -> Bool {
    guard isText else { return false }
    guard isOpenInText(index) else {
      changeToTree()
      return false
    }
    closeText(inside: index)
    state.pointee.text.writeMissing()
    return true
  }

  /// Makes the text ready for another value in a container; where it can't be, there is a tree from here
  /// on.
  @inline(__always)
  func resumeText(in index: Int) -> Bool {
    guard reopenText(in: index) else { return false }
    let container = state.pointee.containers.pointer(to: UInt32(truncatingIfNeeded: index))
    if container.pointee.count > 0 { state.pointee.text.output.append(ASCII.comma) }
    container.pointee.count &+= 1
    return true
  }

  /// Adds a whole member of the library's own to an object that a type has just written.
  ///
  /// - Returns: Whether the object is open in text, and the key certainly new.
  func append(_ member: MemberText, toObjectAt slot: UInt32) -> Bool {
    guard isText, !isAwaited(slot), !state.pointee.convertsKeys,
      let object = openObject(at: slot)
    else { return false }
    return pass(member, in: object)
  }

  /// Begins a member with a name that was learned, if that is certainly new and there is text.
  func beginText(_ name: FieldName, in index: Int) -> UInt32? {
    guard let member = name.memberText, pass(member, in: index) else { return nil }
    return state.pointee.text.awaitLatest()
  }

  private func pass(_ member: MemberText, in index: Int) -> Bool {
    let container = state.pointee.containers.pointer(to: UInt32(truncatingIfNeeded: index))
    guard container.pointee.hashes & member.hashBit == 0, !container.pointee.hasNames,
      reopenText(in: index)
    else { return false }
    container.pointee.noteOtherKey()
    state.pointee.text.pass(member, in: container)
    return true
  }

  /// Closes what is open inside an open container.
  @inline(__always)
  private func closeText(inside index: Int) {
    while state.pointee.text.innermost != index {
      let innermost = UInt32(truncatingIfNeeded: state.pointee.text.innermost)
      state.pointee.text.close(state.pointee.containers.pointer(to: innermost))
    }
  }

  /// Closes everything.
  private func closeText() {
    closeText(inside: -1)
    state.pointee.text.writeMissing()
  }

  @inline(__always)
  func isOpenInText(_ index: Int) -> Bool {
    index < 0 || openInText { $0 == index } != nil
  }

  /// The innermost open container of which something is true.
  @inline(__always)
  func openInText(_ isRight: (Int) -> Bool) -> Int? {
    var index = state.pointee.text.innermost
    while index >= 0 {
      if isRight(index) { return index }
      index = state.pointee.containers.pointer(to: UInt32(truncatingIfNeeded: index)).pointee.parent
    }
    return nil
  }

  // MARK: - Keys

  /// The keys that an open container has in the text; none of one that is closed.
  private func textKeys(in index: Int) -> UnsafeBufferPointer<TextInProgress.Key> {
    var end = state.pointee.text.keyCount
    let open = openInText {
      if $0 == index { return true }
      end = container($0).firstKey
      return false
    }
    guard let open else { return UnsafeBufferPointer(start: nil, count: 0) }
    return state.pointee.text.keys(from: container(open).firstKey, to: end)
  }

  func textMember(_ name: String, in index: Int) -> UInt32? {
    state.pointee.text.member(name, among: textKeys(in: index))
  }

  func textNames(in index: Int) -> [String: UInt32] {
    Dictionary(textKeys(in: index).map { (state.pointee.text.name(of: $0), $0.slot) }) { $1 }
  }

  func textKey(of slot: UInt32, in index: Int) -> String? {
    textKeys(in: index).last { $0.slot == slot }.map { state.pointee.text.name(of: $0) }
  }

  // MARK: - The end

  /// Reads the text into the tree, and goes on there.
  @inline(never)
  func changeToTree() {
    closeText()
    state.pointee.text.end()
    readTextIntoTree()
    for index in 0..<UInt32(state.pointee.containers.count) {
      let container = state.pointee.containers[index]
      if container.keepsKeys { tree.slots[container.slot].flags.insert(.keepsKeys) }
      state.pointee.containers[index].last = tree.lastChild(of: container.slot)
    }
    for slot in state.pointee.text.missing { tree.slots[slot].setValue(FieldSlot(.nothing)) }
  }

  private func readTextIntoTree() {
    if state.pointee.text.isTooDeep {
      // Nobody is going to read the tree, but what encoders still write has to have a place.
      for _ in 0..<state.pointee.text.valueCount { tree.append(FieldSlot(.nothing)) }
    } else {
      tree.read(ownText: state.pointee.text.output.bytes)
    }
  }

  /// The whole document.
  func finish<Value>(_ value: Value, _ options: JSONWriterOptions) throws -> Data {
    if isText, isAwaited(0) { throw nothingEncoded(value) }
    if isText, !options.isDisjoint(with: [.prettyPrinted, .sortedKeys]) { changeToTree() }
    if isText { closeText() }
    if tree.isTooLong || state.pointee.text.output.count > UInt32.max {
      throw FieldTree.tooLong(value)
    }
    if state.pointee.text.isTooDeep { throw JSONWriter.tooDeep(value) }
    if isText { return state.pointee.text.output.data }
    if tree.view[0].kind == .nothing { throw nothingEncoded(value) }
    return try JSONWriter.write(tree, of: value, options: options)
  }

  private func nothingEncoded(_ value: Any) -> EncodingError {
    .invalidValue(
      value, .init(codingPath: [], debugDescription: "The value did not encode anything."))
  }
}
