extension DocumentWriter {
  /// Omits the fields that the newer document of a value omitted, because its version has defaults of
  /// its own, and that still have what the value's type has filled them with. Fields that are null there are written as
  /// null again.
  ///
  /// That is for `ZeroFillable` and `FieldCodable` types; `TypeDefaults` does it for `DefaultFillable`
  /// ones. The conformances are only looked up for newer documents: the lookup takes longer than
  /// writing a small one.
  @inline(__always)
  func omitFilledFields<Value: Encodable>(of value: Value, at encoder: ValueEncoder) throws {
    if !hasPreservedVersions || isInMemory { return }
    try omitFieldsOfNewer(value, at: encoder)
  }

  @inline(never)
  private func omitFieldsOfNewer<Value: Encodable>(
    _ value: Value, at encoder: ValueEncoder
  ) throws {
    guard let newer = try newerVersionWritten(at: encoder.slot, as: type(of: value)),
      let container = existingContainer(.object, at: encoder.slot)
    else { return }
    let names: [String]
    switch type(of: value) {
    case is any DefaultFillable.Type: return
    case let type as any ZeroFillable.Type:
      names = filledFields(of: value, as: type, filling: .zero, besides: newer.fields)
    case let type as any FieldCodable.Type:
      names = filledFields(of: value, as: type, filling: .error, besides: newer.fields)
    default: return
    }
    for name in names { omit(name, of: newer, from: container) }
  }

  /// The names of the fields that equal what they would be filled with if a document had only some of
  /// the fields.
  ///
  /// A type may have no empty value, because a field has no zero or must be there. So the value itself
  /// is decoded without the other fields. If that fails, none of them is known to be filled.
  private func filledFields<Value: Codable>(
    of value: some Encodable, as type: Value.Type, filling fill: Fill, besides fields: PresentFields
  ) -> [String] {
    guard let tree = try? DocumentWriter.tree(of: value, userInfo: userInfo),
      let rest = try? DocumentWriter.tree(of: value, userInfo: userInfo)
    else { return [] }
    rest.editMembers { name, _ in fields.contains(name) ? name : nil }
    let filled = try? DecodingSession.using(.reading(written: rest, userInfo: userInfo)) {
      try DocumentWriter.tree(of: Value(from: $0.root.decoder(filling: fill)), userInfo: userInfo)
    }
    guard let filled else { return [] }
    let nameAroundVersion = (type as? any VersionedCodable.Type)?.nameAroundVersion
    return filled.namesOfFields(thatEqual: tree)
      .filter { !fields.contains($0) && $0 != nameAroundVersion }
  }
}

/// The plan of a `ZeroFillable` type without a version of its own.
private final class ZeroFillingEncodingPlan<Value: ZeroFillable>: EncodingPlan<Value> {
  override func encode(_ value: Value, to encoder: ValueEncoder) throws {
    try encodeBody(value, to: encoder)
    try encoder.writer.omitFilledFields(of: value, at: encoder)
  }
}

extension ZeroFillable {
  /// Creates the plan that encodes the type if it has no version.
  public static func _makeZeroFillingPlan() -> AnyObject { ZeroFillingEncodingPlan<Self>() }
}
