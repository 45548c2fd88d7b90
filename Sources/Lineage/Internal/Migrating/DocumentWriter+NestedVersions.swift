extension DocumentWriter {
  /// The older link as which values of a chain are written at the moment; nil for the newest itself.
  func nestedVersion(of chain: ResolvedChain) -> ChainLink? {
    if state.pointee.nestedVersions.isEmpty { return nil }
    return chain.links.dropFirst().first { link in
      state.pointee.nestedVersions.contains { $0 == link.type }
    }
  }
}
