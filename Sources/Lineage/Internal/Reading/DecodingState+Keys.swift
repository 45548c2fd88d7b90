#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DecodingState.Pointer {
  /// A member's name, converted by the decoder's key strategy.
  func convertKey(_ name: String, at codingPath: @autoclosure () -> [any CodingKey]) -> String {
    // A downgrade converts keys from snake_case without a JSON decoder.
    if convertsFromSnakeCase { return SnakeCase.camel(name) }
    guard case .custom(let convert) = outermost.pointee.settings.json?.keyDecodingStrategy else {
      return name
    }
    return convert(codingPath() + [AnyCodingKey(name)]).stringValue
  }

  /// Whether a value is carried over in a document whose keys the strategy for snake_case converts.
  var carriesFromSnakeCase: Bool {
    pointee.carryOver.isActive && outermost.pointee.settings.keyConversion == .snakeCase
  }

  var convertsFromSnakeCase: Bool { pointee.settings.keyConversion == .snakeCase }
  /// Whether the decoder's key strategy calls user code.
  var hasCustomKeyStrategy: Bool { pointee.settings.keyConversion == .custom }

  /// A key as it is stored in a path.
  func pathKey<Key: CodingKey>(of key: Key) -> PathKey {
    if let names = pointee.keyNames.names(of: Key.self) {
      return PathKey(byte: key.byte, ofKeysAt: names.pointee.index)
    }
    pointee.frameDetails.storedKeys.append(key)
    return PathKey(storedAt: pointee.frameDetails.storedKeys.count - 1)
  }

  /// The name of a member as types see it, converted by the key strategy.
  func name(of slot: UInt32, in tree: DocumentTree.View, object frame: Int32) -> String {
    let name = tree.key(of: slot)
    guard frame >= 0, pointee.settings.convertsKeys else { return name }
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
    pointee.settings.convertsKeys && isUndecoded(object, in: tree)
  }

  /// Whether a value is text of the document, in the document itself or in a preserved part of it.
  func isUndecoded(_ slot: UInt32, in tree: DocumentTree.View) -> Bool {
    tree[slot].flags.contains(.isUndecoded)
      || tree.owner == Unretained(pointee.document)
  }

  // MARK: - Keys of the root

  /// Records the coding keys with which a type decodes the fields of the root.
  func recordRootKeys(_ type: any CodingKey.Type, ofFrame frame: UInt32) {
    guard pointee.carryOver.rootKeys != nil, pointee.frames[frame].pathKey == .root else { return }
    pointee.carryOver.rootKeys?.add(type)
  }

  /// Records the property that collects the unknown fields of the root.
  @inline(never)
  func recordRootCollector(_ key: some CodingKey, ofFrame frame: UInt32) {
    guard pointee.carryOver.rootKeys != nil, pointee.frames[frame].pathKey == .root else { return }
    pointee.carryOver.rootKeys?.addCollector(key.stringValue)
  }
}
