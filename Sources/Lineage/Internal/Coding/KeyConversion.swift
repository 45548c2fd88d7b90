#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What becomes of keys between types and documents, by the key strategy of a coder.
enum KeyConversion {
  case none
  case snakeCase
  /// They are converted by user code.
  case custom

  init(_ strategy: JSONDecoder.KeyDecodingStrategy) {
    switch strategy {
    case .useDefaultKeys: self = .none
    case .convertFromSnakeCase: self = .snakeCase
    case .custom: self = .custom
    #if canImport(Darwin)
      @unknown default: self = .none
    #endif
    }
  }

  init(_ strategy: JSONEncoder.KeyEncodingStrategy) {
    switch strategy {
    case .useDefaultKeys: self = .none
    case .convertToSnakeCase: self = .snakeCase
    case .custom: self = .custom
    #if canImport(Darwin)
      @unknown default: self = .none
    #endif
    }
  }
}
