import Synchronization

/// The plan of a versioned type: find the version, decode as its type, walk the chain.
final class VersionedDecodingPlan<Value: VersionedCodable>: DecodingPlan<Value> {
  private let lazyChain = AtomicLazyReference<ChainLinks>()

  /// Built when it is first needed, since a type in the middle of a chain may never need its own.
  var chain: ChainLinks {
    lazyChain.load() ?? lazyChain.storeIfNil(ChainLinks(endingIn: Value.self))
  }

  override func decode(_ field: Field) throws -> Value {
    try decode(field, version: nil)
  }

  /// Decodes a value whose version may be known from elsewhere.
  func decode(_ field: Field, version given: AnyVersion?) throws -> Value {
    let chain = chain
    let start: Int
    do {
      start = try chain.link(for: field, version: given)
    } catch {
      throw MigrationError(
        error.reason, in: Value.self, chain: chain.description, at: field.codingPath)
    }
    field.state.pointee.journal?.noteWalk(of: chain, from: start, field)
    do {
      if start == 0 { return try decodeBody(field) }
      return unsafeDowncast(try chain.walk(from: start, field), to: ChainBox<Value>.self).value
    } catch {
      throw MigrationError.undecodable(
        error, as: chain.links[start].type, version: chain.links[start].version,
        in: Value.self, chain: chain.description, field)
    }
  }

  override func zero() throws -> Value? {
    try super.zero()
  }
}

/// The plan of a versioned type: encode it, then put its version where it belongs.
final class VersionedEncodingPlan<Value: VersionedCodable>: EncodingPlan<Value> {
  override func encode(_ value: Value, to encoder: FieldEncoder) throws {
    try value.encode(to: encoder)
    let version = Value.version.anyVersion
    let keys = Value.versionLocation.keys
    if version == .unversioned || keys.isEmpty { return }
    do {
      try encoder.writer.write(version, under: keys, of: encoder)
    } catch {
      throw MigrationError(
        .noPlaceForVersion(version), in: Value.self, chain: Value.chain, at: encoder.codingPath)
    }
  }
}

extension FieldWriter {
  /// There is a value where an object would have to be.
  private struct NoObject: Error {}

  fileprivate func write(
    _ version: AnyVersion, under keys: [String], of encoder: FieldEncoder
  ) throws {
    var slot = encoder.slot
    var container = encoder.container
    for key in keys {
      guard tree.slots[slot].kind == .object || tree.slots[slot].kind == .nothing else {
        throw NoObject()
      }
      container = open(.object, at: slot, in: container)
      slot = member(key, in: container) ?? addMember(key, to: container)
    }
    let kind = tree.slots[slot].kind
    guard kind != .object, kind != .array else { throw NoObject() }
    switch version {
    case .integer(let number): try write(number, at: slot, in: container)
    case .string(let text): try write(text, at: slot, in: container)
    case .unversioned: break
    }
  }
}
