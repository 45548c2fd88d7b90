// Some types accept only certain values. Their `init(from:)` is run again and again with other
// answers until it accepts them. For example:
//
//     color = try container.decode(String.self, forKey: .color)       // wants "#336699"
//     size = try container.decodeIfPresent(Int.self, forKey: .size)   // wants 2, or nothing
//
// Each question has a list of answers: the first has the strings of a palette, the second has the
// numbers 1, 0, 2, … and nil. A run is given the indices of the answers to choose:
//
//     choices given   choices made   the run
//     []              [0]            fails at once: "a" is no color, and `size` isn't asked for
//     [1]             [1]            fails at "1", and so on
//     [9]             [9, 0]         gets to `size` with "#336699", and fails at 1
//     [9, 1]          [9, 1]         fails at 0
//     [9, 2]          [9, 2]         succeeds with 2
//
// Questions beyond the given choices get their first answer, so a failed run is a path in the tree
// of all answers. `nextChoices` is the next path: it increments the last choice that has another
// answer, and removes the choices after it. When `[9]` has no more numbers to try, `[10]` follows.
//
// The successful run is then repeated with one choice changed. `[9, 5]`, where 5 is the index of
// nil, shows what happens if `size` is missing. If the first question gets an error instead of an
// answer, a type may turn out to continue without a color.

/// One run of a type's `init(from:)`, with the answers that it was given.
///
/// Each question has several answers. A run is given the choices for the first questions, and
/// chooses the first answer to all others, so every run can be repeated with one change.
final class ProbeRun {
  let learner: SchemaLearner
  let root: Probe
  /// Whether values from examples may be used as answers.
  let usesExamples: Bool
  /// The number of elements after which loops end.
  let elementsOfLoops: Int
  /// Whether a loop has ended after them.
  var hasEndedLoop = false
  /// The choice for each question so far.
  private(set) var choices: [Int] = []
  /// The number of answers to each question.
  private(set) var counts: [Int] = []
  /// The details of each question.
  private(set) var questions: [Question] = []
  /// The questions whose answers are all possible values, not a selection.
  private(set) var questionsOfCases: Set<Int> = []
  /// The question that is answered with an error.
  private let refused: Int?
  private let given: [Int]
  /// The first question without an answer, if any.
  private(set) var unanswered: (key: String, type: String)?
  /// The key of the last question.
  private(set) var last: String = ""

  init(
    _ learner: SchemaLearner, root: Probe, choices: [Int] = [], refusing refused: Int? = nil,
    usingExamples usesExamples: Bool = false, elementsOfLoops: Int = 1
  ) {
    self.learner = learner
    self.root = root
    self.given = choices
    self.refused = refused
    self.usesExamples = usesExamples
    self.elementsOfLoops = elementsOfLoops
  }

  /// A run like this one, with other choices.
  func again(choices: [Int], refusing refused: Int? = nil) -> ProbeRun {
    ProbeRun(
      learner, root: Probe(hints: root.hints), choices: choices, refusing: refused,
      usingExamples: usesExamples, elementsOfLoops: elementsOfLoops)
  }

  var decoder: ProbingDecoder { ProbingDecoder(run: self, probe: root, codingPath: []) }

  /// Whether there were more questions than any type has fields: a loop that never ends.
  var isExhausted: Bool { counts.count > Self.maximumQuestions }

  /// What the run counts towards the limit of questions for all runs. Other answers don't end an
  /// endless loop, so a run with one counts several times.
  var cost: Int { isExhausted ? 4 * counts.count : counts.count }

  private static let maximumQuestions = 10_000

  /// The details of a question.
  struct Question {
    /// How to answer that there is no value.
    enum Nothing {
      case choice(Int), refusal
    }

    var path: [String] = []
    /// The number of answers that are values.
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

  /// Answers a request for a value, which may have an initial value.
  func answer<Value: Decodable>(
    _ type: Value.Type, hints: Hints, at codingPath: [any CodingKey], filling initial: Value? = nil
  ) throws -> Value {
    last = codingPath.last?.stringValue ?? ""
    var candidates = learner.candidates(for: type, hints: hints, usingExamples: usesExamples)
    if candidates.isEmpty, let initial { candidates = [initial] }
    if refused == counts.count {
      _ = choose(of: 1)
      throw refusal(type, at: codingPath)
    }
    if isExhausted { throw refusal(type, at: codingPath) }
    guard !candidates.isEmpty else {
      unanswered = unanswered ?? (last, TypeKeys.shortName(of: type))
      throw refusal(type, at: codingPath)
    }
    let question = question(
      about: type, candidates.count, at: codingPath, nothing: initial == nil ? .refusal : nil)
    return candidates[choose(of: candidates.count, for: question)]
  }

  /// Answers a request for a value that may be missing.
  func answerIfPresent<Value: Decodable>(
    _ type: Value.Type, hints: Hints, at codingPath: [any CodingKey]
  ) throws -> Value? {
    last = codingPath.last?.stringValue ?? ""
    let candidates = learner.candidates(for: type, hints: hints, usingExamples: usesExamples)
    if refused == counts.count || isExhausted {
      _ = choose(of: 1)
      throw refusal(type, at: codingPath)
    }
    let question = question(
      about: type, candidates.count, at: codingPath, nothing: .choice(candidates.count))
    let choice = choose(of: candidates.count + 1, for: question)
    return choice < candidates.count ? candidates[choice] : nil
  }

  /// The next question, which is about a value.
  private func question(
    about type: any Any.Type, _ values: Int, at codingPath: [any CodingKey],
    nothing: Question.Nothing?
  ) -> Question {
    if EnumCases.areListed(in: type) { questionsOfCases.insert(counts.count) }
    return Question(path: codingPath.map(\.stringValue), values: values, nothing: nothing)
  }

  private func refusal(_ type: any Any.Type, at path: [any CodingKey]) -> DecodingError {
    .typeMismatch(
      type, .init(codingPath: path, debugDescription: "There is no value of this type here."))
  }

  /// The choices of the next run after a failed one: the next answer to the last question that has
  /// one left.
  var nextChoices: [Int]? {
    guard let index = choices.indices.last(where: { choices[$0] + 1 < counts[$0] }) else {
      return nil
    }
    return Array(choices[..<index]) + [choices[index] + 1]
  }
}
