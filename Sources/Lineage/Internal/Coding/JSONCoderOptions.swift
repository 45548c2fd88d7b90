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
  /// The texts for numbers that JSON can't represent; nil if they don't decode.
  let nonConformingTexts: NonConformingTexts?
  let keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy
  let userInfo: [CodingUserInfoKey: any Sendable]

  init(_ json: JSONDecoder) {
    dateDecodingStrategy = json.dateDecodingStrategy
    dataDecodingStrategy = json.dataDecodingStrategy
    nonConformingTexts = NonConformingTexts(json.nonConformingFloatDecodingStrategy)
    keyDecodingStrategy = json.keyDecodingStrategy
    userInfo = json.userInfo
  }

  var keyConversion: KeyConversion { KeyConversion(keyDecodingStrategy) }
}

/// The options of a `JSONEncoder` that say how values are encoded.
struct JSONEncodingOptions {
  let dateEncodingStrategy: JSONEncoder.DateEncodingStrategy
  let dataEncodingStrategy: JSONEncoder.DataEncodingStrategy
  /// The texts for numbers that JSON can't represent; nil if encoding them is an error.
  let nonConformingTexts: NonConformingTexts?
  let keyEncodingStrategy: JSONEncoder.KeyEncodingStrategy
  let userInfo: [CodingUserInfoKey: any Sendable]

  init(_ json: JSONEncoder) {
    dateEncodingStrategy = json.dateEncodingStrategy
    dataEncodingStrategy = json.dataEncodingStrategy
    nonConformingTexts = NonConformingTexts(json.nonConformingFloatEncodingStrategy)
    keyEncodingStrategy = json.keyEncodingStrategy
    userInfo = json.userInfo
  }

  var keyConversion: KeyConversion { KeyConversion(keyEncodingStrategy) }
}

/// The texts that a coder's strategy for non-conforming floats has for them.
struct NonConformingTexts {
  let positive: String
  let negative: String
  let nan: String

  /// The texts of a strategy; nil if it is to throw an error.
  fileprivate init?(_ strategy: JSONDecoder.NonConformingFloatDecodingStrategy) {
    guard case .convertFromString(let positive, let negative, let nan) = strategy else {
      return nil
    }
    (self.positive, self.negative, self.nan) = (positive, negative, nan)
  }

  /// The texts of a strategy; nil if it is to throw an error.
  fileprivate init?(_ strategy: JSONEncoder.NonConformingFloatEncodingStrategy) {
    guard case .convertToString(let positive, let negative, let nan) = strategy else { return nil }
    (self.positive, self.negative, self.nan) = (positive, negative, nan)
  }
}
