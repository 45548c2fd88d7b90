// compiles
// swift-format-ignore-file
public import LineageMacros

@Fillable struct Text { let body: String }
@Fillable struct Image { var url = "" }
@Union(tag: "kind") enum Block {
  case text(Text)
  @Key("picture") case image(Image)
  case labelled(body: Text)
  case `default`(Image)
  case unknown(DocumentValue)
}
@Union(tag: "type") indirect enum Tree { case node(Node), leaf(Image), unknown(DocumentValue) }
@Fillable struct Node { let children: [Tree] }
@Union(tag: "t") public enum Public { case only(Leaf), unknown(DocumentValue) }
@Fillable public struct Leaf { public var a = 1 }
enum Outer {
  nonisolated struct Own: Codable { var a = 1 }
  @Union(tag: "t") enum Inner { case own(Own), unknown(DocumentValue) }
}
@Union(tag: "kind") enum Aged {
  @available(*, deprecated) case old(Leaf)
  case new(Leaf), unknown(DocumentValue)
}
@Union(tag: "kind") public enum Words {
  case `Type`(Leaf), `Protocol`(type: Leaf), `self`(Leaf), `init`(Leaf)
  case a(`inout`: Leaf), b(`a b`: Leaf), c(`self`: Leaf), d(in: Leaf), e(_ leaf: Leaf), f(`let`: Leaf)
  case `g h`(Leaf)
  case unknown(_ value: DocumentValue)
}
@Union(tag: "kind") enum Removed {
  @available(*, message: "It never shipped", unavailable) case old(Leaf)
  @available(swift, obsoleted: 5.0, message: "Use new") case older(Leaf)
  @available(*, unavailable) case t(a: Leaf)
  @available(swift, introduced: 5.0) case t(b: Leaf)
  case new(Leaf), unknown(DocumentValue)
}
@Fillable struct Empty {}
@Union(tag: "kind") enum WithDefaults { case empty(Empty = Empty()), unknown(DocumentValue = .null) }
nonisolated func make() -> [WithDefaults] { [.empty(), .unknown()] }
