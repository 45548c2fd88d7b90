public import Lineage
import LineageSchemas

/// A place in which two documents differ.
public struct FieldDifference: Hashable, Sendable {
  /// How they differ there.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Hashable, Sendable {
    /// An expected value is missing.
    case missing(DocumentValue)
    /// There is a value where none was expected.
    case extra(DocumentValue)
    /// The value is not the expected one.
    case changed(expected: DocumentValue, found: DocumentValue)
    /// An array has the expected elements in another order.
    case reordered
  }

  /// Where the documents differ.
  public let path: FieldPath
  /// How they differ there.
  public let kind: Kind

  /// Creates a difference, to compare with others in tests.
  public init(path: FieldPath, kind: Kind) {
    self.path = path
    self.kind = kind
  }
}

extension FieldDifference: CustomStringConvertible {
  /// What is missing, extra or changed, and where, with long values truncated.
  public var description: String {
    switch kind {
    case .missing(let value): return "missing  \(place): \(CanonicalText.line(value).truncated)"
    case .extra(let value): return "extra    \(place): \(CanonicalText.line(value).truncated)"
    case .changed(let expected, let found):
      var (expected, found) = (CanonicalText.line(expected), CanonicalText.line(found))
      if expected == found { (expected, found) = (expected.escaped, found.escaped) }
      let start = expected.startOfExcerpt(unlike: found)
      return "changed  \(place): \(expected.excerpt(from: start)) → \(found.excerpt(from: start))"
    case .reordered: return "order    \(place)"
    }
  }

  private var place: String { path.components.isEmpty ? "(the document)" : "\(path)" }
}

extension String {
  private static let shownLength = 80

  /// The text in ASCII, which shows how accents are encoded.
  fileprivate var escaped: String {
    unicodeScalars.map { $0.isASCII ? String($0) : $0.escaped(asASCII: true) }.joined()
  }

  fileprivate var truncated: String {
    count <= Self.shownLength ? self : prefix(Self.shownLength - 1) + "…"
  }

  /// The text from a character on, truncated.
  fileprivate func excerpt(from start: Int) -> String {
    start == 0 ? truncated : "…\(dropFirst(start))".truncated
  }

  /// The number of characters to leave out so that the first difference from another text is shown.
  fileprivate func startOfExcerpt(unlike other: String) -> Int {
    let common = zip(self, other).prefix { $0 == $1 }.count
    return common < Self.shownLength - 20 ? 0 : common - 20
  }
}

// MARK: - Finding differences

extension FieldDifference {
  /// How exactly numbers are compared.
  enum Numbers {
    /// Character by character.
    case byCharacters
    /// By value, so that 1.0 equals 1.
    case byValue
  }

  /// All differences between a value and the expected one.
  static func between(
    _ expected: DocumentValue, _ found: DocumentValue, numbers: Numbers = .byCharacters
  ) -> [FieldDifference] {
    var search = Search(numbers: numbers)
    search.compare(expected, found)
    return search.differences
  }

  private struct Search {
    let numbers: Numbers
    var path: [FieldPath.Component] = []
    var differences: [FieldDifference] = []

    mutating func compare(_ expected: DocumentValue, _ found: DocumentValue) {
      if ExactValue(expected) == ExactValue(found) { return }
      switch (expected, found) {
      case (.object(let expected), .object(let found)):
        for (name, value) in expected {
          at(.key(name)) { search in
            if let other = found[name] {
              search.compare(value, other)
            } else {
              search.add(.missing(value))
            }
          }
        }
        for (name, value) in found where expected[name] == nil {
          at(.key(name)) { $0.add(.extra(value)) }
        }
        compareSpelling(of: expected, found)
      case (.array(let expected), .array(let found)):
        compare(expected, found)
      case (.number(let expected), .number(let found))
      where numbers == .byValue && expected.amountsToTheSame(as: found):
        break
      default:
        add(.changed(expected: expected, found: found))
      }
    }

    /// Compares the keys that both objects have, since equivalent ones are the same key.
    private mutating func compareSpelling(of expected: DocumentObject, _ found: DocumentObject) {
      let spellings = Dictionary(uniqueKeysWithValues: found.keys.map { ($0, $0) })
      var (own, others) = (DocumentObject(), DocumentObject())
      for (key, value) in expected {
        guard let other = spellings[key], !key.utf8.elementsEqual(other.utf8) else { continue }
        own[key] = value
        others[other] = value
      }
      if !own.isEmpty { add(.changed(expected: .object(own), found: .object(others))) }
    }

    /// Compares two arrays without their common prefix and suffix.
    private mutating func compare(_ expected: [DocumentValue], _ found: [DocumentValue]) {
      let (own, others) = (expected.map(ExactValue.init), found.map(ExactValue.init))
      if own.count == others.count, own.counted == others.counted { return add(.reordered) }
      let start = zip(own, others).prefix { $0 == $1 }.count
      let end = zip(own[start...].reversed(), others[start...].reversed()).prefix { $0 == $1 }.count
      let expectedEnd = expected.count - end
      let foundEnd = found.count - end
      for index in start..<max(expectedEnd, foundEnd) {
        at(.index(index)) { search in
          if index >= foundEnd {
            search.add(.missing(expected[index]))
          } else if index >= expectedEnd {
            search.add(.extra(found[index]))
          } else {
            search.compare(expected[index], found[index])
          }
        }
      }
    }

    private mutating func at(_ step: FieldPath.Component, _ body: (inout Search) -> Void) {
      path.append(step)
      body(&self)
      path.removeLast()
    }

    private mutating func add(_ kind: Kind) {
      differences.append(FieldDifference(path: FieldPath(path), kind: kind))
    }
  }
}

/// A value that equals only those with the same text. Strings also equal equivalent ones, such as "é" written as "e"
/// with an accent.
private struct ExactValue: Hashable {
  let value: DocumentValue
  let text: [UInt8]

  init(_ value: DocumentValue) {
    self.value = value
    text = Array(CanonicalText.line(value).utf8)
  }
}

extension Array<ExactValue> {
  /// How often each value occurs.
  fileprivate var counted: [ExactValue: Int] {
    reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
