// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable nonisolated final class Filter {
  enum Filter: String, Codable, Sendable { case all }
  var filter = Filter.all
}
@Document(version: 1) nonisolated final class Wrapper<Wrapper: Codable & Sendable> { let kind: Wrapper }
@Fillable nonisolated final class Number { typealias Number = Int; let number: Number }
@Fillable struct Value { enum Value: String, Codable, Sendable { case a }; var value = Value.a }
@Fillable nonisolated final class Box<Content: Codable & Sendable> { let content: Content }
nonisolated func change(_ value: Value, _ box: Box<Int>) -> (Value, Box<Int>) {
  (value.copy { $0.value = .a }, box.copy { $0.content = 2 })
}
