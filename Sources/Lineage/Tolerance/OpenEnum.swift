/// An enum that may have grown since this program was built.
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
/// A raw value that the enum doesn't have is kept, and written back as it came. It works as a property,
/// an optional, an element, and as the value or the key of a dictionary.
public enum OpenEnum<Kind: RawRepresentable>
where Kind.RawValue: Codable & Hashable & Sendable {
  /// One of the enum's cases.
  case known(Kind)
  /// The raw value of a case that the enum doesn't have.
  case unknown(Kind.RawValue)

  /// Makes the case of a plain enum's case.
  public init(_ kind: Kind) {
    self = .known(kind)
  }

  /// The enum's case, if it has one.
  public var known: Kind? { if case .known(let kind) = self { kind } else { nil } }
}

// MARK: - Conformances

extension OpenEnum: RawRepresentable {
  /// Makes the case with a raw value, unknown if the enum has none.
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
  /// Matches a constant of the enum in a `switch`; a case is matched by `.known(.web)`.
  public static func ~= (kind: Kind, open: OpenEnum) -> Bool { open.rawValue == kind.rawValue }
  /// Hashes the raw value.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension OpenEnum: Sendable where Kind: Sendable {}

extension OpenEnum: CaseIterable where Kind: CaseIterable {
  /// The cases that the enum has.
  public static var allCases: [OpenEnum] { Kind.allCases.map(OpenEnum.known) }
}

extension OpenEnum: Codable {
  /// Decodes the raw value.
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

/// Decodes the raw value without a container for it, which would cost more than both together.
private final class OpenPlan<Kind: RawRepresentable>: DecodingPlan<OpenEnum<Kind>>
where Kind.RawValue: Codable & Hashable & Sendable {
  private let rawValue = PlanCache.decodingPlan(for: Kind.RawValue.self)

  override func decode(_ field: Field) throws -> OpenEnum<Kind> {
    OpenEnum(rawValue: try rawValue.decode(field))
  }
}

extension OpenEnum: CodingKeyRepresentable where Kind.RawValue: CodingKeyRepresentable {
  /// The raw value as a key.
  public var codingKey: any CodingKey { rawValue.codingKey }

  /// Makes the case of a key.
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
