/// One run of a type's `init(from:)`, with the answers that it was given.
///
/// Each question has some answers to choose from. A run is given the choices for the first questions
/// and takes the first answer to all others, so that every run can be repeated with one change.
final class ProbeRun {
  let learner: SchemaLearner
  let root: Probe
  /// Whether values of examples may be given as answers.
  let usesExamples: Bool
  /// The choice for each question so far.
  private(set) var choices: [Int] = []
  /// How many answers there were to each question.
  private(set) var counts: [Int] = []
  /// The questions whose answers are all there are, and not a few of many.
  private(set) var questionsOfCases: Set<Int> = []
  /// The question that is answered by an error.
  private let refused: Int?
  private let given: [Int]
  /// The question to which there is no answer, if one was met.
  private(set) var unanswered: (key: String, type: String)?
  /// The last question that was asked.
  private(set) var last: String = ""

  init(
    _ learner: SchemaLearner, root: Probe, choices: [Int] = [], refusing refused: Int? = nil,
    usingExamples usesExamples: Bool = false
  ) {
    self.learner = learner
    self.root = root
    self.given = choices
    self.refused = refused
    self.usesExamples = usesExamples
  }

  var decoder: ProbingDecoder { ProbingDecoder(run: self, probe: root, codingPath: []) }

  /// Whether more was asked than any type has fields: a loop that waits for an end.
  var isExhausted: Bool { counts.count > Self.maximumQuestions }

  private static let maximumQuestions = 10_000

  /// Chooses one of several answers to a question.
  func choose(of count: Int) -> Int {
    let index = counts.count
    let choice = index < given.count && given[index] < count ? given[index] : 0
    choices.append(choice)
    counts.append(count)
    return choice
  }

  /// Answers a question for a value.
  func answer<Value: Decodable>(
    _ type: Value.Type, hints: Hints, at codingPath: [any CodingKey]
  ) throws -> Value {
    last = codingPath.last?.stringValue ?? ""
    let candidates = learner.candidates(for: type, hints: hints, usingExamples: usesExamples)
    if refused == counts.count {
      _ = choose(of: 1)
      throw refusal(type, at: codingPath)
    }
    if isExhausted { throw refusal(type, at: codingPath) }
    guard !candidates.isEmpty else {
      unanswered = unanswered ?? (last, TypeKeys.shortName(of: type))
      throw refusal(type, at: codingPath)
    }
    if type is any CaseIterable.Type { questionsOfCases.insert(counts.count) }
    return candidates[choose(of: candidates.count)]
  }

  /// Answers a question for a value that may be missing.
  func answerIfPresent<Value: Decodable>(
    _ type: Value.Type, hints: Hints, at codingPath: [any CodingKey]
  ) throws -> Value? {
    last = codingPath.last?.stringValue ?? ""
    let candidates = learner.candidates(for: type, hints: hints, usingExamples: usesExamples)
    if refused == counts.count || isExhausted {
      _ = choose(of: 1)
      throw refusal(type, at: codingPath)
    }
    if type is any CaseIterable.Type { questionsOfCases.insert(counts.count) }
    let choice = choose(of: candidates.count + 1)
    return choice < candidates.count ? candidates[choice] : nil
  }

  private func refusal(_ type: any Any.Type, at path: [any CodingKey]) -> DecodingError {
    .typeMismatch(
      type, .init(codingPath: path, debugDescription: "There is no value of this type here."))
  }

  /// The choices of the next run after one that failed: another answer to the last question that has
  /// one left.
  var nextChoices: [Int]? {
    guard let index = choices.indices.last(where: { choices[$0] + 1 < counts[$0] }) else {
      return nil
    }
    return Array(choices[..<index]) + [choices[index] + 1]
  }
}
