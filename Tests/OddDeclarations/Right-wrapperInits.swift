// compiles
// swift-format-ignore-file
import Foundation
import LineageMacros

@propertyWrapper nonisolated struct Zeroed: Codable, Sendable {
  var wrappedValue: Int
  init() { wrappedValue = 0 }
  init(wrappedValue: Int = 0, _ step: Int) { self.wrappedValue = wrappedValue + step }
}
@propertyWrapper nonisolated struct Boxed<Value: Codable & Sendable>: Codable, Sendable {
  var wrappedValue: Value
}
@Fillable nonisolated final class Plain {
  @Zeroed() var a: Int
  @Zeroed(1) var b: Int
  @Boxed(wrappedValue: Zeroed(1)) @Zeroed var c: Int
  @Zeroed(1) @Filled(3) var d: Int
  @Ignored @Zeroed() var e: Int
}
@Fillable nonisolated final class WithoutInit {
  @Boxed @Zeroed(1) var a: Int
  @Lenient var b: Int
}
@Fillable nonisolated class InObject: NSObject {
  @Zeroed() var a: Int
}
// The macro overrides `init()` with an unavailable one.
@Fillable nonisolated class WithoutParenthesesInObject: NSObject {
  @Zeroed var a: Int
}
@Fillable nonisolated final class FinalWithoutParenthesesInObject: NSObject {
  @Zeroed var a: Int
}
nonisolated func make() -> Plain { Plain() }
nonisolated func makeInObject() -> InObject { InObject() }
