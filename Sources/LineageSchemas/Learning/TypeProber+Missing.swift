import Lineage

// Finding the values that `init(from:)` itself uses for missing fields: `decodeIfPresent(…) ?? 5`
// decodes no 5, but the resulting value encodes one.

/// The values that were encoded for a missing field.
struct MissingValue {
  let value: DocumentValue
  /// The value that was encoded the second time.
  let again: DocumentValue
  /// The values that were encoded with other values in the other fields.
  let others: [DocumentValue]
}

extension TypeProber {
  /// The values that are encoded for each missing field, by its name in the schema.
  ///
  /// They aren't learned from runs that use examples, because they would depend on them, or if
  /// `init(from:)` loops until a run is cut off, because that would be repeated for each question.
  func missingValues(_ search: Search) -> [String: MissingValue] {
    guard search.value is any Encodable, !search.run.usesExamples, !search.run.isExhausted,
      !learner.wantsValuesOnly
    else { return [:] }
    var missing: [String: MissingValue] = [:]
    let asked = search.asked.requestedShapes()
    for (index, question) in search.run.questions.enumerated().prefix(Self.maximumRuns) {
      let name = ([key] + question.path).joined(separator: ".")
      guard missing[name] == nil else { continue }
      let run = search.run
      guard let value = written(run.choices, missing: index, of: run, within: asked)
      else { continue }
      InitialValues.waitForClock()
      guard let again = written(run.choices, missing: index, of: run) else { continue }
      missing[name] = MissingValue(
        value: value, again: again, others: written(besides: index, of: run))
    }
    return missing
  }

  /// The values that are encoded for a missing field, with other answers to the other questions.
  private func written(besides index: Int, of run: ProbeRun) -> [DocumentValue] {
    func changed(_ indices: some Sequence<Int>) -> [Int] {
      var choices = run.choices
      for other in indices where other != index {
        let count = run.questions[other].values
        if count > 1 { choices[other] = (choices[other] + 1) % count }
      }
      return choices
    }
    if let all = written(changed(run.choices.indices), missing: index, of: run) {
      return [all]
    }
    return run.choices.indices.prefix(20).compactMap { other in
      written(changed([other]), missing: index, of: run)
    }
  }

  /// The value that is encoded if the answer to one question is that there is no value; nil if that
  /// isn't accepted, or nothing is encoded.
  private func written(
    _ choices: [Int], missing index: Int, of run: ProbeRun, within asked: AskedShapes? = nil
  ) -> DocumentValue? {
    let question = run.questions[index]
    var choices = choices
    var refused: Int?
    switch question.nothing {
    case .choice(let choice): choices[index] = choice
    case .refusal: refused = index
    case .none: return nil
    }
    let variation = run.again(choices: choices, refusing: refused)
    guard let value = try? Value(from: variation.decoder),
      let encodable = value as? any Encodable,
      asked.map({ !variation.root.requestedShapes().goesBeyond($0) }) ?? true,
      let written = try? StoredValue.written(encodable),
      let found = written.member(at: question.path[...]), !found.isNull
    else { return nil }
    return found
  }
}

extension DocumentValue {
  /// The value at a path of keys and indices.
  fileprivate func member(at path: ArraySlice<String>) -> DocumentValue? {
    guard let key = path.first else { return self }
    let member = self[key] ?? Int(key).flatMap { self[$0] }
    return member?.member(at: path.dropFirst())
  }
}
