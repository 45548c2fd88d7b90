// compiles
// swift-format-ignore-file
import LineageMacros

@Document(version: 1) struct Reply: Codable { let text: String; @LenientElements var replies: [Reply] = [] }
@Document(version: 1) struct PageV1<Element: Codable & Sendable> { let element: Element }
@Document(version: 2) struct Page<Element: Codable & Sendable> {
  typealias PreviousVersion = PageV1<Element>
  let elements: [Element]
}
extension Page { init(from old: PageV1<Element>) { self.init(elements: [old.element]) } }
