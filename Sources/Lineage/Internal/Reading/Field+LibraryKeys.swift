// Which members are Lineage's own, such as the version, and aren't fields of any type.

extension Field {
  /// The library keys of the value, merged with others.
  ///
  /// - Parameter keys: Keys that live at least as long as the session.
  func libraryKeysMerged(with keys: LibraryKeys) -> Unretained<LibraryKeys> {
    libraryKeys.map { state.merge($0.object, keys) } ?? Unretained(keys)
  }

  /// Lineage's own keys in the value, which aren't data.
  var allLibraryKeys: LibraryKeys? { (libraryKeys ?? libraryKeysOfContainer)?.object }

  /// The library keys of this value among those that the enclosing object has in nested objects.
  @inline(__always)
  var libraryKeysOfContainer: Unretained<LibraryKeys>? {
    guard parent >= 0, !pathKey.isIndex else { return nil }
    guard let libraryKeys = state.pointee.frames[UInt32(parent)].libraryKeys else { return nil }
    guard libraryKeys.withObject({ $0.hasInnerKeys }) else { return nil }
    return libraryKeysInside(libraryKeys)
  }

  @inline(never)
  private func libraryKeysInside(
    _ libraryKeys: Unretained<LibraryKeys>
  ) -> Unretained<LibraryKeys>? {
    guard let name = key?.stringValue else { return nil }
    let object = state.field(of: state.pointee.frames[UInt32(parent)])
    let isConverted = !isForeign && state.convertsKeys(of: object.slot, in: object.tree)
    let spelled = object.spelled(
      name, ofKey: isConverted ? tree.key(of: slot) : name, among: libraryKeys.object)
    return libraryKeys.object.inside(spelled).map { Unretained($0) }
  }

  /// Whether the value is an object that only has Lineage's own keys.
  var hasOnlyLibraryKeys: Bool { allLibraryKeys.map(hasOnly) ?? false }

  private func hasOnly(_ libraryKeys: LibraryKeys) -> Bool {
    if let foreignValue { return foreignValue.hasOnly(libraryKeys) }
    // An object without any keys was written on purpose.
    guard kind == .object, tree[slot].count > 0 else { return false }
    return tree.children(of: slot).allSatisfy { owns($0, among: libraryKeys) }
  }

  /// Records that Lineage's own members of the object aren't lost, such as the tag of a union around the value.
  func markLibraryKeysRead() {
    guard let libraryKeys = allLibraryKeys, kind == .object else { return }
    for member in tree.children(of: slot) where owns(member, among: libraryKeys) {
      state.markMemberRead(member, in: tree)
    }
  }

  /// Whether a member of this object, which is in a tree, is Lineage's own.
  func owns(_ member: UInt32, among libraryKeys: LibraryKeys) -> Bool {
    libraryKeys.own(
      spelledName(of: member, among: libraryKeys),
      isVersion: FoundVersion(tree[member], in: tree).version != nil,
      hasOnly: { field(ofMember: member).hasOnly($0) })
  }

  /// Lineage's own keys in a member of this object, which is in a tree.
  func keys(inside member: UInt32, among libraryKeys: LibraryKeys) -> LibraryKeys? {
    libraryKeys.inside(spelledName(of: member, among: libraryKeys))
  }

  private func spelledName(of member: UInt32, among libraryKeys: LibraryKeys) -> SpelledName {
    spelled(
      state.name(ofOwn: member, in: self), ofKey: tree.key(of: member), among: libraryKeys)
  }

  /// The name of a member of this object, with its key.
  ///
  /// - Parameters:
  ///   - name: The name that the strategy converts the key to.
  ///   - key: The key in the document.
  func spelled(_ name: String, ofKey key: String, among libraryKeys: LibraryKeys) -> SpelledName {
    if let foreignValue {
      let spelled = foreignValue.spelled(name, among: libraryKeys)
      return spelled.key == name ? SpelledName(name: name, key: key) : spelled
    }
    guard state.convertsFromSnakeCase, state.isUndecoded(slot, in: tree) else {
      return SpelledName(name: name, key: key)
    }
    let own = libraryKeys.keys.first {
      $0 != name && SnakeCase.camel($0) == name && tree.member($0, of: slot) == 0
    }
    return SpelledName(name: name, key: own ?? key)
  }

  /// The value as one of any shape, without Lineage's own keys, which are written again with the version.
  func documentValueWithoutLibraryKeys() throws -> DocumentValue {
    let value = try documentValue()
    if let allLibraryKeys { try foreignValue?.checkThatVersionIsFound(among: allLibraryKeys) }
    return allLibraryKeys.map { value.removing($0, in: self) } ?? value
  }
}

extension ForeignValue {
  /// Whether a member of this object is Lineage's own.
  func owns(_ name: String, among libraryKeys: LibraryKeys) -> Bool {
    libraryKeys.own(
      spelled(name, among: libraryKeys), isVersion: isVersion(name),
      hasOnly: { (try? member(name))?.hasOnly($0) ?? false })
  }

  private func isVersion(_ name: String) -> Bool {
    guard let child = try? member(name), !child.isNull else { return false }
    return FoundVersion(from: child.decoder, prefersText: false).version != nil
  }

  /// Whether the value is an object that only has Lineage's own keys.
  func hasOnly(_ libraryKeys: LibraryKeys) -> Bool {
    (try? open()) != nil && !keys.isEmpty && keys.allSatisfy { owns($0, among: libraryKeys) }
  }
}

extension DocumentValue {
  /// The value without Lineage's own members, and without objects that are empty after that.
  ///
  /// - Parameter field: The value in its document, where a key strategy may convert its keys.
  func removing(_ libraryKeys: LibraryKeys, in field: Field? = nil) -> DocumentValue {
    guard case .object(var object) = self else { return self }
    for key in object.keys {
      let name = field?.convertedName(ofKey: key) ?? key
      let member =
        field?.spelled(name, ofKey: key, among: libraryKeys) ?? SpelledName(name: name, key: key)
      if libraryKeys.hasLeaf(member, isVersion: object[key]?.possibleVersion != nil) {
        object[key] = nil
      }
      guard let inner = libraryKeys.inside(member) else { continue }
      object[key] = object[key]?.removing(inner, in: field?.member(key))
      if object[key]?.object?.isEmpty == true { object[key] = nil }
    }
    return .object(object)
  }
}
