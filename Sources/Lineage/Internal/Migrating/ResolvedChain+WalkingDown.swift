extension ResolvedChain {
  /// Downgrades a value step by step to an older type.
  ///
  /// - Parameter reportBuilder: Records what was lost.
  /// - Returns: The boxed value of the older type, and the older types that nested versioned values are
  ///   encoded as.
  func walkDown(
    _ value: AnyObject, to target: any VersionedCodable.Type, at codingPath: [any CodingKey] = [],
    userInfo: [CodingUserInfoKey: Any], reportBuilder: ReportBuilder?
  ) throws -> (value: AnyObject, nestedVersions: [any VersionedCodable.Type]) {
    if let problem {
      throw MigrationError(
        .brokenChain(problem), in: links[0].type, chain: self.tried,
        at: codingPath)
    }
    guard let end = links.firstIndex(where: { $0.type == target }) else {
      throw MigrationError(
        .notInChain(type: TypeName.of(target)), in: links[0].type, chain: self.tried,
        at: codingPath)
    }
    if end == 0 { return (value, []) }
    let newest = value
    var nestedVersions: [any VersionedCodable.Type] = []
    var value = value
    let fieldsRead = UnknownFieldsRead()
    let downgrade = Downgrade(userInfo: userInfo, isReported: reportBuilder != nil)
    for index in 0..<end {
      let (version, older) = (links[index].version, links[index + 1].version)
      func error(
        _ reason: MigrationError.Reason, because cause: (any Error)? = nil
      ) -> MigrationError {
        MigrationError(
          reason, in: links[0].type, chain: tried, at: codingPath, underlying: cause)
      }
      let next: AnyObject?
      do {
        next = try UnknownFieldsRead.$current.withValue(reportBuilder == nil ? nil : fieldsRead) {
          try Step.suspended {
            try downgrade.run { try links[index].stepDown(from: value) }
          }
        }
      } catch let cause {
        throw error(.downgradeFailed(from: version, to: older), because: cause)
      }
      guard let next else { throw error(.notDowngradable(from: version, to: older)) }
      value = next
      nestedVersions += links[index].nestedVersions
    }
    let losses = DowngradeLosses(
      codingPath: codingPath, userInfo: userInfo, reportBuilder: reportBuilder,
      fieldsRead: fieldsRead)
    try losses.check(newest, as: links[0], downgraded: value, as: links[end])
    if let reportBuilder {
      let dropped = downgrade.dropped.map {
        FieldPath(FieldPath(codingPath).components + $0.components)
      }
      reportBuilder.record { report in
        let lost = Set(report.unknownFieldsDropped)
        report.carryOverDropped += dropped.filter { !lost.contains($0) }
      }
    }
    return (value, nestedVersions)
  }
}
