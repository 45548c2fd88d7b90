import Lineage

// Running `init(from:)` until it accepts its answers, and again with each answer changed.

extension TypeProber {
  /// More runs than any type needs that accepts any values.
  static var maximumRuns: Int { 400 }
  /// More questions than all these runs need for a type that doesn't loop endlessly.
  private static var maximumQuestions: Int { 100_000 }

  /// The result of running `init(from:)` until it accepted its answers.
  struct Search {
    /// The requests of the successful run; if there was none, those of all runs.
    var asked: Probe
    var value: Value?
    /// The successful run, or else the one that got furthest.
    var run: ProbeRun
    /// The requests of the failed runs.
    var others = AskedShapes()
    /// Whether loops ended in failed runs.
    var hasEndedLoop = false
  }

  /// Runs `init(from:)` with other answers until it succeeds. The first choices can be fixed.
  ///
  /// Loops have one iteration. If that isn't accepted, they have three elements, which a type accepts that needs several,
  /// and else two, for types that check whether there is a value after a key.
  func search(_ hints: Hints, usingExamples: Bool = false, fixed: [Int] = []) -> Search {
    func search(elementsOfLoops: Int) -> Search {
      self.search(
        from: ProbeRun(
          learner, root: Probe(hints: hints), choices: fixed, usingExamples: usingExamples,
          elementsOfLoops: elementsOfLoops), fixed: fixed)
    }
    let short = search(elementsOfLoops: 1)
    guard short.value == nil, short.hasEndedLoop else { return short }
    return [3, 2].lazy.map(search).first { $0.value != nil } ?? short
  }

  private func search(from start: ProbeRun, fixed: [Int]) -> Search {
    let all = Probe(hints: start.root.hints)
    var furthest: ProbeRun?
    var questions = 0
    var others = AskedShapes()
    var hasEndedLoop = false
    var run = start
    for _ in 1...Self.maximumRuns {
      if let value = try? Value(from: run.decoder) {
        return Search(asked: run.root, value: value, run: run, others: others)
      }
      all.merge(run.root)
      if run.counts.count > furthest?.counts.count ?? -1 { furthest = run }
      others.add(run.root.requestedShapes())
      hasEndedLoop = hasEndedLoop || run.hasEndedLoop
      questions += run.cost
      guard questions < Self.maximumQuestions, let next = run.nextChoices,
        next.count > fixed.count
      else { break }
      run = run.again(choices: next)
    }
    return Search(asked: all, value: nil, run: furthest ?? run, hasEndedLoop: hasEndedLoop)
  }

  // MARK: - What a shape can't express

  func explain(_ search: Search, _ shaper: inout ProbeShaper) {
    guard let value = search.value else {
      if rawShape == nil || search.asked.single == nil {
        shaper.notes.addNoValue(for: search.run, in: "")
      }
      return
    }
    if learner.wantsValuesOnly { return }
    addVariations(search, &shaper)
    if search.asked.isObject, let value = value as? any Encodable {
      let differences = shaper.notes.compare(search.asked, with: value)
      if !search.run.usesExamples { (shaper.unwritten, shaper.unread) = differences }
    }
  }

  /// Runs `init(from:)` again, each time with one answer changed, to find out what else it
  /// requests.
  private func addVariations(_ search: Search, _ shaper: inout ProbeShaper) {
    let known = search.asked.requestedShapes()
    let run = search.run
    var asked = known
    asked.add(search.others)
    var readsOtherKind = false
    var questions = 0
    func vary(_ index: Int, _ choices: [Int], refusing refused: Int?) {
      guard questions < Self.maximumQuestions else { return }
      let variation = run.again(choices: choices, refusing: refused)
      _ = try? Value(from: variation.decoder)
      questions += variation.cost
      asked.add(variation.root.requestedShapes())
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
    let sometimes = asked.beyond(known)
    let always = Set(known.shapes.keys)
    shaper.notes.addOtherPaths(Set(sometimes.keys).subtracting(always))
    shaper.notes.addAmbiguous(
      sometimes.filter { always.contains($0.key) }, readsOtherKind: readsOtherKind)
    // What depends on the values of an example isn't part of the shape.
    if !run.usesExamples { shaper.sometimes = sometimes }
  }
}
