/// What has to be different about the fields of a fillable value when they are written.
///
/// An optional whose default is not nil is written as null when it is nil, since a missing field would
/// be the default again. And where the type wants that, the fields that equal their default are left
/// out. That is not recursive: a nested value is one field here, and its own type says what it leaves
/// out.
///
/// A newer document has defaults of its own. What it left to them is left to them again, unless the
/// program has changed it, and everything else is written.
final class DefaultAwareEncoding: Sendable {
  private enum Filling: Sendable {
    case defaults(TypeDefaults, areEncoded: Bool)
    case zeros(any ZeroFillable.Type)
  }

  private let filling: Filling

  /// How values of a type are written; nil for types that are not filled.
  static func of(_ type: any Any.Type) -> DefaultAwareEncoding? {
    if let type = type as? any DefaultFillable.Type {
      let areEncoded = type.encodesDefaults
      return DefaultAwareEncoding(.defaults(TypeDefaults(of: type), areEncoded: areEncoded))
    }
    return (type as? any ZeroFillable.Type).map { DefaultAwareEncoding(.zeros($0)) }
  }

  private init(_ filling: Filling) {
    self.filling = filling
  }

  func encode(_ value: some Encodable, to encoder: FieldEncoder) throws {
    try value.encode(to: encoder)
    let writer = encoder.writer
    if writer.isInMemory { return }
    let newer = writer.newerDocument(at: encoder.slot, as: type(of: value))
    switch filling {
    case .zeros(let type):
      guard let newer, let container = writer.openObject(at: encoder.slot) else { return }
      for name in type.namesOfZeros(in: value, besides: newer.fields, userInfo: writer.userInfo) {
        writer.removeMember(name, from: container)
      }
    case .defaults(let defaults, let areEncoded):
      guard let container = writer.openObject(at: encoder.slot) else { return }
      let missing = try defaults.namesOfFields().filter { writer.member($0, in: container) == nil }
      if newer != nil || !areEncoded {
        let tree = try FieldWriter.tree(
          of: value, toCompareWith: defaults.captured(), userInfo: writer.userInfo)
        for name in try defaults.namesOfFields(thatEqual: tree)
        where newer?.fields.contains(name) != true {
          writer.removeMember(name, from: container)
        }
      }
      for name in missing {
        writer.writeNull(at: writer.addMember(name, to: container))
      }
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
    guard let tree = try? FieldWriter.tree(of: value, userInfo: userInfo),
      let rest = try? FieldWriter.tree(of: value, userInfo: userInfo)
    else { return [] }
    rest.editMembers { name, _ in fields.contains(name) ? name : nil }
    let session = Session.reading(rest, inside: nil)
    let filled = try? withExtendedLifetime(session) {
      try FieldWriter.tree(of: Self(from: session.root.decoder(filling: .zero)), userInfo: userInfo)
    }
    guard let filled else { return [] }
    let nameAroundVersion = (Self.self as? any VersionedCodable.Type)?.nameAroundVersion
    return filled.namesOfFields(thatEqual: tree)
      .filter { !fields.contains($0) && $0 != nameAroundVersion }
  }
}
