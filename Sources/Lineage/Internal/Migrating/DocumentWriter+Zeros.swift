extension DocumentWriter {
  /// Omits the zeros of a value that its newer document omitted, because it has defaults of its own.
  ///
  /// The conformance is only looked up for newer documents: the lookup takes longer than writing a
  /// small one.
  @inline(__always)
  func leaveOutZeros<Value: Encodable>(of value: Value, at encoder: ValueEncoder) {
    if !state.pointee.newerDocuments.isEmpty { removeZeros(of: value, at: encoder) }
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
  /// The names of the fields that equal what they would be filled with if a document had only some of
  /// the fields.
  ///
  /// A type may have no empty value, because a field has no zero. So the value itself is decoded
  /// without the other fields. If that fails, none of them is known to be zero.
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
