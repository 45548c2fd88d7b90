#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// A coder's options are read once, when a call begins, as Foundation does: another thread may change them
// at any time, and no document is to be read half by the old ones and half by the new ones.

/// The options of a `JSONDecoder` that say what values mean.
struct JSONDecodingOptions {
  let dateDecodingStrategy: JSONDecoder.DateDecodingStrategy
  let dataDecodingStrategy: JSONDecoder.DataDecodingStrategy
  let nonConformingFloatDecodingStrategy: JSONDecoder.NonConformingFloatDecodingStrategy
  let keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy
  let userInfo: [CodingUserInfoKey: any Sendable]

  init(_ json: JSONDecoder) {
    dateDecodingStrategy = json.dateDecodingStrategy
    dataDecodingStrategy = json.dataDecodingStrategy
    nonConformingFloatDecodingStrategy = json.nonConformingFloatDecodingStrategy
    keyDecodingStrategy = json.keyDecodingStrategy
    userInfo = json.userInfo
  }

  var convertsKeys: Bool {
    if case .useDefaultKeys = keyDecodingStrategy { false } else { true }
  }
}

/// The options of a `JSONEncoder` that say how values are written.
struct JSONEncodingOptions {
  let dateEncodingStrategy: JSONEncoder.DateEncodingStrategy
  let dataEncodingStrategy: JSONEncoder.DataEncodingStrategy
  let nonConformingFloatEncodingStrategy: JSONEncoder.NonConformingFloatEncodingStrategy
  let keyEncodingStrategy: JSONEncoder.KeyEncodingStrategy
  let userInfo: [CodingUserInfoKey: any Sendable]

  init(_ json: JSONEncoder) {
    dateEncodingStrategy = json.dateEncodingStrategy
    dataEncodingStrategy = json.dataEncodingStrategy
    nonConformingFloatEncodingStrategy = json.nonConformingFloatEncodingStrategy
    keyEncodingStrategy = json.keyEncodingStrategy
    userInfo = json.userInfo
  }

  var convertsKeys: Bool {
    if case .useDefaultKeys = keyEncodingStrategy { false } else { true }
  }
}
