/// Writing a fillable value without the fields that equal their default.
///
/// It is not recursive: a nested value is one field here, and leaves out its own defaults if its own
/// type says so.
final class SparseEncoding: Sendable {
  private let defaults: TypeDefaults

  /// How values of a type are written sparsely; nil for types that don't want that.
  static func of(_ type: any Any.Type) -> SparseEncoding? {
    guard let type = type as? any DefaultFillable.Type, !type.encodesDefaults else { return nil }
    return SparseEncoding(defaults: TypeDefaults.of(type))
  }

  private init(defaults: TypeDefaults) {
    self.defaults = defaults
  }

  func encode(_ value: some Encodable, to encoder: FieldEncoder) throws {
    try value.encode(to: encoder)
    let writer = encoder.writer
    guard writer.tree.slots[encoder.slot].kind == .object else { return }
    let container = writer.open(.object, at: encoder.slot, in: encoder.container)
    let comparison = try defaults.comparison(
      with: FieldWriter.tree(of: value, userInfo: writer.userInfo))
    for name in comparison.equal { writer.removeMember(name, from: container) }
    // Its default is not nil, and a missing field would be that default again.
    for name in comparison.absent {
      writer.setValue(FieldSlot(.null), at: writer.addMember(name, to: container))
    }
  }
}
