// compiles
// swift-format-ignore-file
import LineageMacros

enum API {
  enum V1 {
    nonisolated struct Name: Codable { var text = "" }
    @Document(version: 1) struct Poem { let name: Name }
  }
  enum V2 {
    typealias Name = V1.Name
    @Document(version: 2, after: V1.Poem.self) struct Poem { let name: Name; let other: Name? }
  }
}
extension API.V2.Poem {
  init(from old: API.V1.Poem) throws { self.init(name: old.name, other: nil) }
}
enum Birds {
  @Fillable struct Swift { var wingspan = 40 }
  @Union(tag: "kind") enum Lineage { case swift(Swift), unknown(DocumentValue) }
}
extension Swift.Int {
  @Fillable struct Range { var lower = 0 }
}
