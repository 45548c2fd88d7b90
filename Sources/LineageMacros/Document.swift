@_exported import Lineage

@attached(
  extension, conformances: FieldCodable, VersionedCodable, DraftCopyable,
  names: named(CodingKeys), named(version), named(init(reading:)),
  named(write(to:)), named(init(copying:)), named(DraftSubject))
@attached(
  member, conformances: FieldCodable, VersionedCodable, DraftCopyable,
  names: named(PreviousVersion), named(FilledValues), named(CodingKeys), named(init(reading:)),
  named(write(to:)), named(init(copying:)), named(init()))
public macro Document(
  version: Int?, after previousVersion: any VersionedCodable.Type = NothingOlder.self
) = #externalMacro(module: "LineageMacrosPlugin", type: "DocumentMacro")

@attached(
  extension, conformances: FieldCodable, VersionedCodable, DraftCopyable,
  names: named(CodingKeys), named(version), named(init(reading:)),
  named(write(to:)), named(init(copying:)), named(DraftSubject))
@attached(
  member, conformances: FieldCodable, VersionedCodable, DraftCopyable,
  names: named(PreviousVersion), named(FilledValues), named(CodingKeys), named(init(reading:)),
  named(write(to:)), named(init(copying:)), named(init()))
public macro Document(
  version: String, after previousVersion: any VersionedCodable.Type = NothingOlder.self
) = #externalMacro(module: "LineageMacrosPlugin", type: "DocumentMacro")

@attached(
  extension, conformances: FieldCodable, DraftCopyable,
  names: named(CodingKeys), named(init(reading:)), named(write(to:)), named(init(copying:)),
  named(DraftSubject))
@attached(
  member, conformances: FieldCodable, DraftCopyable,
  names: named(FilledValues), named(CodingKeys), named(init(reading:)), named(write(to:)),
  named(init(copying:)), named(init()))
public macro Fillable() = #externalMacro(module: "LineageMacrosPlugin", type: "FillableMacro")

@attached(extension, conformances: OpenUnion, names: named(tagKey), named(payloads))
public macro Union(tag: String) =
  #externalMacro(module: "LineageMacrosPlugin", type: "UnionMacro")

@attached(extension, conformances: ShippedVersion, names: named(shippedDigest))
public macro Shipped(_ digest: String = "") =
  #externalMacro(module: "LineageMacrosPlugin", type: "ShippedMacro")

@attached(peer)
public macro Key(_ key: String) = #externalMacro(module: "LineageMacrosPlugin", type: "KeyMacro")

@attached(peer)
public macro Ignored() = #externalMacro(module: "LineageMacrosPlugin", type: "IgnoredMacro")

@attached(peer)
public macro Filled<Value>(_ value: Value) =
  #externalMacro(module: "LineageMacrosPlugin", type: "FilledMacro")

@attached(peer)
public macro Filled(_ value: Never?) =
  #externalMacro(module: "LineageMacrosPlugin", type: "FilledMacro")

@attached(peer)
public macro Filled(_ value: [Never]) =
  #externalMacro(module: "LineageMacrosPlugin", type: "FilledMacro")

@attached(peer)
public macro Filled(_ value: [Never: Never]) =
  #externalMacro(module: "LineageMacrosPlugin", type: "FilledMacro")
