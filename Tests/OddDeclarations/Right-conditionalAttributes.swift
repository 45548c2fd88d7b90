// compiles
// swift-format-ignore-file
public import LineageMacros

#if os(Linux) || os(Windows)
@available(macOS 15, *)
#else
@available(macOS 16, *)
#endif
@Fillable struct Poem { @Key("a") var author = ""; @Filled(1 + 1) let stanzas: Int }
@Document(version: 1)
#if hasAttribute(frozen)
@frozen
#endif
public struct Page { var a = 1 }
#if true
@available(*, deprecated)
#endif
enum Outer {
  @Fillable struct Inner { var a = 1 }
  @Fillable
  #if compiler(>=6.2)
  @available(*, deprecated)
  #endif
  nonisolated final class Shared { @Key("b") let a: Int }
}
@Union(tag: "kind")
#if swift(<5)
@unknown
#endif
enum Part { case page(Page), unknown(DocumentValue) }
@Fillable struct Members {
  @Key("x")
  #if os(Linux) || os(Windows)
  @Lenient
  #else
  @Lenient
  #endif
  var a = 1
}
nonisolated func decode(_ members: Members) -> String { Members.CodingKeys.a.stringValue }
