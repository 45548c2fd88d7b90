// compiles
// swift-format-ignore-file
import LineageMacros

struct Outer<Element: Codable & Sendable> {
  nonisolated struct Sibling: Codable { var a = 1 }
  @Fillable struct Inner {
    let element: Element
    let sibling: Sibling
    let siblings: [Sibling]?
    @Filled(Sibling()) let fallback: Sibling
  }
}
