extension ResolvedChain {
  // Nested values recurse through these functions. Rare paths and large locals are in functions of their own,
  // so that a level takes little stack.

  // This is the only code that migrates up a chain. It is a loop, so long chains need no stack. The last
  // step, nearly always the only one, is outside the loop, because there the types are known: boxing a
  // value takes as long as decoding three fields.

  /// Decodes a value as the type of a link, and migrates it step by step to the newest, which must
  /// be `type`.
  func walkUp<Value: VersionedCodable>(
    from start: Int, to type: Value.Type, _ field: Field
  ) throws -> Value {
    let decoder = field.decoder(filling: .error)
    return UnknownFieldsInSteps.isInsideSteps(in: field)
      ? try runSteps(from: start, to: type, field, decoder)
      : try runOutermostSteps(from: start, to: type, field, decoder)
  }

  @inline(never)
  private func runOutermostSteps<Value: VersionedCodable>(
    from start: Int, to type: Value.Type, _ field: Field, _ decoder: ValueDecoder
  ) throws -> Value {
    try UnknownFieldsInSteps.checking(field, userInfo: decoder.userInfo) {
      try runSteps(from: start, to: type, field, decoder)
    }
  }

  @inline(never)
  private func runSteps<Value: VersionedCodable>(
    from start: Int, to type: Value.Type, _ field: Field, _ decoder: ValueDecoder
  ) throws -> Value {
    let old =
      start == 1
      ? try Value.PreviousVersion.decodeVersion(field)
      : try oldValue(Value.PreviousVersion.self, from: start, field, decoder)
    return try runStep(to: 0, foundAt: start, decoder) { try Value.migrated(from: old, in: $0) }
  }

  /// The value before the last step of several.
  @inline(never)
  private func oldValue<Old: VersionedCodable>(
    _ type: Old.Type, from start: Int, _ field: Field, _ decoder: ValueDecoder
  ) throws -> Old {
    var value = try links[start].decode(field)
    for index in (1..<start).reversed() {
      value = try runStep(to: index, foundAt: start, decoder) {
        try links[index].step(from: value, in: $0)
      }
    }
    return uncheckedDowncast(value, to: ChainBox<Old>.self).value
  }

  @inline(__always)
  private func runStep<Value>(
    to index: Int, foundAt start: Int, _ decoder: ValueDecoder, _ migrate: (Step) throws -> Value
  ) throws -> Value {
    let step = Step(decoder, versionFound: links[start].version)
    do {
      return try step.run { try migrate(step) }
    } catch {
      throw explanation(of: error, in: step, to: index)
    }
  }

  @inline(never)
  private func explanation(of error: any Error, in step: Step, to index: Int) -> MigrationError {
    if let error = error as? MigrationError, step.hasRegistered(error) { return error }
    return MigrationError(
      .stepFailed(from: links[index + 1].version, to: links[index].version),
      in: links[0].type, at: step.decoder.codingPath, underlying: error)
  }
}
