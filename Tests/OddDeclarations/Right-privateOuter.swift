// compiles
// swift-format-ignore-file
import LineageMacros

private enum Outer {
  @Fillable struct Plain { var a = 1; let b: Int; @Filled(1 + 1) let c: Int }
  @Fillable public struct Public { var a = 1 }
  @Document(version: 1) @Shipped("0eid-bbu8") struct V1 { let author: String }
  @Document(version: 2, after: V1.self) struct V2 { var a = 1 }
  @Union(tag: "kind") enum Part { case plain(Plain), unknown(DocumentValue) }
  @Fillable nonisolated class Superclass { let a: Int }
  @Fillable public nonisolated final class Subclass: Superclass { let b: Int }
  @Fillable nonisolated final class Final { var b = 1 }
  enum Inner { @Fillable struct Deep { var a = 1 } }
}
extension Outer.V2 { fileprivate init(from old: Outer.V1) { self.init() } }
enum Middle {
  fileprivate enum Inner { @Fillable struct Deep { var a = 1 } }
}
private extension Middle {
  @Fillable struct Hidden { var a = 1 }
}
private func change(_ deep: Middle.Inner.Deep) -> Middle.Inner.Deep { deep.copy { $0.a = 2 } }
