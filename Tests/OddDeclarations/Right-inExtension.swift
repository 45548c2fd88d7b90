// compiles
// swift-format-ignore-file
public import LineageMacros

struct Space {}
extension Space {
  nonisolated struct Star: Codable {}
  @Fillable struct Planet { let star: Star; var moons = 0 }
}
public enum Library {}
public extension Library {
  @Document(version: 1) struct Shelf { let title: String; var books: [Book] = [] }
  @Fillable struct Book { let title: String }
  @Union(tag: "kind") enum Item { case book(Book), unknown(DocumentValue) }
  @Fillable internal struct Card { let number: Int }
}
package extension Library {
  @Document(version: 1) struct Inventory { var count = 0 }
}
