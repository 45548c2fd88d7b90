import Lineage

/// What a type makes of the arrays in its documents.
///
/// In a document, a set is an array, and so is a dictionary whose keys aren't text: `[key, value, key, value]`. Nothing but
/// their order tells them from ordered arrays: each set that is decoded is encoded in another one. So the documents are
/// decoded and encoded several times. The type gets no documents but these, since it may trap on others.
final class ArrayKinds {
  enum Kind {
    /// The order of the elements means something, or nothing tells that it doesn't.
    case ordered
    /// No element is there twice, in any order.
    case set
    /// Keys, each followed by its value, in any order.
    case pairs
  }

  /// The fields that a document has after it was decoded and encoded, and its value.
  typealias RoundTrip = (DocumentValue) throws -> (fields: DocumentValue, value: Any)

  private let documents: [DocumentValue]
  private let roundTrip: RoundTrip
  private lazy var copies = documents.map(copies(of:))
  private var sightings: [[FieldPath.Component]: [Sighting]] = [:]

  /// How often a document is decoded. With 16 copies, a set of two elements is taken for an ordered array once in 65,000
  /// times. There are fewer of large documents, since all of them are in memory at the same time.
  private let numberOfCopies: Int

  /// The arrays at a path in a document, and in its copies.
  private struct Sighting {
    let original: ArraysByContent
    let copies: [ArraysByContent]
  }

  /// - Parameters:
  ///   - documents: The documents whose arrays are asked for.
  ///   - size: The bytes of the largest of them.
  init(documents: [DocumentValue], size: Int, roundTrip: @escaping RoundTrip) {
    self.documents = documents
    numberOfCopies = size < 1 << 18 ? 16 : size < 1 << 21 ? 8 : 4
    self.roundTrip = roundTrip
  }

  private func copies(of document: DocumentValue) -> [DocumentValue] {
    // None of the values may be released before the last is made: sets at the same address have the same order.
    let copies = (0..<numberOfCopies).compactMap { _ in try? roundTrip(document) }
    return withExtendedLifetime(copies) { copies.map(\.fields) }
  }

  /// The kind of some arrays at the same path, which are from the documents. Elements of one array usually have the same
  /// type, so indices in the path make no difference.
  func kind(of arrays: [[DocumentValue]], at path: FieldPath) -> Kind {
    let contents = Set(
      arrays.map { DocumentValue.array($0).content() }.filter(\.hasDifferentElements))
    if contents.isEmpty { return .ordered }
    var arePairs = true
    var isOrdered = true
    for sighting in sightings(at: path) {
      for content in contents {
        guard let original = sighting.original[content] else { continue }
        for copy in sighting.copies.compactMap({ $0[content] }) {
          if copy.orders != original.orders { isOrdered = false }
          if copy.pairs == nil || copy.pairs != original.pairs { arePairs = false }
        }
      }
    }
    return isOrdered ? .ordered : arePairs ? .pairs : .set
  }

  private func sightings(at path: FieldPath) -> [Sighting] {
    let pattern = path.components.map { component -> FieldPath.Component in
      if case .index = component { .index(0) } else { component }
    }
    if let known = sightings[pattern] { return known }
    let found = zip(documents, copies).map { document, copies in
      Sighting(
        original: document.arraysByContent(at: pattern[...]),
        copies: copies.map { $0.arraysByContent(at: pattern[...]) })
    }
    sightings[pattern] = found
    return found
  }

  // MARK: - Comparing

  /// A value in which only those arrays have an order that are ordered.
  indirect enum Form: Hashable {
    case value(DocumentValue)
    case elements([Form])
    case set(Set<Form>)
    case pairs([Form: Form])
    case members([String: Form])
  }

  /// What is compared of a value.
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

  /// What is compared of the elements of an array.
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

/// Arrays by what is in them, in any order.
private typealias ArraysByContent = [DocumentValue.Content: ArrayOrders]

/// The orders of some arrays with the same elements.
private struct ArrayOrders {
  /// How many arrays have each order.
  var orders: [[DocumentValue.Content]: Int] = [:]
  /// How many arrays have each key with each value, if they are pairs; nil if they aren't.
  var pairs: [[[DocumentValue.Content]: Int]: Int]? = [:]

  mutating func add(_ array: [DocumentValue.Content]) {
    orders[array, default: 0] += 1
    guard array.count.isMultiple(of: 2) else { return pairs = nil }
    var members: [[DocumentValue.Content]: Int] = [:]
    for index in stride(from: 0, to: array.count, by: 2) {
      members[[array[index], array[index + 1]], default: 0] += 1
    }
    pairs?[members, default: 0] += 1
  }
}

extension DocumentValue {
  /// The arrays at a path, in which an index is any index.
  fileprivate func arraysByContent(
    at pattern: ArraySlice<FieldPath.Component>
  ) -> ArraysByContent {
    var found: ArraysByContent = [:]
    collectArrays(at: pattern) { array in
      let content = DocumentValue.array(array).content()
      found[content, default: ArrayOrders()].add(array.map { $0.content() })
    }
    return found
  }

  private func collectArrays(
    at pattern: ArraySlice<FieldPath.Component>, _ found: ([DocumentValue]) -> Void
  ) {
    switch (pattern.first, self) {
    case (nil, .array(let array)): found(array)
    case (.key(let key), .object(let object)):
      object[key]?.collectArrays(at: pattern.dropFirst(), found)
    case (.index, .array(let array)):
      for element in array { element.collectArrays(at: pattern.dropFirst(), found) }
    default: break
    }
  }
}

extension DocumentValue.Content {
  /// Whether it is that of an array whose order can change.
  fileprivate var hasDifferentElements: Bool {
    if case .elements(let elements) = self { elements.count > 1 } else { false }
  }
}

extension FieldPath {
  func appending(_ component: Component) -> FieldPath {
    FieldPath(components + [component])
  }
}
