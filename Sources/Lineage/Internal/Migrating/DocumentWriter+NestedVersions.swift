extension DocumentWriter {
  /// The older link that values of a chain are currently encoded as; nil if they are encoded as the
  /// newest.
  ///
  /// Of several, the oldest counts: the program that the document is for may know no newer one.
  func nestedVersion(of chain: ResolvedChain) -> ChainLink? {
    if state.pointee.nestedVersions.isEmpty { return nil }
    return chain.links.dropFirst().last { link in
      state.pointee.nestedVersions.contains { $0 == link.type }
    }
  }
}
