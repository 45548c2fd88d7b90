/// A field of an older version that is being carried over, with its Swift value.
final class TypedCarriedValue<Value: Encodable>: CarriedValue, @unchecked Sendable {
  let value: Value
  private let userInfo: [CodingUserInfoKey: Any]

  init(_ value: Value, userInfo: [CodingUserInfoKey: Any]) {
    self.value = value
    self.userInfo = userInfo
  }

  override func encoded() throws -> DocumentTree {
    try DocumentWriter.inMemory(userInfo: userInfo, carriesFields: true) {
      try $0.writer.encode(value, to: $0)
    }.tree
  }

  override var type: any Any.Type { Value.self }
}
