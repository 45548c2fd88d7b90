/// A type of schema versions: `Int`, `String`, an enum with such raw values, or an Optional of
/// these.
///
/// An enum only declares the conformance:
///
/// ```swift
/// enum PoemVersion: String, SchemaVersion {
///   case first = "2024-11"
///   case stanzas = "2025-06"
/// }
/// ```
///
/// Strings are compared as people read them: `1.9` comes before `1.10`, and `2024-11` before `2025-06`. If the version
/// strings of a chain aren't in that order, Lineage can't tell whether a version that it doesn't know is older or
/// newer, and refuses it as unknown, whatever the policy for newer documents.
public protocol SchemaVersion: Sendable {
  /// The type of the version without Optionals.
  associatedtype Unwrapped: SchemaVersion = Self

  /// The version as it is stored in data.
  var anyVersion: AnyVersion { get }
}

/// A schema version as it is stored in data: a number, a string, or none.
///
/// You can write it as a literal: `3`, `"2025-06"`, or `nil` for data without a version.
public enum AnyVersion: Hashable, Sendable {
  /// A number, as in most schemas.
  case integer(Int)
  /// A string, such as a date, a semantic version or a name.
  case string(String)
  /// No version: the shape from before documents had one.
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
  /// The wrapped type, without Optionals.
  public typealias Unwrapped = Wrapped.Unwrapped

  /// The wrapped version, or `unversioned` for nil.
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
  /// Creates a version from a number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Creates a version from a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates the version of data without a version.
  public init(nilLiteral: ()) { self = .unversioned }
}

extension AnyVersion: CustomStringConvertible {
  /// The number, the string truncated to a sensible length, or "unversioned".
  public var description: String {
    switch self {
    case .integer(let number): "\(number)"
    case .string(let text): text.shown()
    case .unversioned: "unversioned"
    }
  }
}

extension AnyVersion {
  /// The version; nil if unversioned.
  var known: AnyVersion? {
    // In `? nil : self`, nil would be a literal of the version.
    if self == .unversioned { return nil }
    return self
  }

  /// The version as part of a sentence.
  var phrase: String {
    self == .unversioned ? "no version" : "version \(self)"
  }

  /// The name of the version's kind in errors.
  var kind: String {
    switch self {
    case .integer: "a number"
    case .string: "a string"
    case .unversioned: "null"
    }
  }
}

// MARK: - Order

extension AnyVersion {
  /// Whether this version comes before another; nil if they can't be compared.
  ///
  /// Strings are compared as people read them: `1.9` before `1.10`, `2.0-beta` before `2.0`.
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

extension [AnyVersion] {
  /// Whether one can tell from these versions of a chain, newest first, whether another one is older or
  /// newer. Names may be in any order.
  var hasKnownOrder: Bool {
    if count == 1, case .string(let name) = self[0] { return name.contains(where: \.isNumber) }
    return zip(dropFirst(), self).allSatisfy { $0.isOlder(than: $1) != false }
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
