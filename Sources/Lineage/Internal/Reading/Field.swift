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
  /// The key or index in that container.
  var pathKey: PathKey
  /// The index in the session's `foreign`; -1 if the value is in a tree. See `Field+Source.swift`.
  var foreign: Int32 = -1
  /// Lineage's own keys in the value that belong to an enclosing value.
  var libraryKeys: Unretained<LibraryKeys>?

  /// Whether the value is one of another library's decoder.
  var isForeign: Bool { @inline(__always) get { foreign >= 0 } }

  var kind: NodeKind { tree[slot].kind }

  /// The version that is recorded for the value, in a tree that isn't a document.
  var recordedVersion: RecordedVersion? {
    tree.owner.withObject { $0.version(of: slot) }
  }

  /// The fields that the newer document of the value has, in a tree that isn't a document.
  var newerFields: PresentFields? {
    tree.owner.withObject { $0.newerFields[slot] }
  }

  /// Whether the value is text of a JSON document, so that the decoder's strategies apply to it.
  var isJSON: Bool { state.outermost.pointee.settings.json != nil && isUndecoded }

  /// Whether the value is in a property list, so that the rules of property lists apply to it.
  var isInPropertyList: Bool {
    state.pointee.settings.propertyListUserInfo != nil && isUndecoded
  }

  /// Whether the value is in the document itself, or in a preserved part of it.
  var isUndecoded: Bool { state.isUndecoded(slot, in: tree) }

  /// A decoder for the value that fills its missing fields.
  @inline(__always)
  func decoder(
    filling fill: Fill, libraryKeys ofType: Unretained<LibraryKeys>? = nil
  ) -> ValueDecoder {
    ValueDecoder(state: state, frame: openFrame(filling: fill, libraryKeys: ofType))
  }

  /// Opens a frame for the value.
  @inline(__always)
  func openFrame(filling fill: Fill, libraryKeys ofType: Unretained<LibraryKeys>?) -> UInt32 {
    var libraryKeys = self.libraryKeys ?? libraryKeysOfContainer
    if let ofType {
      libraryKeys = libraryKeys.map { state.merge($0.object, ofType.object) } ?? ofType
    }
    return state.pointee.frames.append(
      Frame(
        tree: tree, fill: fill, libraryKeys: libraryKeys, slot: slot, parent: parent,
        pathKey: pathKey, foreign: foreign))
  }
}

extension Field {
  /// The last component of the path in the tree; nil at the root.
  var component: FieldPath.Component? {
    switch pathKey.kind {
    case .root: nil
    case .index(let index): .index(index)
    case .member: .key(state.name(of: slot, in: tree, object: parent))
    case .super, .byte, .stored: keyInTree.map { .init($0) }
    }
  }

  /// The last key of the coding path in the tree; nil at the root.
  var keyInTree: (any CodingKey)? {
    switch pathKey.kind {
    case .root: return nil
    case .super: return AnyCodingKey.super
    case .index(let index): return AnyCodingKey(index: index)
    case .member:
      let name = state.name(of: slot, in: tree, object: parent)
      // If there is no key strategy, the key of a dictionary also has an integer value.
      return state.pointee.settings.convertsKeys ? AnyCodingKey(name) : AnyCodingKey(ofMember: name)
    case .byte(let byte, let type):
      return state.pointee.keyNames.key(ofByte: byte, ofKeysAt: type)
    case .stored(let index): return state.pointee.frameDetails.storedKeys[index]
    }
  }
}

extension DecodingState.Pointer {
  /// The value of a frame as a field.
  func field(of frame: Frame) -> Field {
    Field(
      state: self, tree: frame.tree, slot: frame.slot, parent: frame.parent, pathKey: frame.pathKey,
      foreign: frame.foreign, libraryKeys: frame.libraryKeys)
  }

  /// Merges keys that apply to the same object, once per session.
  func merge(_ first: LibraryKeys, _ second: LibraryKeys) -> Unretained<LibraryKeys> {
    let (first, second) = (Unretained(first), Unretained(second))
    let known = pointee.mergedKeys.first { $0.first == first && $0.second == second }
    if let known { return Unretained(known.merged) }
    let merged = first.object.merging(second.object)
    pointee.mergedKeys.append(MergedKeys(first: first, second: second, merged: merged))
    return Unretained(merged)
  }
}
