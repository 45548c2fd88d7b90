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
// So these can't be done in text: to add to a container that has been closed; to write a value that
// is not awaited, because it was written or passed over before; to take something out. When a type
// asks for one of them, the writer closes what is open, reads the text into its tree, and goes on
// there. Each value has the number in the tree that it had in the text, both of which count values
// in the order in which they begin.

extension DocumentWriter {
  var isText: Bool { state.pointee.text.isActive }

  /// Starts with a value, as text for a `JSONEncoder`.
  func begin(_ json: JSONEncoder, _ options: JSONWriterOptions) -> ValueEncoder {
    state.pointee.stack = .aroundHere
    let strategies = JSONEncodingOptions(json)
    state.pointee.json = strategies
    state.pointee.convertsKeys = strategies.convertsKeys
    state.pointee.lendsContainers = true
    state.pointee.text.start(escapesSlashes: !options.contains(.withoutEscapingSlashes))
    return ValueEncoder(writer: self, slot: 0, container: -1, key: .root)
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
    state.pointee.text.isReady(forIndex: index) || makeTextReady(for: index)
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
  func beginText(_ name: KeyName, in index: Int) -> UInt32? {
    guard let member = name.memberText, pass(member, in: index) else { return nil }
    return state.pointee.text.awaitNext()
  }

  private func pass(_ member: MemberText, in index: Int) -> Bool {
    let container = state.pointee.containers.pointer(to: UInt32(truncatingIfNeeded: index))
    guard container.pointee.hashes & member.hashBit == 0, !container.pointee.hasNames,
      reopenText(in: index)
    else { return false }
    container.pointee.recordOtherKey()
    state.pointee.text.pass(member, in: container)
    return true
  }

  /// Closes what is open inside an open container.
  @inline(__always)
  private func closeText(inside index: Int) {
    while state.pointee.text.innermost.index != index { closeInnermost() }
  }

  /// Closes what is open of the containers from an index on.
  @inline(__always)
  func closeText(from index: Int) {
    while state.pointee.text.innermost.index >= index { closeInnermost() }
  }

  @inline(__always)
  private func closeInnermost() {
    let innermost = UInt32(truncatingIfNeeded: state.pointee.text.innermost.index)
    state.pointee.text.close(state.pointee.containers.pointer(to: innermost))
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
    var index = state.pointee.text.innermost.index
    while index >= 0 {
      if isRight(Int(index)) { return Int(index) }
      let container = state.pointee.containers.pointer(to: UInt32(truncatingIfNeeded: index))
      index = container.pointee.parent.index
    }
    return nil
  }

  // MARK: - Keys

  /// The keys that an open container has in the text; none of one that is closed.
  private func textKeys(in index: Int) -> UnsafeBufferPointer<StreamedText.Key> {
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
    container(index).hasInternationalKeys || !name.utf8.allSatisfy { $0 < 0x80 }
      ? state.pointee.text.member(equalTo: name, among: textKeys(in: index))
      : state.pointee.text.member(name, among: textKeys(in: index))
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
      state.pointee.containers[index].last = tree.lastChild(
        of: state.pointee.containers[index].slot)
    }
    for slot in state.pointee.text.missing { tree.slots[slot].setValue(TreeNode(.nothing)) }
  }

  private func readTextIntoTree() {
    if state.pointee.text.isTooDeep || state.pointee.text.isTooLong {
      // Nobody is going to read the tree, but what encoders still write has to have a place.
      for _ in 0..<state.pointee.text.valueCount { tree.append(TreeNode(.nothing)) }
    } else {
      tree.read(ownText: state.pointee.text.output.bytes)
    }
  }

  /// The whole document.
  ///
  /// - Parameter type: The type of the value, for errors: the value itself may be as large as the document,
  ///   and whoever prints an error prints what is in it.
  func finish(_ type: any Any.Type, _ options: JSONWriterOptions) throws -> Data {
    try checkNameCollisions()
    if isText, isAwaited(0) { throw nothingEncoded(type) }
    if isText { closeText() }
    if tree.isTooLong || state.pointee.text.isTooLong { throw DocumentTree.tooLong(type) }
    if state.pointee.text.isTooDeep { throw JSONWriter.tooDeep(type) }
    if isText, !options.isDisjoint(with: [.prettyPrinted, .sortedKeys]) { changeToTree() }
    if isText { return state.pointee.text.output.data }
    if tree.view[0].kind == .nothing { throw nothingEncoded(type) }
    return try JSONWriter.write(tree, of: type, options: options)
  }

  private func nothingEncoded(_ type: any Any.Type) -> EncodingError {
    .invalidValue(
      type, .init(codingPath: [], debugDescription: "The value did not encode anything."))
  }
}
