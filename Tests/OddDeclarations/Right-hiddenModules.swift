// compiles
// swift-format-ignore-file
#if compiler(>=6.3)
import LineageMacros

@Fillable struct Place<Swift: Codable & Sendable> { var swift: Swift; var number = 1 }
@Document(version: 1) @Shipped("5kui-bbu8-p9uf") struct Page<Lineage: Codable & Sendable> { let body: Lineage; var number = 1 }
@Fillable nonisolated final class Box<Swift: Codable & Sendable> { let swift: Swift; var number = 1 }
@Document(version: "a") nonisolated final class Shelf<Lineage: Codable & Sendable> { let lineage: Lineage }
@Fillable struct Bird {
  enum Swift: String, Codable, Sendable { case common }
  var swift = Swift.common
  @Filled(Swift.common) @Lenient var other: Swift
}
@Document(version: 1) struct Person {
  typealias Lineage = [String]
  var lineage: Lineage = []
  @Filled(Lineage()) let other: Lineage
}
@Union(tag: "kind") enum Animal { struct Swift {}; typealias Lineage = Int; case bird(Bird), unknown(DocumentValue) }
enum Outer {
  struct Swift {}
  struct Lineage {}
  @Document(version: 1) struct Struct { let a: Int; var number = 1 }
  @Document(version: 1) nonisolated final class Class { let a: Int; var number = 1 }
  @Union(tag: "kind") enum Enum { case bird(Bird), unknown(DocumentValue) }
}
@Document(version: 1) struct Members { let Lineage: Int; var Swift = 1; var Foundation = 2 }
@Fillable nonisolated final class Methods { let a: Int; func Swift() {}; static func Lineage() {} }
@Union(tag: "kind") enum Cases { case Swift(Int), Lineage(Bird), unknown(Lineage::DocumentValue) }
@LineageMacros::Fillable struct Optionals { @LineageMacros::Key("c") var a: Swift::Optional<Int>? = nil; let b: Swift::Optional<Int> }
@Fillable struct Frameworks<Foundation: Codable & Sendable> { let foundation: Foundation; enum LineageMacros {} }
struct Around<Lineage, Swift> { @Fillable struct Inside { var number = 1 } }
#endif
