/// What a session knows from the coder of its call.
struct DecodingSettings {
  /// The options of the decoder, in the outermost session; nil if the document isn't JSON.
  var json: JSONDecodingOptions?
  var keyConversion = KeyConversion.none
  var convertsKeys: Bool { keyConversion != .none }
  /// Whether a foreign decoder was found to convert keys from snake_case. Its own containers do that, but values of any
  /// shape have the keys of the document.
  var hasForeignKeysInSnakeCase = false
  /// What becomes of the keys of values of any shape that a step carries over.
  var keyConversionInSteps: KeyConversion { hasForeignKeysInSnakeCase ? .snakeCase : keyConversion }
  /// The `userInfo` of the decoder of a property list; nil if the document isn't one.
  var propertyListUserInfo: [CodingUserInfoKey: Any]?
  /// The `userInfo` of a session that reads encoded values, and isn't inside another one.
  var writtenUserInfo: [CodingUserInfoKey: Any] = [:]

  mutating func reset() {
    if json != nil { json = nil }
    keyConversion = .none
    hasForeignKeysInSnakeCase = false
    if propertyListUserInfo != nil { propertyListUserInfo = nil }
    if !writtenUserInfo.isEmpty { writtenUserInfo = [:] }
  }
}
