/// An enum that accepts cases that were added after this program was built.
///
/// ```swift
/// enum Kind: String, CaseIterable { case web, print }
///
/// struct Link: Codable {
///   var kind: OpenEnum<Kind>
/// }
///
/// switch link.kind {
/// case .known(.web): openInBrowser()
/// case .known(.print): showPage()
/// case .unknown(let name): explain("This program does not know \(name).")
/// }
/// link.kind == .web
/// link.kind = .known(.print)
/// ```
///
/// An unknown raw value is preserved, and written back unchanged. `OpenEnum` works as a property,
/// an optional, an element, and as the value or the key of a dictionary.
public enum OpenEnum<Kind: RawRepresentable>
where Kind.RawValue: Codable & Hashable & Sendable {
  /// One of the enum's cases.
  case known(Kind)
  /// A raw value that isn't one of the enum's cases.
  case unknown(Kind.RawValue)

  /// Creates a known case.
  public init(_ kind: Kind) {
    self = .known(kind)
  }

  /// The enum's case; nil if it is unknown.
  public var known: Kind? { if case .known(let kind) = self { kind } else { nil } }
}

// MARK: - Conformances

extension OpenEnum: RawRepresentable {
  /// Creates the case with a raw value, which is unknown if the enum has no such case.
  public init(rawValue: Kind.RawValue) {
    if let kind = Kind(rawValue: rawValue) {
      self = .known(kind)
    } else {
      self = .unknown(rawValue)
    }
  }

  /// The raw value, known or not.
  public var rawValue: Kind.RawValue {
    switch self {
    case .known(let kind): kind.rawValue
    case .unknown(let rawValue): rawValue
    }
  }
}

extension OpenEnum: Hashable {
  /// Compares the raw values.
  public static func == (first: OpenEnum, second: OpenEnum) -> Bool {
    first.rawValue == second.rawValue
  }
  /// Compares with a plain case.
  public static func == (open: OpenEnum, kind: Kind) -> Bool { open.rawValue == kind.rawValue }
  /// Compares with a plain case.
  public static func != (open: OpenEnum, kind: Kind) -> Bool { open.rawValue != kind.rawValue }
  /// Matches a constant of the enum in a `switch`. To match a case, write `.known(.web)`.
  public static func ~= (kind: Kind, open: OpenEnum) -> Bool { open.rawValue == kind.rawValue }
  /// Hashes the raw value.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension OpenEnum: Sendable where Kind: Sendable {}

extension OpenEnum: CaseIterable where Kind: CaseIterable {
  /// The enum's cases.
  public static var allCases: [OpenEnum] { Kind.allCases.map(OpenEnum.known) }
}

extension OpenEnum: Codable {
  /// Decodes the raw value.
  ///
  /// - Throws: A `DecodingError` if the value doesn't have the type of the raw values, such as a number for an
  ///   enum of strings.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(Kind.RawValue.self))
  }

  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension OpenEnum: PlannedDecodable {
  static func makeDecodingPlan() -> AnyObject { OpenPlan<Kind>() }
}

/// Decodes the raw value without a container, which would cost more than the rest.
private final class OpenPlan<Kind: RawRepresentable>: DecodingPlan<OpenEnum<Kind>>
where Kind.RawValue: Codable & Hashable & Sendable {
  private let rawValue = PlanCache.decodingPlan(for: Kind.RawValue.self)

  override func decode(_ field: Field) throws -> OpenEnum<Kind> {
    OpenEnum(rawValue: try rawValue.decode(field))
  }
}

extension OpenEnum: TextKey where Kind.RawValue == String {}

extension OpenEnum: CodingKeyRepresentable where Kind.RawValue: CodingKeyRepresentable {
  /// The raw value as a key.
  public var codingKey: any CodingKey { rawValue.codingKey }

  /// Creates the case for a key.
  public init?(codingKey: some CodingKey) {
    guard let rawValue = Kind.RawValue(codingKey: codingKey) else { return nil }
    self.init(rawValue: rawValue)
  }
}

extension OpenEnum: CustomStringConvertible {
  /// The case or the raw value.
  public var description: String {
    switch self {
    case .known(let kind): "\(kind)"
    case .unknown(let rawValue): "unknown(\(rawValue))"
    }
  }
}
