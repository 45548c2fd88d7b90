extension VersionedCodable {
  /// The versions that lead to this type.
  public static var chain: VersionChain { chainLinks.description }

  static var chainLinks: ChainLinks { ChainLinks.of(Self.self) }
}
