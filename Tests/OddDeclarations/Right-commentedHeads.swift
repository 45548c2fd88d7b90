// compiles
// swift-format-ignore-file
public import LineageMacros

@Fillable struct Headed // hi
{ @Key("x") var a = 1
  @Ignored var b = 2
  @Filled(3) let c: Int }

public enum Around {}

public extension Around // x {
{
  @Document(version: 1) struct Inner { var a = 1 }
}

private enum Hidden // y
{
  fileprivate nonisolated struct Part: Codable {}
  @Fillable struct Whole { let a: Part }
}

@Union(tag: "kind") enum Either<Value> // z
where Value: Codable, Value: Sendable // }
{ @Key("a") case one(Value)
  case unknown(DocumentValue) }
