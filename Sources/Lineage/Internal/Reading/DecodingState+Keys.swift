#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DecodingState.Pointer {
  /// A member's name, converted by the decoder's key strategy.
  func convertKey(_ name: String, at codingPath: @autoclosure () -> [any CodingKey]) -> String {
    guard let strategy = outermost.pointee.json?.keyDecodingStrategy else { return name }
    switch strategy {
    case .useDefaultKeys: return name
    case .convertFromSnakeCase: return SnakeCase.camel(name)
    case .custom(let convert):
      return convert(codingPath() + [AnyCodingKey(name)]).stringValue
    #if canImport(Darwin)
      @unknown default: return name
    #endif
    }
  }

  /// Whether a value is carried over in a document whose keys the strategy for snake_case converts.
  var carriesFromSnakeCase: Bool {
    pointee.isCarryingOver && outermost.pointee.keyConversion.isSnakeCase
  }

  var convertsFromSnakeCase: Bool { pointee.keyConversion.isSnakeCase }
  /// Whether the decoder's key strategy calls user code.
  var hasCustomKeyStrategy: Bool { pointee.keyConversion.isCustom }
}
