extension VersionedCodable {
  /// The versions that lead to this type.
  public static var chain: VersionChain { chainLinks.description }

  static var chainLinks: ResolvedChain { ResolvedChain.of(Self.self) }
}

extension VersionedCodable {
  /// Makes what walks the chain when the type is decoded.
  public static func _makeDecodingPlan() -> AnyObject {
    VersionedDecodingPlan<Self>(filling: Self.self)
  }

  /// Makes what writes the version when the type is encoded.
  public static func _makeEncodingPlan() -> AnyObject { VersionedEncodingPlan<Self>() }
}
