/// A type whose values name schema versions: `Int`, `String`, an enum of one, or an Optional of it.
///
/// An enum joins by naming the protocol:
///
/// ```swift
/// enum PoemVersion: String, SchemaVersion {
///   case first = "2024-11"
///   case stanzas = "2025-06"
/// }
/// ```
public protocol SchemaVersion: Sendable {
  /// The type of the version without an Optional around it.
  associatedtype Unwrapped: SchemaVersion = Self

  /// The version as it stands in data.
  var anyVersion: AnyVersion { get }
}

/// A schema version as it stands in data: a number, a string, or nothing.
///
/// Write it as a literal: `3`, `"2025-06"`, or `nil` for data without a version.
public enum AnyVersion: Hashable, Sendable {
  /// A number, as most schemas count.
  case integer(Int)
  /// A string: a date, a semantic version, a name.
  case string(String)
  /// The shape from before there were versions.
  case unversioned
}

// MARK: - Conformances

extension Int: SchemaVersion {
  /// The number.
  public var anyVersion: AnyVersion { .integer(self) }
}

extension String: SchemaVersion {
  /// The string.
  public var anyVersion: AnyVersion { .string(self) }
}

extension Optional: SchemaVersion where Wrapped: SchemaVersion {
  /// What is wrapped, without an Optional around that.
  public typealias Unwrapped = Wrapped.Unwrapped

  /// The version, or unversioned for nil.
  public var anyVersion: AnyVersion { self?.anyVersion ?? .unversioned }
}

extension SchemaVersion where Self: RawRepresentable, RawValue: SchemaVersion {
  /// The raw value.
  public var anyVersion: AnyVersion { rawValue.anyVersion }
}

extension AnyVersion: SchemaVersion {
  /// The version itself.
  public var anyVersion: AnyVersion { self }
}

extension AnyVersion: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByNilLiteral
{
  /// Makes a version of a number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Makes a version of a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes the version of data without one.
  public init(nilLiteral: ()) { self = .unversioned }
}

extension AnyVersion: CustomStringConvertible {
  /// The number, the string cut to a sensible length, or the word unversioned.
  public var description: String {
    switch self {
    case .integer(let number): "\(number)"
    case .string(let text): text.shown()
    case .unversioned: "unversioned"
    }
  }
}

extension AnyVersion {
  /// The version, if it is one.
  var known: AnyVersion? { self == .unversioned ? nil : self }

  /// The version in the middle of a sentence.
  var phrase: String {
    self == .unversioned ? "no version" : "version \(self)"
  }
}

// MARK: - Order

extension AnyVersion {
  /// Whether `self` would come before `other`; nil where no order between the two is known.
  ///
  /// Strings compare as people read them: `1.9` before `1.10`, `2.0-beta` before `2.0`.
  package func isOlder(than other: AnyVersion) -> Bool? {
    switch (self, other) {
    case (.integer(let own), .integer(let other)): own < other
    case (.string(let own), .string(let other)):
      Self.readingOrder(Array(own.unicodeScalars)[...], Array(other.unicodeScalars)[...])
    default: nil
    }
  }

  private static func readingOrder(
    _ own: ArraySlice<Unicode.Scalar>, _ other: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    var own = own
    var other = other
    while let first = own.first, let second = other.first {
      if first.isDigit, second.isDigit {
        let ownNumber = readNumber(from: &own)
        let otherNumber = readNumber(from: &other)
        if ownNumber.count != otherNumber.count { return ownNumber.count < otherNumber.count }
        if ownNumber != otherNumber { return ownNumber.lexicographicallyPrecedes(otherNumber) }
      } else {
        if first != second { return first < second }
        own.removeFirst()
        other.removeFirst()
      }
    }
    if own.isEmpty && other.isEmpty { return false }
    return own.isEmpty ? !isPreRelease(other) : isPreRelease(own)
  }

  private static func readNumber(
    from text: inout ArraySlice<Unicode.Scalar>
  ) -> ArraySlice<Unicode.Scalar> {
    let digits = text.prefix { $0.isDigit }
    text.removeFirst(digits.count)
    return digits.drop { $0 == "0" }
  }

  private static func isPreRelease(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    rest.first == "-" && rest.dropFirst().first?.isDigit == false
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
