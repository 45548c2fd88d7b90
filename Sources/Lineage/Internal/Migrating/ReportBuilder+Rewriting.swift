extension ReportBuilder {
  /// Removes the reasons to rewrite a document that rewriting wouldn't remove.
  ///
  /// A type may encode nested values as older versions, or omit fields that were missing.
  func recordRewriting(
    of value: some Encodable, userInfo: @autoclosure () -> [CodingUserInfoKey: Any]
  ) {
    record { $0.valuesToRenew = $0.nestedMigrations.map(\.path) }
    if report.isOfOlderDocument || report.fieldsToAdd.isEmpty && nestedLocations.isEmpty {
      return
    }
    let writer = try? DocumentWriter.inspecting(.document, userInfo: userInfo()) {
      try $0.writer.encode(value, to: $0)
    }
    // If the value can't be encoded, the reasons stay.
    guard let writer else { return }
    let nested = report.nestedMigrations
    let places = zip(nested, nestedLocations).map { migration, location in
      migration.path.appending(keys: location.keys)
    }
    let tree = writer.tree.view
    let found = PathSearch(for: report.fieldsToAdd + nested.map(\.path) + places).slots(in: tree)
    let values = found.dropFirst(report.fieldsToAdd.count)
    let versions = values.dropFirst(nested.count)
    let fieldsToAdd = zip(report.fieldsToAdd, found).filter { $1 != nil }.map(\.0)
    let valuesToRenew = nested.indices.filter { index in
      guard values[values.startIndex + index] != nil else { return true }
      var written: AnyVersion? = .unversioned
      if !nestedLocations[index].keys.isEmpty, let slot = versions[versions.startIndex + index] {
        written = FoundVersion(tree[slot], in: tree).version
      }
      return written != nested[index].versionFound
    }.map { nested[$0].path }
    record {
      $0.fieldsToAdd = fieldsToAdd
      $0.valuesToRenew = valuesToRenew
    }
  }
}
