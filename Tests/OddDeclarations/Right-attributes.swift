// compiles
// swift-format-ignore-file
public import LineageMacros

@LineageMacros.Fillable struct Qualified {
  @LineageMacros.Key("k") let a: Int
  @LineageMacros.Filled(1) let b: Int
  @LineageMacros.Ignored var c = 1
}
@LineageMacros.Document(version: 1) struct Other { var a = 1 }
@available(macOS 15, *) @Fillable struct Available { var a = 1 }
@Fillable @frozen public struct Frozen { public var a = 1 }
@dynamicMemberLookup @Fillable struct Dynamic {
  var a = 1
  subscript(dynamicMember name: String) -> Int { a }
}
@Fillable struct Deprecated { @available(*, deprecated) var old = 1; var new = 2 }
