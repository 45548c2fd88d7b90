// error 4: `Unique` can't be encoded or decoded, because `Codable` types have to be `Copyable`. Remove `~Copyable`, or keep the data in another type, and make that `@Fillable`.
// error 5: `Resource` can't be encoded or decoded, because `Codable` types have to be `Copyable`. Remove `~Copyable`, or keep the data in another type, and make that `@Document`.
// error 6: `Block` can't be encoded or decoded, because `Codable` types have to be `Copyable`. Remove `~Copyable`, or keep the data in another type, and make that `@Union`.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Unique: ~Copyable { var a = 1 }
@Document(version: 1) @Shipped("") struct Resource: Sendable, ~Swift.Copyable { var a = 1 }
@Union(tag: "kind") enum Block: ~Copyable { case leaf(Leaf), unknown(DocumentValue) }
@Fillable struct Leaf {}
