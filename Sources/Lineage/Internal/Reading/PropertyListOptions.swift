/// The options of a decoder that reads property lists.
struct PropertyListOptions {
  let userInfo: [CodingUserInfoKey: Any]
}

extension Field {
  /// Whether the value is in a property list, so that the rules of property lists apply to it.
  var isInPropertyList: Bool {
    state.pointee.propertyList != nil && state.isDocument(slot, in: tree)
  }
}
