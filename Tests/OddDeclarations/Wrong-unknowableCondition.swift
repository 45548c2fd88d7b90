// error 6: Macros can't know whether this condition is true, so stored properties can't depend on it. Declare them without conditions.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem {
  var a = 1
  #if canImport(Lineage)
    var b = 2
  #endif
}
