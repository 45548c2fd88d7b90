/// What a session knows from the coder of its call.
struct DecodingSettings {
  /// The options of the decoder, in the outermost session; nil if the document isn't JSON.
  var json: JSONDecodingOptions?
  var keyConversion = KeyConversion.none
  var convertsKeys: Bool { keyConversion != .none }
  /// The `userInfo` of the decoder of a property list; nil if the document isn't one.
  var propertyListUserInfo: [CodingUserInfoKey: Any]?
  /// The `userInfo` of a session that reads encoded values, and isn't inside another one.
  var writtenUserInfo: [CodingUserInfoKey: Any] = [:]

  mutating func reset() {
    if json != nil { json = nil }
    keyConversion = .none
    if propertyListUserInfo != nil { propertyListUserInfo = nil }
    if !writtenUserInfo.isEmpty { writtenUserInfo = [:] }
  }
}
