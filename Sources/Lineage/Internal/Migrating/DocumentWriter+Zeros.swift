extension DocumentWriter {
  /// Leaves out the zeros of a value that its newer document left to defaults of its own.
  ///
  /// A type is asked whether it is filled with zeros only where that matters: it takes the runtime longer
  /// than to write a document.
  @inline(__always)
  func leaveOutZeros<Value: Encodable>(of value: Value, at encoder: ValueEncoder) {
    if !state.pointee.newerDocuments.isEmpty, !isInMemory { removeZeros(of: value, at: encoder) }
  }

  @inline(never)
  private func removeZeros<Value: Encodable>(of value: Value, at encoder: ValueEncoder) {
    guard let newer = newerDocument(at: encoder.slot, as: type(of: value)),
      let type = Value.self as? any ZeroFillable.Type,
      let container = openObject(at: encoder.slot)
    else { return }
    for name in type.namesOfZeros(in: value, besides: newer.fields, userInfo: userInfo) {
      removeMember(name, from: container)
    }
  }
}

extension ZeroFillable {
  /// The names of the fields that are what they would be if a document had only some of the fields.
  ///
  /// A type may have no empty value, because some field has no zero, so the value itself is read without
  /// the other fields. Where that fails, none of them is known to be zero.
  fileprivate static func namesOfZeros(
    in value: some Encodable, besides fields: Set<String>, userInfo: [CodingUserInfoKey: Any]
  ) -> [String] {
    guard let tree = try? DocumentWriter.tree(of: value, userInfo: userInfo),
      let rest = try? DocumentWriter.tree(of: value, userInfo: userInfo)
    else { return [] }
    rest.editMembers { name, _ in fields.contains(name) ? name : nil }
    let session = DecodingSession.reading(rest, inside: nil)
    let filled = try? withExtendedLifetime(session) {
      try DocumentWriter.tree(
        of: Self(from: session.root.decoder(filling: .zero)), userInfo: userInfo)
    }
    guard let filled else { return [] }
    let nameAroundVersion = (Self.self as? any VersionedCodable.Type)?.nameAroundVersion
    return filled.namesOfFields(thatEqual: tree)
      .filter { !fields.contains($0) && $0 != nameAroundVersion }
  }
}
