/// Records what a type requests from its decoder: containers, keys and types.
final class Probe {
  /// A request for a single value or a nested container.
  enum Request {
    case value(LearnedField)
    case container(Probe)
  }

  /// A check of what the decoder has, which a shape can't express.
  enum Check: Hashable {
    case contains(String)
    case isNull(String)
    case isNullItself
    case allKeys
    case count
  }

  /// All possible keys for a type that reads `allKeys`, and the index of that question.
  struct Alternatives {
    let keys: [String]
    let question: Int
  }

  let hints: Hints
  var alternatives: Alternatives?
  var isObject = false
  private(set) var order: [String] = []
  private(set) var members: [String: Request] = [:]
  /// The keys that were requested as more than one type.
  private(set) var ambiguous: [String: [Shape]] = [:]
  /// The value of undeclared keys, if any key is accepted.
  var anyMember: Request?

  var isArray = false
  /// Whether elements are decoded in a loop until the end.
  var isLoop = false
  /// How many times there were more elements when a loop asked for the end.
  var continuations = 0
  var elements: [Request] = []

  /// The requests for the value itself, in order.
  var singles: [LearnedField] = []
  var single: LearnedField? { singles.first }

  var keepsUnknownFields = false
  var checks: Set<Check> = []

  init(hints: Hints = Hints()) {
    self.hints = hints
  }

  func note(_ request: Request, under key: String) {
    switch members.updateValue(request, forKey: key) {
    case nil: order.append(key)
    case .value(let earlier)?:
      guard case .value(let field) = request, field.shape != earlier.shape else { return }
      members[key] = .value(earlier)
      noteAmbiguous([earlier.shape, field.shape], under: key)
    case .container(let earlier)?:
      // A type may request the same container twice.
      if case .container(let probe) = request { earlier.merge(probe) }
      members[key] = .container(earlier)
    }
  }

  private func noteAmbiguous(_ shapes: [Shape], under key: String) {
    for shape in shapes where ambiguous[key]?.contains(shape) != true {
      ambiguous[key, default: []].append(shape)
    }
  }

  /// The probe of a nested container, which may already exist.
  func inner(_ key: String) -> Probe {
    if case .container(let probe)? = members[key] { return probe }
    let probe = Probe(hints: hints[key])
    note(.container(probe), under: key)
    return probe
  }

  func innerElement() -> Probe {
    let probe = Probe(hints: hints.elements)
    elements.append(.container(probe))
    return probe
  }

  /// Adds the requests of another run.
  func merge(_ other: Probe) {
    if other === self { return }
    isObject = isObject || other.isObject
    for key in other.order { if let request = other.members[key] { note(request, under: key) } }
    for (key, shapes) in other.ambiguous { noteAmbiguous(shapes, under: key) }
    anyMember = anyMember ?? other.anyMember
    alternatives = alternatives ?? other.alternatives
    isArray = isArray || other.isArray
    isLoop = isLoop || other.isLoop
    if other.elements.count > elements.count {
      (elements, continuations) = (other.elements, other.continuations)
    }
    if singles.isEmpty { singles = other.singles }
    keepsUnknownFields = keepsUnknownFields || other.keepsUnknownFields
    checks.formUnion(other.checks)
  }
}

extension Probe {
  /// Whether a value is requested as a kind that another run didn't request.
  func isOfOtherKind(than other: Probe) -> Bool {
    (isObject && !other.isObject) || (isArray && !other.isArray)
      || (!singles.isEmpty
        && !singles.allSatisfy { own in other.singles.contains { $0.shape == own.shape } })
  }

  /// Whether a type asks if there is a key before it decodes the value.
  func asksWhetherThere(_ key: String) -> Bool {
    checks.contains(.allKeys) || checks.contains(.contains(key)) || checks.contains(.isNull(key))
  }

  /// Whether a type asks which keys there are, and none could be given to it.
  var hidesKeys: Bool {
    checks.contains(.allKeys) && anyMember == nil && alternatives == nil
  }
}
