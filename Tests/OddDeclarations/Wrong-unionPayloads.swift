// error 5: `any Codable` can't be decoded. The payload has to be a type that is `Codable`, such as a struct that is `@Fillable`.
// error 6: `Any?` can't be decoded. The payload has to be a type that is `Codable`, such as a struct that is `@Fillable`.
// error 7: `() -> Int` can't be decoded. The payload has to be a type that is `Codable`, such as a struct that is `@Fillable`.
// swift-format-ignore-file
import LineageMacros

@Union(tag: "kind") enum Payloads {
  case several(any Codable)
  case some(Any?)
  case call(() -> Int)
  case unknown(DocumentValue)
}
