#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DocumentWriter {
  /// The cached names of a type's keys in an object; nil if the keys aren't single bytes, or if their
  /// names can't be copied to text.
  @inline(__always)
  func names<Key: CodingKey>(of type: Key.Type, in index: Int) -> KeyNames.Pointer? {
    guard state.pointee.reusesContainers, isText || !isJSON else { return nil }
    if state.pointee.convertsKeys { return convertedNames(of: type, in: index) }
    return state.pointee.keyNames.names(of: type)
  }

  @inline(never)
  private func convertedNames<Key: CodingKey>(
    of type: Key.Type, in index: Int
  ) -> KeyNames.Pointer? {
    state.pointee.keyConversion == .snakeCase && !container(index).keysAreData
      ? state.pointee.keyNames.namesInSnakeCase(of: type) : nil
  }

  func convertsKeys(of index: Int) -> Bool {
    state.pointee.convertsKeys && !container(index).keysAreData
  }

  /// The name under which a member is written.
  func writtenName(of name: String, in index: Int, key: (any CodingKey)? = nil) -> String {
    convertsKeys(of: index) ? convertKey(key ?? AnyCodingKey(name), in: index) : name
  }

  func convertKey(_ key: any CodingKey, in index: Int) -> String {
    if state.pointee.keyConversion == .snakeCase { return SnakeCase.snake(key.stringValue) }
    guard case .custom(let convert) = state.pointee.json?.keyEncodingStrategy else {
      return key.stringValue
    }
    return convert(codingPath(ofContainer: index) + [key]).stringValue
  }

  /// The name that the strategy for snake_case makes of a key when the document is read again.
  func nameRead(from key: String) -> String {
    state.pointee.keyConversion == .snakeCase ? SnakeCase.camel(key) : key
  }

  /// Whether a name is the same after it was written and read with the strategy for snake_case, if there is one.
  func isReadAsWritten(_ name: String) -> Bool {
    state.pointee.keyConversion != .snakeCase || SnakeCase.camel(SnakeCase.snake(name)) == name
  }

  /// The key under which a member was written.
  func keyWritten(at slot: UInt32, in index: Int) -> String {
    if isText {
      if let key = textKey(of: slot, in: index) { return key }
      changeToTree()
    }
    return tree.view.key(of: slot)
  }
}
