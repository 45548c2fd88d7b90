/// What couldn't be learned about a type, as sentences for reviewers of the lock.
struct ProbeNotes {
  private(set) var sentences: [String] = []
  /// Whether learning was complete. If not, more may be learned later.
  private(set) var isComplete = true
  /// The key at which learning stopped.
  private(set) var stop: String?

  mutating func add(_ sentence: String) {
    if !sentences.contains(sentence) { sentences.append(sentence) }
  }

  mutating func addIncomplete(_ sentence: String) {
    add(sentence)
    isComplete = false
  }

  // MARK: - Questions

  /// Adds notes about questions that a shape can't express.
  mutating func addQuestions(of probe: Probe) {
    for question in probe.questions.sorted(by: { $0.order < $1.order }) {
      switch question {
      case .contains(let key):
        add(
          """
          `init(from:)` looks whether `\(key)` is there: what it does where it isn't is not known. \
          `decodeIfPresent` would tell.
          """)
      case .isNull(let key):
        add(
          """
          `init(from:)` looks whether `\(key)` is null: what it does with null is not known. \
          `decodeIfPresent` would tell.
          """)
      case .isNullItself:
        add("`init(from:)` looks whether the value is null: what it does with null is not known.")
      case .count:
        add(
          "`init(from:)` looks how many elements there are: which numbers it accepts is not known.")
      case .allKeys where probe.anyMember != nil:
        break
      case .allKeys:
        add("`init(from:)` asks which keys there are: there may be others than these.")
      }
    }
  }

  // MARK: - Values that were not accepted

  /// Adds a note that an enum with payloads can't list its cases.
  mutating func addHiddenCases() {
    addIncomplete(
      """
      `init(from:)` asks which keys there are, as an enum with payloads does, so its cases are not \
      known. Declare its `CodingKeys` as `CaseIterable` to have them locked.
      """)
  }

  /// Adds a note that an enum with raw values can't list its cases.
  mutating func addHiddenRawValues() {
    addIncomplete(
      """
      Only some values are accepted, and which is not known. Make it `CaseIterable` to have its cases \
      locked.
      """)
  }

  /// Adds a note about where a failed run stopped.
  mutating func addNoValue(for run: ProbeRun, in place: String) {
    let key = run.unanswered?.key ?? run.last
    if stop == nil, !key.isEmpty { stop = place.member(key) }
    let place = place.isEmpty ? "" : "In `\(place)`: "
    if let unanswered = run.unanswered {
      let value = key.isEmpty ? "its value" : "`\(key)`"
      addIncomplete(
        """
        \(place)`init(from:)` stopped at \(value), because no value of \
        \(unanswered.type) could be made up: what it would ask for after that is not known. A \
        document as an example would tell.
        """)
    } else {
      let last = run.last.isEmpty ? "" : " The last thing it asked for was `\(run.last)`."
      addIncomplete(
        """
        \(place)`init(from:)` accepted none of the values that were made up: what else it would ask \
        for is not known.\(last) A document as an example would tell.
        """)
    }
  }

  // MARK: - Other answers

  /// Adds a note about paths that are requested only with some values.
  mutating func addOtherPaths(_ paths: Set<String>) {
    let paths = paths.subtracting([""])
    if paths.isEmpty { return }
    add(
      """
      With other values, `init(from:)` asks for \(Self.list(paths)) as well: when is not known.
      """)
  }

  /// Adds notes about values that are decoded in more than one way.
  mutating func addAmbiguous(_ ambiguous: [String: [Shape]], readsOtherKind: Bool) {
    for (key, shapes) in ambiguous.sorted(by: { $0.key < $1.key }) where !key.isEmpty {
      add(
        """
        `init(from:)` asks for `\(key)` as \(Self.list(Set(shapes.map(\.description)))): what else \
        it accepts is not known.
        """)
    }
    if readsOtherKind {
      add(
        """
        Where `init(from:)` does not find this value, it looks for a value of another kind, \
        which is not known.
        """)
    }
  }

  /// Adds a note that the value for a missing field isn't constant.
  mutating func addDependent(_ name: String) {
    add(
      """
      What `init(from:)` makes of a missing `\(name)` depends on other fields: it is not known.
      """)
  }

  // MARK: - Reading and writing

  /// Adds notes about keys that are only decoded or only encoded.
  ///
  /// - Returns: The names of these keys.
  mutating func compare(_ probe: Probe, with value: any Encodable) -> (
    unwritten: [String], unread: [String]
  ) {
    let written: Set<String>?
    do {
      written = try KeyRecorder.keys(of: value)
    } catch {
      add("`encode(to:)` failed for the value that was made up, so its keys were not compared.")
      return ([], [])
    }
    guard let written else {
      if !probe.order.isEmpty { add("It is read as an object and written as something else.") }
      return ([], [])
    }
    let read = Set(probe.order)
    let onlyRead = read.subtracting(written)
    if !onlyRead.isEmpty {
      add("`encode(to:)` did not write \(Self.list(onlyRead)), which `init(from:)` asks for.")
    }
    let onlyWritten = probe.anyMember == nil ? written.subtracting(read) : []
    if !onlyWritten.isEmpty {
      add("`encode(to:)` writes \(Self.list(onlyWritten)), which `init(from:)` never asks for.")
    }
    return (onlyRead.sorted(), onlyWritten.sorted())
  }

  private static func list(_ names: Set<String>) -> String {
    let names = names.sorted().map { "`\($0)`" }
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension Probe.Question {
  /// The sort key of a question.
  fileprivate var order: String {
    switch self {
    case .contains(let key): "1\(key)"
    case .isNull(let key): "2\(key)"
    case .isNullItself: "3"
    case .count: "4"
    case .allKeys: "5"
    }
  }
}
