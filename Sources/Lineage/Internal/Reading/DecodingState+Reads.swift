// What types have asked for, so that a report can list the other members of the document.

/// A member that a class has asked for while it was decoded.
struct AskedMember: BitwiseCopyable {
  let slot: UInt32
  let frame: UInt32
}

extension DecodingState.Pointer {
  /// Records that a type has asked for a member or an element.
  ///
  /// - Parameter isRequest: Whether it hasn't already looked it up for the same request.
  func markMemberRead(_ slot: UInt32, in tree: DocumentTree.View, isRequest: Bool = false) {
    guard owns(tree) else { return }
    if pointee.readLog.hasDiscarded { pointee.readLog.setDiscarded(slot, false) }
    recordRead(slot, in: tree, isRequest: isRequest)
  }

  /// Records that a type has asked for something in a value of a foreign decoder. Returns whether that is new.
  @discardableResult
  private func record(_ read: ForeignReads.Read, in value: ForeignValue) -> Bool {
    guard let reads = value.reads, reads.insert(read) else { return false }
    pointee.readLog.append(.foreign(reads, read))
    return true
  }

  /// Records that a type has asked for a name in an object of a foreign decoder.
  func markNameRead(_ name: String, in object: ForeignValue) {
    if !record(.name(name), in: object) { record(.permanentName(name), in: object) }
  }

  /// Records that a type has asked for a value of a foreign decoder with everything in it.
  func markReadAsWhole(_ value: ForeignValue) { record(.whole, in: value) }

  /// Records that a type asks for an element of a foreign decoder's array.
  func markRequest(_ index: Int, of array: ForeignValue) {
    guard let reads = array.reads else { return }
    if index < reads.elementsRead, !reads.hasDiscarded(index) {
      record(.permanentElement(index), in: array)
    }
    record(.discardedElement(index, false), in: array)
  }

  /// Records that a type has decoded an element of a foreign decoder's array, but doesn't use it.
  func discardElement(_ index: Int, of array: ForeignValue) {
    record(.discardedElement(index, true), in: array)
    array.reads?.remove(.permanentElement(index))
  }

  /// Records that a type has decoded the elements of a foreign decoder's array before an index.
  func markElementsRead(before index: Int, of array: ForeignValue) {
    guard let first = array.reads?.elementsRead, index > first else { return }
    record(.elements(first..<index), in: array)
  }

  /// Whether a tree is the one that the session reads.
  func owns(_ tree: DocumentTree.View) -> Bool {
    tree.owner == Unretained(pointee.ownTree)
  }

  /// Records that a type has asked for a member of the session's own tree.
  ///
  /// - Parameter isRequest: Whether it hasn't already looked it up for the same request.
  @inline(__always)
  func recordRead(_ slot: UInt32, in tree: DocumentTree.View, isRequest: Bool) {
    if tree.slots[Int(slot)].flags.contains(.isRead) {
      if isRequest { pointee.readLog.markPermanent(slot) }
      return
    }
    pointee.readLog.markMember(slot, in: tree)
  }

  /// Forgets that a type has asked for a member.
  func forgetMemberRead(_ slot: UInt32, in tree: DocumentTree.View) {
    guard owns(tree) else { return }
    tree.slots[Int(slot)].flags.remove(.isRead)
    pointee.readLog.removePermanent(slot)
  }

  /// Records that a type asks for the value of its decoder.
  ///
  /// - Parameter isDecoded: Whether it has decoded it, so that no later attempt matters.
  @inline(never)
  func markValueRead(_ value: Field, isDecoded: Bool) {
    pointee.readLog.valuesAsked &+= 1
    let place = value.placeOfReads
    if place.isForeign { return markForeignRead(place, isDecoded: isDecoded) }
    guard place.state.owns(place.tree) else { return }
    place.state.markMemberRead(place.slot, in: place.tree)
    if isDecoded { place.state.pointee.readLog.markPermanent(place.slot) }
  }

  private func markForeignRead(_ value: Field, isDecoded: Bool) {
    if let (object, name) = foreignMember(value) {
      record(.name(name), in: object)
      if isDecoded { record(.permanentName(name), in: object) }
    } else if let (array, index) = foreignElement(value) {
      record(.discardedElement(index, false), in: array)
      if isDecoded { record(.permanentElement(index), in: array) }
    }
  }

  /// Whether a value still counts as one that a type has asked for.
  func isRead(_ value: Field) -> Bool {
    if let (object, name) = foreignMember(value) { return object.reads?.hasRead(name) == true }
    if let (array, index) = foreignElement(value) {
      return array.reads?.hasDiscarded(index) == false
    }
    let place = value.placeOfReads
    return !place.isForeign && place.state.owns(place.tree)
      && place.tree[place.slot].flags.contains(.isRead)
  }

  /// Forgets that a type asked for the value of its decoder, because decoding it has failed: the type may catch the error
  /// and use another value. Of an object, the members count, and the elements of an array that it reads one by one.
  @inline(never)
  func forgetValueRead(_ value: Field) {
    if let foreign = foreignValue(at: value.foreign) {
      guard foreign.reads?.isReadByElement != true, (try? foreign.open()) == nil else { return }
    } else if value.kind == .object || pointee.readLog.hasReadByElement(value.slot) {
      return
    }
    let place = value.placeOfReads
    place.state.forgetRead(at: place)
  }

  private func forgetRead(at place: Field) {
    if isReadPermanently(place) || isKeptInArray(place) { return }
    if let (object, name) = foreignMember(place) {
      object.reads?.remove(.name(name))
      return
    }
    if let (array, index) = foreignElement(place) { return discardElement(index, of: array) }
    guard !place.isForeign, owns(place.tree) else { return }
    forgetMemberRead(place.slot, in: place.tree)
    if place.pathKey.isIndex { pointee.readLog.setDiscarded(place.slot, true) }
  }

  /// Whether another type has decoded the array that a value is an element of as a whole, and has kept the value.
  private func isKeptInArray(_ value: Field) -> Bool {
    guard value.pathKey.isIndex, value.parent >= 0, !value.isForeign, owns(value.tree) else {
      return false
    }
    let array = pointee.frames[UInt32(value.parent)]
    return array.tree.owner == value.tree.owner
      && pointee.readLog.isKeptAsWhole(value.slot, of: array.slot, in: value.tree)
  }

  /// Whether a value counts as read whatever fails later, because types have asked for it more than once or decoded it.
  func isReadPermanently(_ value: Field) -> Bool {
    if let (object, name) = foreignMember(value) {
      return object.reads?.hasReadPermanently(name) == true
    }
    if let (array, index) = foreignElement(value) {
      return array.reads?.hasReadPermanently(index) == true
    }
    return !value.isForeign && owns(value.tree) && pointee.readLog.isReadPermanently(value.slot)
  }

  /// The object of a foreign decoder that has a value as a member, with the name there; nil if none has.
  func foreignMember(_ value: Field) -> (object: ForeignValue, name: String)? {
    guard !value.pathKey.isIndex, let key = value.key?.stringValue,
      let object = foreignContainer(of: value)
    else { return nil }
    return (object, object.foundName(ofField: object.name(ofKey: key)))
  }

  /// The array of a foreign decoder that has a value as an element, with the index there; nil if none has.
  private func foreignElement(_ value: Field) -> (array: ForeignValue, index: Int)? {
    guard case .index(let index) = value.pathKey.kind else { return nil }
    return foreignContainer(of: value).map { ($0, index) }
  }

  private func foreignContainer(of value: Field) -> ForeignValue? {
    !value.isForeign || value.parent < 0
      ? nil : foreignValue(at: pointee.frames[UInt32(value.parent)].foreign)
  }

  /// Records that a type asks for the elements of an array one by one, so that it may leave some out.
  func markReadByElement(_ array: UInt32, in tree: DocumentTree.View) {
    if pointee.marksReads, owns(tree) { pointee.readLog.markReadByElement(array) }
  }

  /// Decodes all elements of an array, of which another type may have read only some, or discarded some.
  @inline(__always)
  func readingAsWhole<Result>(
    _ array: UInt32, in tree: DocumentTree.View, _ decode: () throws -> Result
  ) rethrows -> Result {
    guard pointee.marksReads else { return try decode() }
    beginReadingAsWhole(array, in: tree)
    let value = try decode()
    markReadAsWhole(array, in: tree)
    return value
  }

  @inline(never)
  private func beginReadingAsWhole(_ array: UInt32, in tree: DocumentTree.View) {
    guard owns(tree) else { return }
    if pointee.readLog.hasReadByElement(array) {
      // What an earlier reader has stays read, whatever this one makes of it.
      for element in tree.children(of: array) where tree[element].flags.contains(.isRead) {
        pointee.readLog.markPermanent(element)
      }
    }
    guard pointee.readLog.hasDiscarded else { return }
    for element in tree.children(of: array) { pointee.readLog.setDiscarded(element, false) }
  }

  @inline(never)
  private func markReadAsWhole(_ array: UInt32, in tree: DocumentTree.View) {
    guard owns(tree), tree[array].count > 0 else { return }
    pointee.readLog.markReadAsWhole(array, in: tree)
    guard pointee.readLog.hasDiscarded else { return }
    for element in tree.children(of: array) { pointee.readLog.forgetDiscarded(element) }
  }

  /// Records that a type has asked for a value with everything in it. This is a loop, because a
  /// document may nest too deeply for the stack.
  ///
  /// - Parameter libraryKeys: Lineage's own keys in the value. The members that have them aren't part of it.
  func markAllRead(
    _ slot: UInt32, in tree: DocumentTree.View, besides libraryKeys: LibraryKeys? = nil
  ) {
    var containers = [(slot: slot, libraryKeys: libraryKeys)]
    while let (container, libraryKeys) = containers.popLast() {
      if tree[container].kind == .array { readingAsWhole(container, in: tree) {} }
      var names = DistinctNames(of: container, in: tree)
      for child in tree.children(of: container) {
        var keysInside: LibraryKeys?
        if tree[container].kind == .object {
          // Of equal keys the first wins, and the others are reported as dropped.
          let isIllFormed = tree[child].flags.contains(.illFormedKey)
          guard isIllFormed || names.isNew(child, tree.key(of: child)) else { continue }
          if let libraryKeys, !isIllFormed {
            let object = Field(
              state: self, tree: tree, slot: container, parent: -1, pathKey: .root)
            if object.owns(child, among: libraryKeys) { continue }
            keysInside = object.keys(inside: child, among: libraryKeys)
          }
          markMemberRead(child, in: tree)
          if tree[child].kind == .native, pointee.carryOver.isActive, owns(tree) {
            recordCarriedAsWhole(child)
          }
        }
        if tree[child].kind.isContainer {
          containers.append((child, keysInside))
        }
      }
    }
  }

  /// The indices of the elements of an array that types have which have read it before.
  @inline(never)
  func elementsKept(in array: Field) -> Set<Int> {
    if let foreign = array.foreignValue { return foreign.reads?.elementsKept ?? [] }
    guard array.kind == .array, owns(array.tree) else { return [] }
    let elements = array.tree.children(of: array.slot).enumerated()
    return Set(
      elements.lazy.filter { pointee.readLog.isKept($0.element, of: array.slot, in: array.tree) }
        .map(\.offset))
  }

  /// Records that a type has decoded an element of an array, but doesn't use it.
  func discardElement(_ slot: UInt32, in tree: DocumentTree.View) {
    guard owns(tree) else { return }
    pointee.readLog.setDiscarded(slot, true)
    forgetMemberRead(slot, in: tree)
  }

  /// The members that a class has asked for.
  func membersAsked(inFrame frame: UInt32) -> Set<UInt32> {
    let asked = pointee.membersAsked
    return Set(
      asked.values(from: 0, to: UInt32(asked.count)).lazy.filter { $0.frame == frame }.map(\.slot))
  }

  /// Looks at members without reading them.
  @inline(__always)
  func withoutReading<Result>(_ look: () throws -> Result) rethrows -> Result {
    let mark = readMark
    defer { forgetReads(since: mark) }
    return try look()
  }

  /// Decodes something. If that throws, nothing that types have asked for meanwhile counts as read, because another type
  /// may catch the error.
  @inline(__always)
  func undoingReadsIfThrown<Result>(_ decode: () throws -> Result) rethrows -> Result {
    let mark = readMark
    do {
      return try decode()
    } catch {
      forgetReads(since: mark)
      throw error
    }
  }

  /// Looks whether a member is null, which reads it only if it is: any other value isn't known yet.
  @inline(__always)
  func readingNull(_ isNull: () throws -> Bool) rethrows -> Bool {
    let mark = readMark
    let isNull = try isNull()
    if !isNull { forgetReads(since: mark) }
    return isNull
  }
}
