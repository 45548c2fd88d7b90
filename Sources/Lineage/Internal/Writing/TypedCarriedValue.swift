/// A field of an older version that is being carried over, with its Swift value.
final class TypedCarriedValue<Value: Encodable>: CarriedBox<Value>, @unchecked Sendable {
  private let userInfo: [CodingUserInfoKey: Any]

  init(_ value: Value, userInfo: [CodingUserInfoKey: Any]) {
    self.userInfo = userInfo
    super.init(value)
  }

  override func encoded() throws -> DocumentTree {
    try DocumentWriter.writing(.carriedFields, userInfo: userInfo) {
      try $0.writer.encode(value, to: $0)
    }.tree
  }

  override func document(isInSnakeCase: Bool) throws -> DocumentTree {
    let writer = DocumentWriter()
    if isInSnakeCase { writer.state.pointee.keyConversion = .snakeCase }
    try writer.write(.document, userInfo: userInfo) { try writer.encode(value, to: $0) }
    return writer.tree
  }
}
