#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// A coder's options are copied once, when a call begins, as in Foundation. Another thread may
// change them at any time, and a document must not be read partly with the old options and partly
// with the new ones.

/// The options of a `JSONDecoder` that say how values are decoded.
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

/// The options of a `JSONEncoder` that say how values are encoded.
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
