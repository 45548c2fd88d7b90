// Some types accept not any value, so their `init(from:)` is run again and again, each time with other
// answers, until it accepts them. Take this one:
//
//     color = try container.decode(String.self, forKey: .color)       // wants "#336699"
//     size = try container.decodeIfPresent(Int.self, forKey: .size)   // wants 2, or nothing
//
// Each question has a list of answers: the strings of a palette to the first, the numbers 1, 0, 2, … and
// nothing to the second. A run is told which to choose by their indices:
//
//     choices given   choices made   the run
//     []              [0]            fails at once: "a" is no color, and `size` isn't asked for
//     [1]             [1]            fails at "1", and so on
//     [9]             [9, 0]         gets to `size` with "#336699", and fails at 1
//     [9, 1]          [9, 1]         fails at 0
//     [9, 2]          [9, 2]         succeeds with 2
//
// Questions beyond the given choices get their first answer, so a run that fails leaves a path in the
// tree of all answers, and `nextChoices` is the next path: the last choice that can be raised is
// raised, and those after it are forgotten. When `[9]` has no more numbers to try, `[10]` follows.
//
// The run that succeeded is then repeated with one choice changed. `[9, 5]`, where 5 is the index of
// nothing, shows what becomes of a missing `size`; with the first question refused instead of answered,
// a type may show that it goes on without a color.

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
  /// What each question was for.
  private(set) var questions: [Question] = []
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

  /// What the run counts against the questions that all runs together may ask. Other answers don't end a
  /// loop that waits for an end, so a run through one counts as many.
  var cost: Int { isExhausted ? 4 * counts.count : counts.count }

  private static let maximumQuestions = 10_000

  /// What a question was for.
  struct Question {
    /// How to answer that there is nothing.
    enum Nothing {
      case choice(Int), refusal
    }

    var path: [String] = []
    /// How many of its answers are values.
    var values = 0
    var nothing: Nothing?
  }

  /// Chooses one of several answers to a question.
  func choose(of count: Int, for question: Question = Question()) -> Int {
    questions.append(question)
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
    let question = Question(
      path: codingPath.map(\.stringValue), values: candidates.count, nothing: .refusal)
    return candidates[choose(of: candidates.count, for: question)]
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
    let question = Question(
      path: codingPath.map(\.stringValue), values: candidates.count,
      nothing: .choice(candidates.count))
    let choice = choose(of: candidates.count + 1, for: question)
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
