// error 4: The keys of `Own` are an enum `CodingKeys`, so no generic parameter can have that name. Rename the parameter.
// error 6: The keys of `Inner` are an enum `CodingKeys`, so no generic parameter can have that name. Rename the parameter.
// error 7: The keys of `Object` are an enum `CodingKeys`, so no generic parameter can have that name. Rename the parameter.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Own<CodingKeys: Codable> { let a: CodingKeys }
struct Outer<CodingKeys: Codable> {
  @Fillable struct Inner { let a: Int }
  @Fillable final class Object { var a = 1 }
}
@Union(tag: "kind") enum Keyless<CodingKeys: Codable & SendableMetatype> { case unknown(DocumentValue) }
