extension VersionedCodable {
  /// A description of this type's chain.
  public static var chain: VersionChain { chainLinks.description }

  /// The types of the chain, newest first.
  package static var typesOfChain: [any VersionedCodable.Type] { chainLinks.links.map(\.type) }

  static var chainLinks: ResolvedChain { ResolvedChain.of(Self.self) }
}

extension VersionedCodable {
  /// Creates the plan that decodes the type from any version.
  public static func _makeDecodingPlan() -> AnyObject {
    VersionedDecodingPlan<Self>(filling: Self.self)
  }

  /// Creates the plan that encodes the type with its version.
  public static func _makeEncodingPlan() -> AnyObject { VersionedEncodingPlan<Self>() }
}
