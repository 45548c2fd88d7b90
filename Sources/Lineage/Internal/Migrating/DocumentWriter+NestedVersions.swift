extension DocumentWriter {
  /// The older link that values of a chain are written as at the moment; nil for the newest itself.
  ///
  /// Of several the oldest counts: the document is for a program that knows no other.
  func nestedVersion(of chain: ResolvedChain) -> ChainLink? {
    if state.pointee.nestedVersions.isEmpty { return nil }
    return chain.links.dropFirst().last { link in
      state.pointee.nestedVersions.contains { $0 == link.type }
    }
  }
}
