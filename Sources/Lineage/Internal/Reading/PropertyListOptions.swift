/// What a decoder says about the property lists that it reads.
struct PropertyListOptions {
  let userInfo: [CodingUserInfoKey: Any]
}

extension Field {
  /// Whether the value is one of a property list, whose encoder writes it as that.
  var isInPropertyList: Bool {
    state.pointee.propertyList != nil && state.isDocument(slot, in: tree)
  }
}
