// compiles
// swift-format-ignore-file
public import LineageMacros

@usableFromInline @Fillable nonisolated struct Inlinable { var a = 1 }
@usableFromInline @Document(version: 1) nonisolated struct InlinableDocument { var a = 1 }
@usableFromInline @Document(version: 2, after: InlinableDocument.self) nonisolated final class InlinableClass {
  var a = 1
  @usableFromInline init(from old: InlinableDocument) throws {}
}
@usableFromInline @Fillable nonisolated class InlinableOpen { var a = 1 }
@usableFromInline @Union(tag: "kind") nonisolated enum InlinableUnion {
  case text(Inlinable)
  @available(*, unavailable) case picture(Inlinable)
  case unknown(DocumentValue)
}
@Document(version: 1) @usableFromInline package struct InlinablePackage { var a = 1 }
