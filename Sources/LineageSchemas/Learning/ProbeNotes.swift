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

  // MARK: - Checks

  /// Adds notes about checks that a shape can't express.
  mutating func addChecks(of probe: Probe) {
    for check in probe.checks.sorted(by: { $0.order < $1.order }) {
      switch check {
      case .contains(let key):
        add(
          """
          `init(from:)` checks whether `\(key)` exists, so its behavior without it is unknown. Use \
          `decodeIfPresent` to have it locked.
          """)
      case .isNull(let key):
        add(
          """
          `init(from:)` checks whether `\(key)` is null, so its behavior for null is unknown. Use \
          `decodeIfPresent` to have it locked.
          """)
      case .isNullItself:
        add("`init(from:)` checks whether the value is null, so its behavior for null is unknown.")
      case .count:
        add(
          "`init(from:)` checks the number of elements, so which numbers it accepts is unknown.")
      case .allKeys where probe.anyMember != nil:
        break
      case .allKeys:
        add("`init(from:)` lists the keys of the object, so there may be others than these.")
      }
    }
  }

  // MARK: - Values that were not accepted

  /// Adds a note that an enum with payloads can't list its cases.
  mutating func addHiddenCases() {
    addIncomplete(
      """
      `init(from:)` lists the keys of the object, as an enum with payloads does, so its cases are \
      unknown. Declare its `CodingKeys` as `CaseIterable` to have them locked.
      """)
  }

  /// Adds a note that an enum with raw values can't list its cases.
  mutating func addHiddenRawValues() {
    addIncomplete(
      """
      Only some values are accepted, but which ones is unknown. Make it `CaseIterable` to have its cases \
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
        \(place)`init(from:)` stopped at \(value), because no value of \(unanswered.type) could be \
        generated, so what it decodes after that is unknown. Add a document as an example.
        """)
    } else {
      let last = run.last.isEmpty ? "" : " The last field it decoded was `\(run.last)`."
      addIncomplete(
        """
        \(place)`init(from:)` rejected all generated values, so what else it decodes is unknown.\(last) \
        Add a document as an example.
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
      For some values, `init(from:)` also decodes \(Self.list(paths)); for which ones is unknown.
      """)
  }

  /// Adds notes about values that are decoded in more than one way.
  mutating func addAmbiguous(_ ambiguous: [String: [Shape]], readsOtherKind: Bool) {
    for (key, shapes) in ambiguous.sorted(by: { $0.key < $1.key }) where !key.isEmpty {
      add(
        """
        `init(from:)` decodes `\(key)` as \(Self.list(Set(shapes.map(\.description)))); what else it \
        accepts is unknown.
        """)
    }
    if readsOtherKind {
      add(
        """
        If `init(from:)` doesn't find this value, it looks for a value of another kind, which is unknown.
        """)
    }
  }

  /// Adds a note that the value for a missing field isn't constant.
  mutating func addDependent(_ name: String) {
    add(
      """
      The value that `init(from:)` uses for a missing `\(name)` depends on other fields, so it is unknown.
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
      add("`encode(to:)` failed for the generated value, so its keys weren't compared.")
      return ([], [])
    }
    guard let written else {
      if !probe.order.isEmpty { add("It is decoded as an object, but encoded as something else.") }
      return ([], [])
    }
    let read = Set(probe.order)
    let onlyRead = read.subtracting(written)
    if !onlyRead.isEmpty {
      add("`encode(to:)` didn't write \(Self.list(onlyRead)), which `init(from:)` decodes.")
    }
    let onlyWritten = probe.anyMember == nil ? written.subtracting(read) : []
    if !onlyWritten.isEmpty {
      add("`encode(to:)` writes \(Self.list(onlyWritten)), which `init(from:)` never decodes.")
    }
    return (onlyRead.sorted(), onlyWritten.sorted())
  }

  private static func list(_ names: Set<String>) -> String {
    let names = names.sorted().map { "`\($0)`" }
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension Probe.Check {
  /// The sort key of a check.
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
