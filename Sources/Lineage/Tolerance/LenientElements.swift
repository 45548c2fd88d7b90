/// An array that skips elements that can't be decoded.
///
/// ```swift
/// struct Playlist: Codable {
///   @LenientElements var songs: [Song] = []
/// }
/// ```
///
/// Rejected elements are not in the array. The report lists them with their paths, and they are
/// written back unchanged: **each is written after as many valid elements as preceded it when it was decoded**, or at
/// the end if the array is now shorter. Consecutive rejected elements keep their order. To keep them in a step, call
/// ``map(_:)`` on `$songs`.
@propertyWrapper
public struct LenientElements<Element: Codable> {
  /// An element that couldn't be decoded.
  public struct Rejected: Hashable, Sendable {
    /// The number of valid elements before it.
    public let place: Int
    /// The value in the data.
    public let value: DocumentValue
    fileprivate let rejection: Uncompared<Rejection?>
  }

  /// The elements that could be decoded.
  public var wrappedValue: [Element]
  /// The elements that couldn't be decoded, in order.
  public private(set) var rejected: [Rejected] = []

  /// Creates a wrapper for an array.
  public init(wrappedValue: [Element]) {
    self.wrappedValue = wrappedValue
  }

  /// Returns the transformed elements, with the rejected ones in their positions.
  ///
  /// A step that copies only the array loses the rejected elements. To keep them, write:
  ///
  /// ```swift
  /// _songs = try old.$songs.map(Song.init(from:))
  /// ```
  ///
  /// - Throws: The error that `transform` throws.
  public func map<Mapped>(
    _ transform: (Element) throws -> Mapped
  ) rethrows -> LenientElements<Mapped> {
    try compactMap { try transform($0) }
  }

  /// Returns the transformed elements that aren't nil, with the rejected ones in their positions.
  ///
  /// - Throws: The error that `transform` throws.
  public func compactMap<Mapped>(
    _ transform: (Element) throws -> Mapped?
  ) rethrows -> LenientElements<Mapped> {
    var mapped = LenientElements<Mapped>(wrappedValue: [])
    var rest = rejected[...]
    for (index, element) in wrappedValue.enumerated() {
      mapped.appendRejected(from: &rest, upTo: index)
      if let element = try transform(element) { mapped.wrappedValue.append(element) }
    }
    mapped.appendRejected(from: &rest, upTo: .max)
    return mapped
  }

  private mutating func appendRejected<Old>(
    from rest: inout ArraySlice<LenientElements<Old>.Rejected>, upTo place: Int
  ) {
    while let first = rest.first, first.place <= place {
      rejected.append(
        Rejected(place: wrappedValue.count, value: first.value, rejection: first.rejection))
      rest.removeFirst()
    }
  }

  /// The wrapper itself, to inspect or remove rejected elements.
  public var projectedValue: LenientElements {
    get { self }
    set { self = newValue }
  }

  /// Removes the rejected elements, so that they aren't written back.
  public mutating func removeRejected() {
    rejected = []
  }
}

// MARK: - Conformances

extension LenientElements: Equatable where Element: Equatable {}
extension LenientElements: Hashable where Element: Hashable {}
extension LenientElements: Sendable where Element: Sendable {}

extension LenientElements: CustomDebugStringConvertible {
  /// The elements, and the rejected ones if there are any.
  public var debugDescription: String {
    let text = String(reflecting: wrappedValue)
    if rejected.isEmpty { return text }
    return "\(text) (rejected \(DocumentValue.array(rejected.map(\.value))))"
  }
}

extension LenientElements: Codable {
  /// Decodes the elements that can be decoded.
  ///
  /// - Throws: A `DecodingError` if the value isn't an array; a `MigrationError` for a mistake in the program, such
  ///   as an invalid chain.
  public init(from decoder: any Decoder) throws {
    self = try CoderAccess.decode(Self.self, from: decoder)
  }

  /// Encodes the elements, with the rejected ones in their positions.
  public func encode(to encoder: any Encoder) throws {
    try CoderAccess.write(Self.self, to: encoder, write)
  }

  fileprivate init(_ field: Field) throws {
    self.init(wrappedValue: [])
    let plan = PlanCache.decodingPlan(for: Element.self)
    for element in try field.mapElements({ try LenientResult($0, by: plan) }) {
      switch element {
      case .good(let value): wrappedValue.append(value)
      case .rejected(let value, let rejection):
        rejected.append(
          Rejected(
            place: wrappedValue.count, value: value, rejection: Uncompared(rejection)))
      }
    }
  }

  private func write(to encoder: ValueEncoder) throws {
    let writer = encoder.writer
    let container = encoder.open(.array)
    func append(_ rejected: Rejected) throws {
      try writer.encode(
        rejected: rejected.value, rejected.rejection.value, as: writer.beginElement(in: container))
    }
    func append(_ element: some Encodable) throws {
      try writer.encode(element, as: writer.beginElement(in: container))
    }
    var rest = rejected[...]
    for (index, element) in wrappedValue.enumerated() {
      while let first = rest.first, first.place <= index {
        try append(first)
        rest.removeFirst()
      }
      try append(element)
    }
    for rejected in rest { try append(rejected) }
  }
}

extension LenientElements: PlannedDecodable {
  static func makeDecodingPlan() -> AnyObject { LenientElementsPlan<Element>() }
}

private final class LenientElementsPlan<Element: Codable>: DecodingPlan<LenientElements<Element>> {
  override var readsNull: Bool { false }

  override func decode(_ field: Field) throws -> LenientElements<Element> {
    try LenientElements(field)
  }

  override func zero(inside decoder: () -> ValueDecoder) throws -> LenientElements<Element>? {
    LenientElements(wrappedValue: [])
  }
}
