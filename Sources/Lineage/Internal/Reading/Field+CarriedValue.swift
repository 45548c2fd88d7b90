// How the values of fields that are carried over are read.

extension ContainerReader {
  /// The value of a member that was carried over from a field of the same type, or of the one that it wraps.
  ///
  /// - Parameter isReplaceable: Whether the new type replaces values that it rejects. If it doesn't, it couldn't read
  ///   one that an older version has rejected once that is written.
  @inline(never)
  func carried<Value>(
    _ type: Value.Type, _ plan: DecodingPlan<Value>, at member: UInt32, in frame: Frame,
    isReplaceable: @autoclosure () throws -> Bool = true
  ) throws -> Value? {
    guard let carried = field(member, in: frame.tree).carriedValue,
      let value = carried.type == type
        ? Self.value(of: carried, as: type) : plan.value(ofCarried: carried)
    else { return nil }
    if plan.isLenient, plan.isReplacement(value), try !isReplaceable() { return nil }
    if state.pointee.marksReads, state.owns(frame.tree) {
      state.recordCarriedAsWhole(member)
    }
    return value
  }

  private static func value<Value>(of carried: CarriedValue, as type: Value.Type) -> Value? {
    type == Value.self
      ? uncheckedDowncast(carried, to: CarriedBox<Value>.self).value
      : value(of: carried, asSubclass: type)
  }

  /// The value of a subclass whose type is only known at run time.
  @inline(never)
  private static func value<Value>(
    of carried: CarriedValue, asSubclass type: Value.Type
  ) -> Value? {
    func open<Own>(_ type: Own.Type) -> Value? { (carried as? CarriedBox<Own>)?.value as? Value }
    return _openExistential(type as any Any.Type, do: open)
  }
}

extension Field {
  fileprivate var carriedValue: CarriedValue? {
    guard slot != 0, kind == .native, case .carried(let value) = tree.native(of: tree[slot]) else {
      return nil
    }
    return value
  }

  /// Whether the field is carried over as a null that was decoded as a value.
  var carriesNull: Bool { state.pointee.carryOver.isActive && carriedValue?.isNull == true }

  /// The field itself, or for a carried value, the root of the tree that it is encoded to.
  func encodingCarriedValue() throws -> Field {
    guard state.pointee.carryOver.isActive, let carriedValue else { return self }
    if let session = state.sessionOfRequest(for: carriedValue) {
      session.moveRoot(to: self)
      return session.root
    }
    let tree = try tree(of: carriedValue) { try $0.encoded() }
    let session = DecodingSession.reading(tree, encodedFrom: carriedValue, at: self)
    state.add(EncodedValue(session, 0, of: self), for: carriedValue)
    return session.root
  }

  /// The place of the field in the document that the carried value around it is written as; nil if it isn't in one.
  func placeInCarriedDocument() throws -> (document: DocumentTree, slot: UInt32)? {
    guard let carried = state.pointee.carryOver.document, state.owns(tree) else { return nil }
    return try carried.place(of: self)
  }

  /// The field in the document that the carried value around it is written as; nil if it isn't in one.
  ///
  /// That is for values without a document around them, as in a downgrade. A step may need the strategies of its decoder
  /// for what an older type has preserved, which such a document doesn't tell from other fields.
  func inCarriedDocument() throws -> Field? {
    guard state.outermost.pointee.carryOver.isActive,
      let (document, slot) = try placeInCarriedDocument() ?? documentOfValueInMemory()
    else { return nil }
    let session = DecodingSession.reading(document, asDocumentOf: self)
    // From here on, what types ask for in it is recorded in the new session.
    if state.pointee.marksReads { state.markAllRead(self.slot, in: tree) }
    state.add(EncodedValue(session, slot, of: self))
    let field = Field(
      state: session.state, tree: document.view, slot: slot, parent: -1, pathKey: .root,
      libraryKeys: libraryKeys ?? libraryKeysOfContainer)
    if session.state.pointee.marksReads { field.markLibraryKeysRead() }
    return field
  }

  /// The document of a value that isn't in a carried one: an element of a container that a type opens itself.
  private func documentOfValueInMemory() throws -> (document: DocumentTree, slot: UInt32)? {
    guard slot != 0, recordedVersion != nil else { return nil }
    let value = try valueInMemory()
    let writer = try DocumentWriter.writing(.document, userInfo: [:]) {
      try $0.writer.write(value, to: $0)
    }
    return (writer.tree, 0)
  }

  /// The value in a tree as one of any shape, with everything in it.
  func documentValueInTree() throws -> DocumentValue {
    if state.pointee.carryOver.rootKeys != nil, pathKey == .root {
      state.pointee.carryOver.rootKeys?.add(AnyCodingKey.self)
    }
    if state.pointee.marksReads { state.markAllRead(slot, in: tree, besides: allLibraryKeys) }
    // An unknown field has no version of its own, and is as the document has it. A value that was carried over, or
    // that is in one, is encoded again: the tree that types decode it from has no versions.
    guard !tree[slot].flags.contains(.isUndecoded),
      let (document, slot) = try placeInCarriedDocument()
    else { return try valueInMemory() }
    return try withExtendedLifetime(document) {
      try DocumentValue(slot, of: document.view, as: .init(encodeNative: state.encodeNative))
    }
  }

  /// The value in the session's own tree as one of any shape.
  func valueInMemory() throws -> DocumentValue {
    try DocumentValue(
      slot, of: tree,
      as: .init(
        isInSnakeCase: state.carriesFromSnakeCase, hasVersions: state.pointee.carryOver.isActive,
        encodeNative: state.encodeNative))
  }

  /// Encodes the carried value of the field. Its errors get the path of the field.
  func tree(
    of carried: CarriedValue, _ encode: (CarriedValue) throws -> DocumentTree
  ) throws -> DocumentTree {
    do {
      return try encode(carried)
    } catch let error as ShadowedFieldError {
      throw error.explained(in: carried.typeEncoded, at: codingPath)
    } catch  where error.isAboutStack {
      throw stackEnds()
    }
  }
}

extension DecodingState.Pointer {
  /// How decimals and URLs in memory encode themselves in the document, if it is a property list.
  var encodeNative: ((any Encodable) throws -> DocumentTree)? {
    guard let userInfo = pointee.settings.propertyListUserInfo else { return nil }
    return { try DocumentWriter.tree(of: $0, userInfo: userInfo) }
  }
}
