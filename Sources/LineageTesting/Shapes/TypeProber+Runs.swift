import Lineage

// Running `init(from:)` until it accepts what it is given, and once more with each answer changed.

extension TypeProber {
  /// More runs than any type needs that accepts anything at all.
  private static var maximumRuns: Int { 400 }
  /// More questions than all these runs need of a type that comes to an end by itself.
  private static var maximumQuestions: Int { 100_000 }

  /// What came of running `init(from:)` until it accepted its answers.
  struct Search {
    /// What the run that succeeded asked for; if none did, what all of them did.
    var asked: Probe
    var value: Value?
    /// The choices of the run that succeeded.
    var run: ProbeRun
    /// What only runs with other answers asked for.
    var otherPaths: Set<String> = []
  }

  /// Runs `init(from:)` with other answers until it succeeds. Some first choices may be fixed.
  func search(
    _ hints: Hints, usingExamples: Bool = false, fixed: [Int] = []
  ) -> Search {
    let all = Probe(hints: hints)
    var furthest: ProbeRun?
    var questions = 0
    var otherPaths: Set<String> = []
    var run = ProbeRun(
      learner, root: Probe(hints: hints), choices: fixed, usingExamples: usingExamples)
    for _ in 1...Self.maximumRuns {
      if let value = try? Value(from: run.decoder) {
        return Search(
          asked: run.root, value: value, run: run,
          otherPaths: otherPaths.subtracting(run.root.paths()))
      }
      all.merge(run.root)
      if run.counts.count > furthest?.counts.count ?? -1 { furthest = run }
      otherPaths.formUnion(run.root.paths())
      questions += run.counts.count
      guard questions < Self.maximumQuestions, let next = run.nextChoices,
        next.count > fixed.count
      else { break }
      run = ProbeRun(
        learner, root: Probe(hints: hints), choices: next, usingExamples: usingExamples)
    }
    return Search(asked: all, value: nil, run: furthest ?? run)
  }

  // MARK: - What a shape can't tell

  func explain(_ search: Search, _ hints: Hints, _ shaper: inout ProbeShaper) {
    guard let value = search.value else {
      if rawShape == nil || search.asked.single == nil {
        shaper.notes.addNoValue(for: search.run, in: "")
      }
      return
    }
    shaper.notes.addOtherPaths(search.otherPaths.union(pathsOfVariations(search, hints, &shaper)))
    if search.asked.isObject, let value = value as? any Encodable {
      shaper.notes.compare(search.asked, with: value)
    }
  }

  /// Runs `init(from:)` again, each time with one answer changed, to see what else it asks for then.
  func pathsOfVariations(
    _ search: Search, _ hints: Hints, _ shaper: inout ProbeShaper
  ) -> Set<String> {
    let known = search.asked.paths()
    let run = search.run
    var others: Set<String> = []
    var ambiguous = search.asked.ambiguous
    var readsOtherKind = false
    var questions = 0
    func vary(_ index: Int, _ choices: [Int], refusing refused: Int?) {
      guard questions < Self.maximumQuestions else { return }
      let variation = ProbeRun(
        learner, root: Probe(hints: hints), choices: choices, refusing: refused,
        usingExamples: run.usesExamples)
      _ = try? Value(from: variation.decoder)
      questions += variation.counts.count
      others.formUnion(variation.root.paths().subtracting(known))
      ambiguous.merge(variation.root.ambiguous) { $0.union($1) }
      readsOtherKind = readsOtherKind || variation.root.isOfOtherKind(than: search.asked)
    }
    for index in run.counts.indices.prefix(Self.maximumRuns) {
      vary(index, run.choices, refusing: index)
      let count = run.counts[index]
      let tried =
        run.questionsOfCases.contains(index) ? Set(0..<min(count, 100)) : [1, count - 1]
      for choice in tried.sorted() where choice != run.choices[index] && choice < count {
        vary(index, Array(run.choices[..<index]) + [choice], refusing: nil)
      }
    }
    shaper.notes.addAmbiguous(ambiguous, readsOtherKind: readsOtherKind)
    return others
  }
}
