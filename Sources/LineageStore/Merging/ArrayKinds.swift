import Lineage

/// What a type makes of the arrays in its documents.
///
/// In a document, a set is an array, and so is a dictionary whose keys aren't text: `[key, value, key, value]`. Both have
/// another order each time that they are encoded. Only the type tells them from ordered arrays, so it is asked: it decodes
/// and encodes a document in which the elements of the array are repeated.
final class ArrayKinds {
  enum Kind {
    /// The order of the elements means something.
    case ordered
    /// No element is there twice, in any order.
    case set
    /// Keys, each followed by its value, in any order.
    case pairs
    /// The type accepts none of the documents that would tell.
    case unknown
  }

  /// The fields that a document has after it was decoded and encoded, and its value.
  typealias RoundTrip = (DocumentValue) throws -> (fields: DocumentValue, value: Any)

  private let documents: [DocumentValue]
  private let roundTrip: RoundTrip
  private var known: [[FieldPath.Component]: Kind] = [:]
  private var failures: [[FieldPath.Component]: Int] = [:]
  /// Values of which none may be released before the next is made, since equal sets at the same address have the same
  /// order.
  private var values: [Any] = []

  /// - Parameter documents: The documents whose arrays are asked for.
  init(documents: [DocumentValue], roundTrip: @escaping RoundTrip) {
    self.documents = documents
    self.roundTrip = roundTrip
  }

  /// The kind of some arrays at the same path, which are from the documents. Elements of one array usually have the same
  /// type, so indices in the path make no difference.
  func kind(of arrays: [[DocumentValue]], at path: FieldPath) -> Kind {
    let pattern = path.components.map { component -> FieldPath.Component in
      if case .index = component { .index(0) } else { component }
    }
    if let kind = known[pattern] { return kind }
    let kind = ask(about: arrays.filter { !$0.isEmpty }, at: pattern)
    values = []
    // Other arrays at the path may tell more, but not each of thousands.
    failures[pattern, default: 0] += 1
    if kind != .unknown || failures[pattern, default: 0] > 20 { known[pattern] = kind }
    return kind
  }

  private func ask(about arrays: [[DocumentValue]], at pattern: [FieldPath.Component]) -> Kind {
    guard let first = arrays.first else { return .unknown }
    /// The arrays at the path after a round trip; none if the type doesn't accept the elements.
    func returned(_ elements: [DocumentValue]) -> [[DocumentValue.Content]] {
      guard let document = document(with: elements, insteadOf: arrays, at: pattern[...]),
        let (fields, value) = try? roundTrip(document)
      else { return [] }
      values.append(value)
      return fields.arrays(at: pattern[...]).map { $0.map { $0.content() } }
    }
    /// Whether elements always come back as others, not by chance.
    func returnsAlways(_ elements: [DocumentValue], for given: [DocumentValue]) -> Bool {
      let contents = elements.map { $0.content() }
      return (0..<12).allSatisfy { _ in returned(given).contains(contents) }
    }
    // With the first pair twice in a row, no beginning is a dictionary.
    let repeated = Array(first.prefix(2)) + arrays.joined() + arrays.joined()
    let contents = repeated.map { $0.content() }
    let results = returned(repeated)
    if results.contains(contents) { return .ordered }

    // An odd number of elements, which a dictionary refuses.
    var seen: Set<DocumentValue.Content> = []
    let distinct = repeated.filter { seen.insert($0.content()).inserted }
    let reversed = Array(distinct.reversed().prefix((distinct.count - 1) / 2 * 2 + 1))
    if reversed.count > 2, returnsAlways(reversed, for: reversed) {
      // It refuses what is there twice.
      return .ordered
    }
    let odd = Array(repeatElement(distinct[0], count: 1 + distinct.count % 2)) + distinct
    let isSet = returned(odd).contains {
      !$0.isEmpty && Set($0).count == $0.count && seen.isSuperset(of: $0)
    }
    if isSet {
      // It may remove what is there twice.
      let isOrdered =
        distinct.count > 1 && returnsAlways(distinct, for: odd)
        && returnsAlways(distinct.reversed(), for: odd.reversed())
      return isOrdered ? .ordered : .set
    }
    if arrays.allSatisfy({ $0.count.isMultiple(of: 2) }) {
      let (oldest, newest) = (members(contents) { old, _ in old }, members(contents) { $1 })
      for result in results where result.count == newest.count * 2 {
        let found = members(result) { $1 }
        // One pair alone may also be the beginning of an array with a fixed length.
        if found == newest, newest.count > 1 || newest != oldest { return .pairs }
        if found == oldest, newest.count > 1 { return .pairs }
      }
      if newest.count == 1, newest == oldest { return .unknown }
    }
    // An array with a fixed length, such as a point.
    let isFixed = results.contains { result in
      contents.starts(with: result) && arrays.contains { $0.count == result.count }
    }
    return isFixed ? .ordered : .unknown
  }

  private func members(
    _ pairs: [DocumentValue.Content],
    uniquing: (DocumentValue.Content, DocumentValue.Content) -> DocumentValue.Content
  ) -> [DocumentValue.Content: DocumentValue.Content] {
    Dictionary(
      stride(from: 0, to: pairs.count - 1, by: 2).map { (pairs[$0], pairs[$0 + 1]) },
      uniquingKeysWith: uniquing)
  }

  /// A document that has elements in the place of one of some arrays.
  private func document(
    with elements: [DocumentValue], insteadOf arrays: [[DocumentValue]],
    at pattern: ArraySlice<FieldPath.Component>
  ) -> DocumentValue? {
    for document in documents {
      if let changed = document.replacing(arrays, with: elements, at: pattern) { return changed }
    }
    return nil
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

extension DocumentValue {
  /// This value with other elements in the first array at a path that is one of some; nil if there is none. An index
  /// in the path is any index.
  fileprivate func replacing(
    _ arrays: [[DocumentValue]], with elements: [DocumentValue],
    at pattern: ArraySlice<FieldPath.Component>
  ) -> DocumentValue? {
    switch (pattern.first, self) {
    case (nil, .array(let array)): return arrays.contains(array) ? .array(elements) : nil
    case (.key(let key), .object(var object)):
      guard
        let changed = object[key]?.replacing(arrays, with: elements, at: pattern.dropFirst())
      else { return nil }
      object[key] = changed
      return .object(object)
    case (.index, .array(var array)):
      for index in array.indices {
        if let changed = array[index].replacing(arrays, with: elements, at: pattern.dropFirst()) {
          array[index] = changed
          return .array(array)
        }
      }
      return nil
    default: return nil
    }
  }

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

extension FieldPath {
  func appending(_ component: Component) -> FieldPath {
    FieldPath(components + [component])
  }
}
