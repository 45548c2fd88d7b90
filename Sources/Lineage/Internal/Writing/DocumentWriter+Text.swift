#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// How a writer writes JSON text while types encode.
//
// Text only grows at its end, where nested containers are open. The next value can go to the
// innermost one, or to an outer one after the inner ones are closed. A value that has begun but
// hasn't been written yet is awaited: the text ends with its key, or with the comma before it.
//
// So some things can't be done in text: adding to a closed container, writing a value that isn't
// awaited because it was written or skipped before, and removing something. When a type requires
// one of them, the writer closes all containers, reads the text into its tree, and continues there.
// A value has the same number in the text and in the tree, because both count values in the order
// in which they begin.

extension DocumentWriter {
  var isText: Bool { state.pointee.text.isActive }

  /// Begins to write a value as text, with the options of a `JSONEncoder`.
  func begin(_ json: JSONEncoder, _ options: JSONWriterOptions) -> ValueEncoder {
    prepare(for: json)
    state.pointee.text.start(
      escapesSlashes: !options.contains(.withoutEscapingSlashes),
      sortsMembers: options.contains(.sortedKeys) && !options.contains(.prettyPrinted))
    return ValueEncoder(writer: self, slot: 0, container: -1, key: .root)
  }

  /// Begins to write a value as a tree, with the strategies of a `JSONEncoder`.
  func beginTree(_ json: JSONEncoder) -> ValueEncoder {
    prepare(for: json)
    return begin(.document, userInfo: [:])
  }

  @inline(__always)
  private func prepare(for json: JSONEncoder) {
    state.pointee.stack = .aroundHere
    state.pointee.json = JSONEncodingOptions(json)
    state.pointee.keyConversion = state.pointee.json?.keyConversion ?? .none
    state.pointee.reusesContainers = true
  }

  /// Whether the text awaits the value in a slot.
  @inline(__always)
  func isAwaited(_ slot: UInt32) -> Bool { state.pointee.text.awaited == slot }

  /// Prepares the text for the value in a slot. If that isn't possible, changes to a tree and
  /// returns false.
  @inline(__always)
  func continueText(with slot: UInt32) -> Bool {
    if isAwaited(slot) {
      state.pointee.text.endAwaiting()
      return true
    }
    if isText { changeToTree() }
    return false
  }

  /// Prepares the text for another value in a container, except for the comma. If that isn't
  /// possible, changes to a tree and returns false.
  @inline(__always)
  private func reopenText(in index: Int) -> Bool {
    state.pointee.text.isReady(forIndex: index) || makeTextReady(for: index)
  }

  /// Closes the open containers inside a container, and writes an empty object for a value that is
  /// still awaited.
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

  /// Prepares the text for another value in a container, including the comma. If that isn't
  /// possible, changes to a tree and returns false.
  @inline(__always)
  func resumeText(in index: Int) -> Bool {
    guard reopenText(in: index) else { return false }
    let container = state.pointee.containers.pointer(to: UInt32(truncatingIfNeeded: index))
    if container.pointee.count > 0 { state.pointee.text.output.append(ASCII.comma) }
    container.pointee.count &+= 1
    return true
  }

  /// Appends one of Lineage's own members, with its value, to an object that a type has just
  /// written.
  ///
  /// - Returns: Whether it was appended. It isn't unless the object is open in text and the key is
  ///   known to be new.
  func append(_ member: MemberText, toObjectAt slot: UInt32) -> Bool {
    guard isText, !isAwaited(slot), !state.pointee.convertsKeys,
      let object = existingContainer(.object, at: slot)
    else { return false }
    return append(member, in: object)
  }

  /// Begins a member with a cached name in text. Returns nil if there is no text, or if the object
  /// may already have the name.
  func beginText(_ name: KeyName, in index: Int) -> UInt32? {
    guard let member = name.memberText, append(member, in: index) else { return nil }
    return state.pointee.text.awaitNext()
  }

  private func append(_ member: MemberText, in index: Int) -> Bool {
    let container = state.pointee.containers.pointer(to: UInt32(truncatingIfNeeded: index))
    guard container.pointee.hashes & member.hashBit == 0, !container.pointee.hasNames,
      reopenText(in: index)
    else { return false }
    container.pointee.recordOtherKey()
    state.pointee.text.begin(member, in: container)
    return true
  }

  /// Closes the open containers inside another one.
  @inline(__always)
  private func closeText(inside index: Int) {
    while state.pointee.text.innermost.index != index { closeInnermost() }
  }

  /// Closes the open containers from an index on.
  @inline(__always)
  func closeText(from index: Int) {
    while state.pointee.text.innermost.index >= index { closeInnermost() }
  }

  @inline(__always)
  private func closeInnermost() {
    let innermost = UInt32(truncatingIfNeeded: state.pointee.text.innermost.index)
    state.pointee.text.close(state.pointee.containers.pointer(to: innermost))
  }

  /// Closes all containers.
  private func closeText() {
    closeText(inside: -1)
    state.pointee.text.writeMissing()
  }

  @inline(__always)
  func isOpenInText(_ index: Int) -> Bool {
    index < 0 || openInText { $0 == index } != nil
  }

  /// The innermost open container that satisfies a predicate.
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

  /// The keys of an open container in the text; empty if the container is closed.
  private func textKeys(in index: Int) -> Arena<StreamedText.Key>.Values {
    var end = state.pointee.text.keyCount
    let open = openInText {
      if $0 == index { return true }
      end = container($0).firstKey
      return false
    }
    guard let open else { return state.pointee.text.keys(from: 0, to: 0) }
    return state.pointee.text.keys(from: container(open).firstKey, to: end)
  }

  func textMember(_ name: String, in index: Int) -> UInt32? {
    container(index).hasInternationalKeys || !name.isASCII
      ? state.pointee.text.member(equalTo: name, among: textKeys(in: index))
      : state.pointee.text.member(name, among: textKeys(in: index))
  }

  /// Those of the names of fields that aren't among the declared members of an object.
  func names(_ names: [String], arePlain: Bool, missingFrom index: Int) -> [String] {
    guard state.pointee.preserved.unknown.isEmpty else {
      return names.filter { lacksDeclaredMember($0, in: index) }
    }
    // Nearly always, all are there in the same order.
    let others =
      arePlain && isText && !state.pointee.convertsKeys
      ? state.pointee.text.names(of: names, withoutThoseAmong: textKeys(in: index)) : names
    return others.filter { member($0, in: index) == nil }
  }

  /// Whether an object has no declared member with a name, nor a preserved null in place of one.
  private func lacksDeclaredMember(_ name: String, in index: Int) -> Bool {
    guard let member = member(name, in: index) else { return true }
    return state.pointee.preserved.unknown.contains(member)
      && !state.pointee.preserved.nulls.contains(member)
  }

  func textNames(in index: Int) -> [String: UInt32] {
    Dictionary(textKeys(in: index).map { (state.pointee.text.name(of: $0), $0.slot) }) { $1 }
  }

  func textKey(of slot: UInt32, in index: Int) -> String? {
    textKeys(in: index).last { $0.slot == slot }.map { state.pointee.text.name(of: $0) }
  }

  // MARK: - The end

  /// Reads the text into the tree, which replaces it from now on.
  @inline(never)
  func changeToTree() {
    state.pointee.text.undoSorting()
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
      // The tree will never be read, because `finish(_:_:)` throws. But what encoders still write
      // needs slots.
      for _ in 0..<state.pointee.text.valueCount { tree.append(TreeNode(.nothing)) }
    } else {
      tree.read(ownText: state.pointee.text.output.bytes)
    }
  }

  /// Finishes the document and returns it.
  ///
  /// - Parameter type: The type of the value, for errors. An error with the value itself would
  ///   print the whole document.
  func finish(_ type: any Any.Type, _ options: JSONWriterOptions) throws -> Data {
    try checkNameCollisions()
    if isText, isAwaited(0) { throw EncodingProblem.nothing.error(for: type) }
    if isText { closeText() }
    if tree.isTooLong || state.pointee.text.isTooLong {
      throw EncodingProblem.tooLong.error(for: type)
    }
    if state.pointee.text.isTooDeep { throw EncodingProblem.tooDeep.error(for: type) }
    let isText = isText
    if isText, !options.contains(.prettyPrinted),
      !options.contains(.sortedKeys) || state.pointee.text.isSorted
    {
      return state.pointee.text.output.data
    }
    if isText { changeToTree() }
    if tree.view[0].kind == .nothing { throw EncodingProblem.nothing.error(for: type) }
    return try JSONWriter.write(tree, of: type, options: options, isOfText: isText)
  }
}
