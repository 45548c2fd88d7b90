extension ResolvedChain {
  /// Downgrades a value step by step to an older type.
  ///
  /// - Parameters:
  ///   - keyConversion: What the encoder's strategy does with keys.
  ///   - reportBuilder: Records what was lost.
  /// - Returns: The boxed value of the older type, and the older types that nested versioned values are
  ///   encoded as.
  func walkDown(
    _ value: AnyObject, to target: any VersionedCodable.Type, at codingPath: [any CodingKey] = [],
    userInfo: [CodingUserInfoKey: Any], keyConversion: KeyConversion, reportBuilder: ReportBuilder?
  ) throws -> (value: AnyObject, nestedVersions: [any VersionedCodable.Type]) {
    let end = try link(to: target, at: codingPath)
    if end == 0 { return (value, []) }
    let downgrade = Downgrade(
      userInfo: userInfo, keyConversion: keyConversion, isReported: reportBuilder != nil)
    var older = value
    var nestedVersions: [any VersionedCodable.Type] = []
    for index in 0..<end {
      older = try stepDown(from: older, at: index, in: downgrade, codingPath)
      nestedVersions += links[index].nestedVersions
    }
    let losses = DowngradeLosses(
      codingPath: codingPath, reportBuilder: reportBuilder, downgrade: downgrade)
    try losses.check(value, as: links[0], downgraded: older, as: links[end])
    reportBuilder?.recordDropped(in: downgrade, at: codingPath)
    return (older, nestedVersions)
  }

  /// The index of the link to an older type.
  private func link(
    to target: any VersionedCodable.Type, at codingPath: [any CodingKey]
  ) throws -> Int {
    if let problem { throw error(.brokenChain(problem), at: codingPath) }
    guard let link = links.firstIndex(where: { $0.type == target }) else {
      throw error(.notInChain(type: TypeName.of(target)), at: codingPath)
    }
    return link
  }

  /// Downgrades a value of a link to the previous version.
  private func stepDown(
    from value: AnyObject, at index: Int, in downgrade: Downgrade, _ codingPath: [any CodingKey]
  ) throws -> AnyObject {
    let (version, older) = (links[index].version, links[index + 1].version)
    let next: AnyObject?
    do {
      next = try downgrade.run { try links[index].stepDown(from: value) }
    } catch let cause {
      throw error(.downgradeFailed(from: version, to: older), at: codingPath, because: cause)
    }
    guard let next else { throw error(.notDowngradable(from: version, to: older), at: codingPath) }
    return next
  }

  private func error(
    _ reason: MigrationError.Reason, at codingPath: [any CodingKey],
    because cause: (any Error)? = nil
  ) -> MigrationError {
    MigrationError(reason, in: links[0].type, at: codingPath, underlying: cause)
  }
}

extension ReportBuilder {
  /// Records the fields that a downgrade has dropped while it carried others over, except those that are recorded as
  /// lost unknown fields.
  fileprivate func recordDropped(in downgrade: Downgrade, at codingPath: [any CodingKey]) {
    let base = FieldPath(codingPath).components
    let dropped = downgrade.dropped.map { FieldPath(base + $0.components) }
    record { report in
      let lost = Set(report.unknownFieldsDropped)
      report.carryOverDropped += dropped.filter { !lost.contains($0) }
    }
  }
}
