import Foundation
import Lineage

extension DocumentValue {
  /// Whether two values have the same content, with the elements of arrays in any order.
  ///
  /// - Parameter ignoringText: Whether numbers are the same if their values are, such as `1.0e2` and `100`.
  func isSame(as other: DocumentValue, ignoringTextOfNumbers ignoringText: Bool = false) -> Bool {
    if self == other { return true }
    switch (self, other) {
    case (.array(let elements), .array(let others)):
      guard elements.count == others.count else { return false }
      // Usually most elements have kept their places.
      let moved = elements.indices.filter { elements[$0] != others[$0] }
      func content(of array: [DocumentValue]) -> Content {
        Content(.array(moved.map { array[$0] }), ignoringTextOfNumbers: ignoringText)
      }
      return content(of: elements) == content(of: others)
    case (.object(let members), .object(let others)):
      return members.count == others.count
        && members.allSatisfy { key, value in
          others[key].map { value.isSame(as: $0, ignoringTextOfNumbers: ignoringText) } ?? false
        }
    default:
      return Content(self, ignoringTextOfNumbers: ignoringText)
        == Content(other, ignoringTextOfNumbers: ignoringText)
    }
  }

  /// Whether two values are equal, and their texts are spelled alike: `é` can be one scalar or two, and a file name in one
  /// spelling isn't found in the other.
  func isExactly(_ other: DocumentValue) -> Bool { self == other && isSpelledLike(other) }

  /// Whether the texts of two equal values are spelled alike. A loop, because documents can be nested too deeply for the
  /// stack.
  private func isSpelledLike(_ other: DocumentValue) -> Bool {
    var pairs = [(self, other)]
    while let pair = pairs.popLast() {
      switch pair {
      case (.string(let text), .string(let other)):
        if !text.utf8.elementsEqual(other.utf8) { return false }
      case (.array(let elements), .array(let others)): pairs += zip(elements, others)
      case (.object(let members), .object(let others)):
        for (key, value) in members {
          // A key without an equal one is one that isn't a valid string.
          if let other = others[key] { pairs.append((value, other)) }
        }
      default: break
      }
    }
    return true
  }

  /// The value with null in place of those that differ in another one. The elements of arrays can be in another order.
  func removing(differencesFrom other: DocumentValue) -> DocumentValue {
    if isSame(as: other) { return self }
    switch (self, other) {
    case (.array(let elements), .array(let others)) where elements.count == others.count:
      return .array(zip(elements, others).map { $0.removing(differencesFrom: $1) })
    case (.object(let members), .object(let others)):
      return .object(members.removing(differencesFrom: others))
    default: return .null
    }
  }

  /// The path of a value with other content; nil if there is none, with the elements of arrays in any order.
  func firstDifference(
    from other: DocumentValue, ignoringTextOfNumbers ignoringText: Bool = false
  ) -> FieldPath? {
    if isSame(as: other, ignoringTextOfNumbers: ignoringText) { return nil }
    var path: [FieldPath.Component] = []
    var pair = (self, other)
    while let (step, members) = pair.0.differingMember(from: pair.1, ignoringText) {
      path.append(step)
      guard let members else { break }
      pair = members
    }
    return FieldPath(path)
  }

  /// A member or an element that isn't the same in another value, which isn't the same as this one; nil if they have no
  /// member in common that differs.
  private func differingMember(
    from other: DocumentValue, _ ignoringText: Bool
  ) -> (FieldPath.Component, both: (DocumentValue, DocumentValue)?)? {
    switch (self, other) {
    case (.object(let members), .object(let others)):
      for key in members.keys + others.keys {
        guard let own = members[key], let other = others[key] else { return (.key(key), nil) }
        if !own.isSame(as: other, ignoringTextOfNumbers: ignoringText) {
          return (.key(key), (own, other))
        }
      }
    case (.array(let elements), .array(let others)) where elements.count == others.count:
      // Those that are the same may be anywhere. If one is left over on both sides, it has changed.
      func contents(_ array: [DocumentValue]) -> [Content] {
        array.map { Content($0, ignoringTextOfNumbers: ignoringText) }
      }
      let (own, other) = (contents(elements), contents(others))
      let (changed, replaced) = (own.indices(notIn: other), other.indices(notIn: own))
      if let index = changed.first, let place = replaced.first, changed.count == 1,
        replaced.count == 1
      {
        return (.index(index), (elements[index], others[place]))
      }
    default: break
    }
    return nil
  }

  /// A value whose arrays are equal if they have the same elements, in any order.
  ///
  /// Large values are looked up in many tables, so the hash is computed once.
  struct Content: Hashable {
    enum Kind: Hashable {
      case scalar(DocumentValue)
      case number(DecimalDigits)
      case array([Content])
      case object([String: Content])
    }

    let kind: Kind
    private let hash: Int

    /// - Parameter ignoringText: Whether numbers are the same if their values are.
    init(_ value: DocumentValue, ignoringTextOfNumbers ignoringText: Bool = false) {
      switch value {
      case .number(let number) where ignoringText:
        self.init(DecimalDigits(number.literal).map(Kind.number) ?? .scalar(value))
      case .array(let elements):
        self.init(.array(elements.map { Content($0, ignoringTextOfNumbers: ignoringText) }))
      case .object(let object):
        self.init(
          .object(
            object.reduce(into: [:]) {
              $0[$1.key] = Content($1.value, ignoringTextOfNumbers: ignoringText)
            }))
      default: self.init(.scalar(value))
      }
    }

    init(_ kind: Kind) {
      self.kind = kind
      guard case .array(let elements) = kind else {
        hash = kind.hashValue
        return
      }
      // The sum doesn't depend on the order. Hashed once more, it isn't that of the elements in other arrays.
      hash = [elements.count, elements.reduce(0) { $0 &+ $1.hash }].hashValue
    }

    static func == (first: Content, second: Content) -> Bool {
      guard first.hash == second.hash else { return false }
      guard case (.array(let some), .array(let others)) = (first.kind, second.kind) else {
        return first.kind == second.kind
      }
      guard some.count == others.count else { return false }
      // Not one after the other, which would take time that doubles with each level.
      let haveSameOrder = zip(some, others).allSatisfy { $0.hash == $1.hash }
      return haveSameOrder ? some == others : some.counts == others.counts
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }
}

extension Array where Element: Hashable {
  /// How often each element is in the array.
  var counts: [Element: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }

  /// The indices of elements that others don't have, or not as often.
  fileprivate func indices(notIn others: [Element]) -> [Int] {
    var rest = others.counts
    return indices.filter { index in
      guard let count = rest[self[index]], count > 0 else { return true }
      rest[self[index]] = count - 1
      return false
    }
  }
}

extension DocumentValue? {
  /// Whether both are missing, or are equal and spelled alike.
  func isExactly(_ other: DocumentValue?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.isExactly(other)
  }
}

extension DocumentObject {
  fileprivate func removing(differencesFrom other: DocumentObject) -> DocumentObject {
    var object = self
    for (key, value) in self {
      object[key] = other[key].map { value.removing(differencesFrom: $0) } ?? .null
    }
    return object
  }
}
