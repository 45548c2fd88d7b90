import Lineage

/// Finds which arrays in the documents of a type are ordered, which are sets or dictionaries, and which values are
/// merged as a whole.
///
/// In a document, a set is an array, and so is a dictionary whose keys aren't text: `[key, value, key, value]`. If a type
/// writes the elements of one itself, nothing but their order tells them from an ordered array: each set that is decoded
/// is encoded in another one. So the documents are decoded and encoded several times. The type gets no documents but
/// these, since it may trap on others.
final class ValueKinds {
  enum Kind {
    /// The order of the elements means something, or nothing tells that it doesn't.
    case ordered
    /// No element is there twice, in any order.
    case set
    /// Keys, each followed by its value, in any order.
    case pairs
  }

  /// What the arrays are, as far as that is known.
  private lazy var origins = makeOrigins()
  private let makeOrigins: () -> ValueOrigins
  /// The documents, each followed by its copies; nil if no order differs but those of sets and dictionaries of known
  /// origin.
  private lazy var families = makeFamilies(numberOfCopies, origins)
  private let makeFamilies: (_ copies: Int, ValueOrigins) -> [[DocumentValue]]?
  private var observations: [[FieldPath.Component]: Observations] = [:]

  /// How often a document is decoded. With 16 copies, a set of two elements is taken for an ordered array once in 65,000
  /// times. There are fewer of large documents, since all of them are in memory at the same time.
  private let numberOfCopies: Int

  /// The arrays at a path, and what their order in the copies says about them.
  private struct Observations {
    /// The arrays of each document and its copies; nil if all copies have the arrays in the order of their documents.
    let families: [[ArraysByContent]]?
    /// The findings so far, by the content of the array.
    var findings: [DocumentValue.Content: Finding] = [:]
  }

  /// What the copies say about arrays with the same elements.
  private struct Finding {
    var isOrdered = true
    var arePairs = true
  }

  /// - Parameters:
  ///   - size: The bytes of the largest document.
  ///   - origins: Finds out what the arrays are, as far as that is known.
  ///   - families: Makes that many copies of each document. The documents, each followed by its copies; nil if no order
  ///     differs but those of sets and dictionaries of known origin.
  init(
    size: Int, origins: @escaping () -> ValueOrigins,
    families: @escaping (_ copies: Int, ValueOrigins) -> [[DocumentValue]]?
  ) {
    makeOrigins = origins
    makeFamilies = families
    numberOfCopies = size < 1 << 18 ? 16 : size < 1 << 21 ? 8 : 4
  }

  /// The kind of some arrays at the same path, which are from the documents. If the type that was encoded says it, that
  /// decides; otherwise the order of the copies does.
  func kind(of arrays: [[DocumentValue]], at path: FieldPath) -> Kind {
    switch origins.origin(at: path) {
    case .set: return .set
    case .dictionary: return .pairs
    case .indivisible, .other: break
    }
    let pattern = path.pattern
    guard let families = families(at: pattern) else { return .ordered }
    let contents = arrays.map { DocumentValue.Content(.array($0)) }.filter(\.hasDifferentElements)
    let findings = contents.map { finding(for: $0, in: families, at: pattern) }
    if findings.allSatisfy(\.isOrdered) { return .ordered }
    return findings.allSatisfy(\.arePairs) ? .pairs : .set
  }

  /// Whether the value at a path is of a type of the system, such as `DateInterval`, whose parts mean nothing on their own.
  func isIndivisible(at path: FieldPath) -> Bool { origins.origin(at: path) == .indivisible }

  /// Whether the array at a path is a `Set` or something else that its type says is one.
  func isSetByType(at path: FieldPath) -> Bool { origins.origin(at: path) == .set }

  private func families(at pattern: [FieldPath.Component]) -> [[ArraysByContent]]? {
    guard let families else { return nil }
    if let known = observations[pattern] { return known.families }
    let arrays = families.map { $0.map { $0.arrays(at: pattern[...]) } }
    let areOrdered = arrays.allSatisfy { family in family.allSatisfy { $0 == family[0] } }
    let found = areOrdered ? nil : arrays.map { $0.map { ArraysByContent($0) } }
    observations[pattern] = Observations(families: found)
    return found
  }

  private func finding(
    for content: DocumentValue.Content, in families: [[ArraysByContent]],
    at pattern: [FieldPath.Component]
  ) -> Finding {
    if let known = observations[pattern]?.findings[content] { return known }
    var finding = Finding()
    for family in families {
      guard let original = family[0][content] else { continue }
      for copy in family.dropFirst().compactMap({ $0[content] })
      where !copy.hasSameOrder(as: original) {
        finding.isOrdered = false
        if !copy.hasSamePairs(as: original) { finding.arePairs = false }
      }
    }
    // Pairs in the same order are the same pairs, if nothing is left over.
    if finding.isOrdered { finding.arePairs = content.hasEvenCount }
    observations[pattern]?.findings[content] = finding
    return finding
  }

  // MARK: - Comparing

  /// A value to compare, in which the order of an array only counts if its kind is `ordered`.
  indirect enum Form: Hashable {
    case value(DocumentValue)
    case elements([Form])
    case set(Set<Form>)
    case pairs([Form: Form])
    case members([String: Form])
  }

  /// The form in which a value is compared.
  func form(of value: DocumentValue, at path: FieldPath) -> Form {
    switch value {
    case .object(let object):
      return .members(
        object.reduce(into: [:]) {
          $0[$1.key] = form(of: $1.value, at: path.appending(.key($1.key)))
        })
    case .array(let array):
      let forms = forms(of: array, at: path)
      if array.count < 2 { return .elements(forms) }
      switch kind(of: [array], at: path) {
      case .set where Set(forms).count == forms.count: return .set(Set(forms))
      case .pairs where forms.count.isMultiple(of: 2):
        let pairs = stride(from: 0, to: forms.count, by: 2).map { (forms[$0], forms[$0 + 1]) }
        return .pairs(Dictionary(pairs) { old, _ in old })
      default: return .elements(forms)
      }
    default: return .value(value)
    }
  }

  /// The forms in which the elements of an array are compared.
  func forms(of array: [DocumentValue], at path: FieldPath) -> [Form] {
    array.enumerated().map { form(of: $1, at: path.appending(.index($0))) }
  }

  /// Whether two values of a field are the same for the type; nil is a missing one.
  func areSame(_ first: DocumentValue?, _ second: DocumentValue?, at path: FieldPath) -> Bool {
    if first == second { return true }
    // Only values with the same elements are worth asking the type.
    guard let first, let second, first.isSame(as: second) else { return false }
    return form(of: first, at: path) == form(of: second, at: path)
  }
}

/// What the arrays and the indivisible values at each path are in Swift.
struct ValueOrigins {
  private var origins: [[FieldPath.Component]: ValueOrigin] = [:]
  /// Whether all arrays at the same path are the same.
  private(set) var areUniform = true

  mutating func record(_ origin: ValueOrigin, at path: FieldPath) {
    let known = origins.updateValue(origin, forKey: path.pattern)
    // Such as a set in one element of an array, and an ordered array in another.
    if let known, known != origin {
      origins[path.pattern] = .other
      areUniform = false
    }
  }

  func origin(at path: FieldPath) -> ValueOrigin { origins[path.pattern] ?? .other }
}

/// Arrays by what is in them, in any order.
private struct ArraysByContent {
  private var arrays: [DocumentValue.Content: EqualArrays] = [:]

  init(_ arrays: [[DocumentValue]]) {
    for array in arrays {
      let content = DocumentValue.Content(.array(array))
      guard case .array(let elements) = content.kind else { continue }
      self.arrays[content, default: EqualArrays()].arrays.append(elements)
    }
  }

  subscript(content: DocumentValue.Content) -> EqualArrays? { arrays[content] }
}

/// Arrays with the same elements, usually one.
private struct EqualArrays {
  var arrays: [[DocumentValue.Content]] = []

  /// Whether others have their elements in the same order.
  func hasSameOrder(as others: EqualArrays) -> Bool {
    arrays == others.arrays || arrays.counts == others.arrays.counts
  }

  /// Whether others have the same keys with the same values; false if they aren't pairs.
  func hasSamePairs(as others: EqualArrays) -> Bool {
    guard let pairs, let otherPairs = others.pairs else { return false }
    return pairs.counts == otherPairs.counts
  }

  /// How often each array has a key with its value; nil if they aren't pairs.
  private var pairs: [[[DocumentValue.Content]: Int]]? {
    guard arrays.allSatisfy({ $0.count.isMultiple(of: 2) }) else { return nil }
    return arrays.map { array in
      stride(from: 0, to: array.count, by: 2).map { [array[$0], array[$0 + 1]] }.counts
    }
  }
}

extension DocumentValue {
  /// The arrays at a path, in which an index is any index.
  fileprivate func arrays(at pattern: ArraySlice<FieldPath.Component>) -> [[DocumentValue]] {
    switch (pattern.first, self) {
    case (nil, .array(let array)): [array]
    case (.key(let key), .object(let object)):
      object[key]?.arrays(at: pattern.dropFirst()) ?? []
    case (.index, .array(let array)): array.flatMap { $0.arrays(at: pattern.dropFirst()) }
    default: []
    }
  }
}

extension DocumentValue.Content {
  /// Whether it is that of an array whose order can change.
  fileprivate var hasDifferentElements: Bool {
    guard case .array(let elements) = kind, let first = elements.first else { return false }
    return elements.contains { $0 != first }
  }

  fileprivate var hasEvenCount: Bool {
    if case .array(let elements) = kind { elements.count.isMultiple(of: 2) } else { false }
  }
}

extension FieldPath {
  /// The path without a difference between indices: elements of one array usually have the same type.
  fileprivate var pattern: [Component] {
    components.map { if case .index = $0 { .index(0) } else { $0 } }
  }

  func appending(_ component: Component) -> FieldPath {
    FieldPath(components + [component])
  }
}
