// error 4: The generated code needs the module `Lineage`, but a type of the same name hides it. Rename the type.
// error 5: The generated code needs the module `Lineage`, but a type of the same name hides it. Rename the type.
// error 7: The generated code needs the module `Swift`, but a type of the same name hides it. Rename the type.
// swift-format-ignore-file
import LineageMacros

@Document(version: 1) @Shipped("0eid") struct Lineage {
  @Fillable struct Ancestor { let name: String }
}
@Union(tag: "kind") enum Swift { case six(Six), unknown(DocumentValue) }
struct Six {}
