#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value and its place in the data, to be decoded as some type.
///
/// It is plain data, like everything that is made per field; see `DecodingSession.swift`.
struct Field: BitwiseCopyable {
  let state: DecodingState.Pointer
  let tree: DocumentTree.View
  let slot: UInt32
  /// The frame of the enclosing container.
  let parent: Int32
  /// The step from there, as in `Frame.step`.
  var step: Int32
  /// The index in the session's `foreign`; -1 if the value is in a tree. See `Field+Source.swift`.
  var foreign: Int32 = -1
  /// Lineage's own keys in the value that belong to an enclosing value.
  var owned: Unretained<LibraryKeys>?

  var kind: NodeKind { tree[slot].kind }

  /// The version that is recorded for the value, in a tree that isn't a document.
  var recordedVersion: RecordedVersion? {
    tree.owner.withObject { $0.version(of: slot) }
  }

  /// The fields that the newer document of the value has, in a tree that isn't a document.
  var newerFields: Set<String>? {
    tree.owner.withObject { $0.newerFields[slot] }
  }

  /// Whether the value is text of a JSON document, so that the decoder's strategies apply to it.
  var isJSON: Bool { state.outermost.pointee.json != nil && state.isUndecoded(slot, in: tree) }

  /// Whether the value is in a property list, so that the rules of property lists apply to it.
  var isInPropertyList: Bool {
    state.pointee.propertyListUserInfo != nil && state.isUndecoded(slot, in: tree)
  }

  /// A decoder for the value that fills its missing fields.
  @inline(__always)
  func decoder(
    filling fill: Fill, owned ownedByType: Unretained<LibraryKeys>? = nil
  ) -> ValueDecoder {
    ValueDecoder(state: state, frame: openFrame(filling: fill, owned: ownedByType))
  }

  /// Opens a frame for the value.
  @inline(__always)
  func openFrame(filling fill: Fill, owned ownedByType: Unretained<LibraryKeys>?) -> UInt32 {
    var owned = owned ?? ownedFromOutside
    if let ownedByType {
      owned =
        owned.map { state.merge($0.object, ownedByType.object) }
        ?? ownedByType
    }
    return state.pointee.frames.append(
      Frame(
        tree: tree, fill: fill, owned: owned, slot: slot, parent: parent, step: step,
        foreign: foreign))
  }

  /// The owned keys of the value, merged with others.
  func owning(_ keys: LibraryKeys) -> Unretained<LibraryKeys> {
    state.merge(owned?.object ?? keys, keys)
  }

  /// Lineage's own keys in the value, which aren't data.
  var ownedKeys: LibraryKeys? { (owned ?? ownedFromOutside)?.object }

  /// Whether the value is an object in a tree that only has Lineage's own keys.
  func hasOnly(_ owned: LibraryKeys) -> Bool {
    // An object without any keys was written on purpose.
    guard kind == .object, tree[slot].count > 0 else { return false }
    for member in tree.children(of: slot) {
      let name = state.name(ofOwn: member, in: self)
      let key = spelling(of: tree.key(of: member), named: name, among: owned)
      if !owned.hasLeaf(name, spelled: key) {
        guard let inner = owned.inside(name, spelled: key),
          Field(state: state, tree: tree, slot: member, parent: parent, step: step).hasOnly(inner)
        else { return false }
      }
    }
    return true
  }

  /// The owned keys of this value among those that the enclosing object has in nested objects.
  @inline(__always)
  private var ownedFromOutside: Unretained<LibraryKeys>? {
    guard parent >= 0, step < 0 else { return nil }
    guard let owned = state.pointee.frames[UInt32(parent)].owned else { return nil }
    guard owned.withObject({ $0.reachInside }) else { return nil }
    return ownedInside(owned)
  }

  @inline(never)
  private func ownedInside(_ owned: Unretained<LibraryKeys>) -> Unretained<LibraryKeys>? {
    guard let name = key?.stringValue else { return nil }
    let object = state.field(of: state.pointee.frames[UInt32(parent)])
    let isConverted = foreign < 0 && state.convertsKeys(of: object.slot, in: object.tree)
    let spelling = object.spelling(
      of: isConverted ? tree.key(of: slot) : name, named: name, among: owned.object)
    return owned.object.inside(name, spelled: spelling).map { Unretained($0) }
  }
}

extension DecodingState.Pointer {
  /// The value of a frame as a field.
  func field(of frame: Frame) -> Field {
    Field(
      state: self, tree: frame.tree, slot: frame.slot, parent: frame.parent, step: frame.step,
      foreign: frame.foreign, owned: frame.owned)
  }

  func merge(_ first: LibraryKeys, _ second: LibraryKeys) -> Unretained<LibraryKeys> {
    let merged = first.merging(second)
    pointee.mergedKeys.append(merged)
    return Unretained(merged)
  }

  /// The path to a frame, which isn't taken from the cache.
  @inline(never)
  func newCodingPath(ofFrame frame: Int32) -> [any CodingKey] {
    var path: [any CodingKey] = []
    let foreign = visitFrames(from: frame) { state, frame in
      let key = state.key(ofStep: frame.step, slot: frame.slot, tree: frame.tree, in: frame.parent)
      if let key { path.append(key) }
    }
    return (foreign?.codingPath ?? []) + path.reversed()
  }

  /// The path to a frame, from the root of the outermost document.
  func path(ofFrame frame: Int32) -> FieldPath {
    var steps: [FieldPath.Component] = []
    appendSteps(toFrame: frame, to: &steps)
    steps.reverse()
    return FieldPath(steps)
  }

  /// Adds the steps of `codingPath(ofFrame:)`, the last one first.
  func appendSteps(toFrame frame: Int32, to steps: inout [FieldPath.Component]) {
    let foreign = visitFrames(from: frame) { state, frame in
      state.appendStep(
        frame.step, slot: frame.slot, tree: frame.tree, in: frame.parent, to: &steps)
    }
    if let foreign { steps += FieldPath(foreign.codingPath).components.reversed() }
  }

  /// Visits the frames from one to the root of the outermost document, the innermost first.
  ///
  /// This is a loop, because errors need the path when the stack is nearly exhausted, and a carried
  /// value may be nested in many others.
  ///
  /// - Returns: The value of a foreign decoder, if the visit ends there: the path of that decoder
  ///   contains the path to the document and the keys in it.
  private func visitFrames(
    from frame: Int32, _ visit: (DecodingState.Pointer, Frame) -> Void
  ) -> ForeignValue? {
    var state = self
    var index = frame
    while true {
      while index >= 0 {
        let frame = state.pointee.frames[UInt32(index)]
        if let foreign = state.decoderWithPath(to: frame.foreign, step: frame.step) {
          return foreign
        }
        visit(state, frame)
        index = frame.parent
      }
      guard let base = state.pointee.base else { return nil }
      index = Int32(base.frameIndex)
      state = base.state
    }
  }

  /// Adds the step from a container to its value; none at the root.
  func appendStep(
    _ step: Int32, slot: UInt32, tree: DocumentTree.View, in parent: Int32,
    to steps: inout [FieldPath.Component]
  ) {
    switch step {
    case 0...: steps.append(.index(Int(step)))
    case Frame.memberStep: steps.append(.key(name(of: slot, in: tree, object: parent)))
    case Frame.rootStep: break
    default:
      if let key = KeyStep(rawValue: step)?.key(in: self) { steps.append(.init(key)) }
    }
  }

  /// The key of a container's value; nil at the root.
  func key(
    ofStep step: Int32, slot: UInt32, tree: DocumentTree.View, in parent: Int32
  ) -> (any CodingKey)? {
    switch step {
    case 0...: AnyCodingKey(index: Int(step))
    case Frame.memberStep: dictionaryKey(name(of: slot, in: tree, object: parent))
    case Frame.rootStep: nil
    default: KeyStep(rawValue: step)?.key(in: self)
    }
  }

  /// The key of a member of a dictionary. If there is no key strategy, it also has an integer
  /// value.
  private func dictionaryKey(_ name: String) -> AnyCodingKey {
    pointee.convertsKeys ? AnyCodingKey(name) : AnyCodingKey(ofMember: name)
  }

  /// The name of a member as types see it, converted by the key strategy.
  func name(of slot: UInt32, in tree: DocumentTree.View, object frame: Int32) -> String {
    let name = tree.key(of: slot)
    guard frame >= 0, pointee.convertsKeys else { return name }
    let object = pointee.frames[UInt32(frame)]
    // Defaults are in a tree of their own, with the names of the fields as keys.
    guard tree.owner == object.tree.owner, !object.flags.contains(.keysAreData),
      convertsKeys(of: object.slot, in: tree)
    else { return name }
    return convertKey(name, at: codingPath(ofFrame: frame))
  }

  /// The name of a member of a value that has no frame.
  func name(ofOwn member: UInt32, in object: Field) -> String {
    let name = object.tree.key(of: member)
    return convertsKeys(of: object.slot, in: object.tree)
      ? convertKey(name, at: object.codingPath) : name
  }

  /// Whether the key strategy applies to an object, because it is in a document and not in defaults
  /// or encoded values.
  func convertsKeys(of object: UInt32, in tree: DocumentTree.View) -> Bool {
    pointee.convertsKeys && isUndecoded(object, in: tree)
  }

  /// Whether a value is text of the document, in the document itself or in a preserved part of it.
  func isUndecoded(_ slot: UInt32, in tree: DocumentTree.View) -> Bool {
    tree[slot].flags.contains(.isUndecoded)
      || tree.owner == Unretained(pointee.document)
  }
}
