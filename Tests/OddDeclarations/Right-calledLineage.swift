// compiles
// swift-format-ignore-file
#if compiler(>=6.3)
import LineageMacros

@Document(version: 1) struct Lineage {
  @Fillable struct Ancestor { let name: String; let parent: Lineage::DocumentValue }
}
@Union(tag: "kind") enum Swift { case six(Six), unknown(DocumentValue) }
@Fillable struct Six { let number: Int }
extension Swift { @Document(version: 1, after: Lineage.self) struct Seven { var number = 7 } }
extension Swift.Seven { init(from old: Lineage) { self.init() } }
#endif
