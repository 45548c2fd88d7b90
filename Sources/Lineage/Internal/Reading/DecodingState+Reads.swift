// What types have asked for, so that a report can list the other members of the document.

extension DecodingState.Pointer {
  /// Records that a type has asked for a member or an element.
  ///
  /// - Parameter isRequest: Whether it hasn't already looked it up for the same request.
  func markRead(_ slot: UInt32, in tree: DocumentTree.View, isRequest: Bool = false) {
    guard owns(tree) else { return }
    if !pointee.elementsGivenUp.isEmpty { pointee.elementsGivenUp.remove(slot) }
    recordRead(slot, in: tree, isRequest: isRequest)
  }

  /// Records that a type has asked for a name in an object of a foreign decoder.
  func markRead(_ name: String, in object: ForeignValue) {
    if object.namesRead.insert(name).inserted {
      pointee.foreignReads.append((object, .name(name)))
    } else {
      markReadAgain(name, in: object)
    }
  }

  private func markReadAgain(_ name: String, in object: ForeignValue) {
    guard object.namesReadAgain.insert(name).inserted else { return }
    pointee.foreignReads.append((object, .nameAgain(name)))
  }

  /// Records that a type asks for an element of a foreign decoder's array.
  func markRequest(_ index: Int, of array: ForeignValue) {
    if pointee.marksReads, index < array.elementsRead { markReadAgain(index, of: array) }
  }

  private func markReadAgain(_ index: Int, of array: ForeignValue) {
    guard array.elementsReadAgain.insert(index).inserted else { return }
    pointee.foreignReads.append((array, .elementAgain(index)))
  }

  /// Records that a type has decoded the elements of a foreign decoder's array before an index.
  func markRead(elementsBefore index: Int, of array: ForeignValue) {
    guard pointee.marksReads, array.isReadByElement, index > array.elementsRead else { return }
    pointee.foreignReads.append((array, .elements(from: array.elementsRead)))
    array.elementsRead = index
  }

  /// Whether a tree is the one that the session reads.
  func owns(_ tree: DocumentTree.View) -> Bool {
    let own = pointee.tree ?? pointee.document
    return tree.owner == Unretained(own)
  }

  /// Records that a type has asked for a member of the session's own tree.
  ///
  /// - Parameter isRequest: Whether it hasn't already looked it up for the same request.
  @inline(__always)
  func recordRead(_ slot: UInt32, in tree: DocumentTree.View, isRequest: Bool = false) {
    if tree.slots[Int(slot)].flags.contains(.isRead) {
      if isRequest { recordReadAgain(slot) }
      return
    }
    tree.slots[Int(slot)].flags.insert(.isRead)
    pointee.membersRead.append(slot)
  }

  /// Forgets that a type has asked for a member.
  func forgetRead(_ slot: UInt32, in tree: DocumentTree.View) {
    guard owns(tree) else { return }
    tree.slots[Int(slot)].flags.remove(.isRead)
    if !pointee.membersReadAgain.isEmpty { pointee.membersReadAgain.remove(slot) }
  }

  /// Records that a type asks for the value of its decoder.
  ///
  /// - Parameter isDecoded: Whether it has decoded it, so that no later attempt matters.
  @inline(never)
  func markRead(_ value: Field, isDecoded: Bool) {
    pointee.valuesAsked &+= 1
    if value.foreign >= 0 { return markForeignRead(value, isDecoded: isDecoded) }
    guard owns(value.tree) else { return }
    markRead(value.slot, in: value.tree)
    if isDecoded { recordReadAgain(value.slot) }
  }

  private func markForeignRead(_ value: Field, isDecoded: Bool) {
    if let (object, name) = foreignMember(value) {
      if !object.namesRead.contains(name) { markRead(name, in: object) }
      if isDecoded { markReadAgain(name, in: object) }
    } else if let (array, index) = foreignElement(value) {
      array.elementsGivenUp.remove(index)
      if isDecoded { markReadAgain(index, of: array) }
    }
  }

  /// Whether a value still counts as one that a type has asked for.
  func isRead(_ value: Field) -> Bool {
    if let (object, name) = foreignMember(value) { return object.namesRead.contains(name) }
    if let (array, index) = foreignElement(value) { return !array.elementsGivenUp.contains(index) }
    return value.foreign < 0 && owns(value.tree)
      && value.tree[value.slot].flags.contains(.isRead)
  }

  /// Forgets that a type asked for the value of its decoder, because decoding it has failed: the type may catch the error
  /// and use another value. Of an object, the members count, and the elements of an array that it reads one by one.
  @inline(never)
  func forgetRead(_ value: Field) {
    if isReadAgain(value) || value.pathKey.isIndex && isReadAgain(container(of: value)) { return }
    if let foreign = foreignValue(at: value.foreign) {
      guard !foreign.isReadByElement, (try? foreign.open()) == nil else { return }
      if let (object, name) = foreignMember(value) { object.forget(.name(name)) }
      if let (array, index) = foreignElement(value), array.elementsGivenUp.insert(index).inserted {
        pointee.foreignReads.append((array, .elementGivenUp(index)))
      }
    } else if value.kind != .object, owns(value.tree),
      !pointee.arraysReadByElement.contains(value.slot)
    {
      forgetRead(value.slot, in: value.tree)
      if value.pathKey.isIndex, pointee.elementsGivenUp.insert(value.slot).inserted {
        pointee.elementsGivenUpInOrder.append(value.slot)
      }
    }
  }

  /// Whether types have asked for a value more than once, or one has decoded it, so that no later attempt matters.
  private func isReadAgain(_ value: Field) -> Bool {
    if let (object, name) = foreignMember(value) { return object.namesReadAgain.contains(name) }
    if let (array, index) = foreignElement(value) { return array.elementsReadAgain.contains(index) }
    return value.foreign < 0 && owns(value.tree) && pointee.membersReadAgain.contains(value.slot)
  }

  /// The object of a foreign decoder that has a value as a member, with the name there; nil if none has.
  func foreignMember(_ value: Field) -> (object: ForeignValue, name: String)? {
    guard !value.pathKey.isIndex, let key = value.key?.stringValue,
      let object = foreignContainer(of: value)
    else { return nil }
    return (object, object.name(ofKey: key))
  }

  /// The array of a foreign decoder that has a value as an element, with the index there; nil if none has.
  private func foreignElement(_ value: Field) -> (array: ForeignValue, index: Int)? {
    guard case .index(let index) = value.pathKey.kind else { return nil }
    return foreignContainer(of: value).map { ($0, index) }
  }

  private func foreignContainer(of value: Field) -> ForeignValue? {
    value.foreign < 0 || value.parent < 0 ? nil : foreignValue(at: container(of: value).foreign)
  }

  private func container(of value: Field) -> Field {
    field(of: pointee.frames[UInt32(value.parent)])
  }

  @inline(never)
  private func recordReadAgain(_ slot: UInt32) {
    if pointee.membersReadAgain.insert(slot).inserted {
      pointee.membersReadAgainInOrder.append(slot)
    }
  }

  /// Records that a type asks for the elements of an array one by one, so that it may leave some out.
  func markReadByElement(_ array: UInt32, in tree: DocumentTree.View) {
    if pointee.marksReads, owns(tree) { pointee.arraysReadByElement.insert(array) }
  }

  /// Records that a type decodes all elements of an array, after an attempt to read them one by one has failed.
  @inline(__always)
  func markFullyRead(_ array: UInt32, in tree: DocumentTree.View) {
    if !pointee.arraysReadByElement.isEmpty, owns(tree) {
      pointee.arraysReadByElement.remove(array)
    }
  }

  /// Looks at members without reading them.
  @inline(__always)
  func withoutReading<Result>(_ look: () throws -> Result) rethrows -> Result {
    let reads = reads
    defer { forgetReads(since: reads) }
    return try look()
  }

  /// Looks whether a member is null, which reads it only if it is: any other value isn't known yet.
  @inline(__always)
  func readingNull(_ isNull: () throws -> Bool) rethrows -> Bool {
    let reads = reads
    let isNull = try isNull()
    if !isNull { forgetReads(since: reads) }
    return isNull
  }

  /// What types have asked for so far.
  struct Reads {
    fileprivate let members: Int
    fileprivate let membersAgain: Int
    fileprivate let elementsGivenUp: Int
    fileprivate let foreign: Int
  }

  var reads: Reads {
    @inline(__always) get {
      Reads(
        members: pointee.membersRead.count, membersAgain: pointee.membersReadAgainInOrder.count,
        elementsGivenUp: pointee.elementsGivenUpInOrder.count,
        foreign: pointee.foreignReads.count)
    }
  }

  /// Forgets what types have asked for since then, because the attempt that did has failed.
  @inline(__always)
  func forgetReads(since reads: Reads) {
    if pointee.marksReads { removeReads(since: reads) }
  }

  @inline(never)
  private func removeReads(since reads: Reads) {
    let tree = pointee.tree ?? pointee.document
    for index in reads.members..<pointee.membersRead.count {
      let slot = pointee.membersRead[UInt32(index)]
      tree.view.slots[Int(slot)].flags.subtract([.isRead, .isCollected])
      if !pointee.membersReadAgain.isEmpty { pointee.membersReadAgain.remove(slot) }
    }
    pointee.membersRead.removeAll(from: reads.members)
    for index in reads.membersAgain..<pointee.membersReadAgainInOrder.count {
      pointee.membersReadAgain.remove(pointee.membersReadAgainInOrder[UInt32(index)])
    }
    pointee.membersReadAgainInOrder.removeAll(from: reads.membersAgain)
    for index in reads.elementsGivenUp..<pointee.elementsGivenUpInOrder.count {
      pointee.elementsGivenUp.remove(pointee.elementsGivenUpInOrder[UInt32(index)])
    }
    pointee.elementsGivenUpInOrder.removeAll(from: reads.elementsGivenUp)
    for (value, read) in pointee.foreignReads[reads.foreign...].reversed() { value.forget(read) }
    pointee.foreignReads.removeLast(pointee.foreignReads.count - reads.foreign)
  }
}
