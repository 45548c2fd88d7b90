// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Page<Element: Codable & Sendable> {
  let first: Element
  let others: [Element]
  let maybe: Element?
  var more: [Element] = []
  @Filled([]) let rest: [Element]
}
@Fillable struct Pair<A, B> where A: Codable & Sendable, B: Codable & Sendable {
  let a: A
  let b: B?
}
@Fillable struct Ordered<Value: Codable & Comparable & Sendable> where Value: Hashable {
  var range: [Value] = []
  func sorted() -> [Value] { range.sorted() }
}
