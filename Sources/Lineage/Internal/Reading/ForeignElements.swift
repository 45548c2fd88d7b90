/// The unkeyed container for an array of a foreign decoder.
///
/// It is a value: a copy advances independently, if that of the foreign container does.
struct ForeignElements: UnkeyedDecodingContainer {
  private let container: ContainerReader
  private let array: ForeignValue
  private var elements: any UnkeyedDecodingContainer
  /// An element that was read from `elements` but hasn't been decoded yet. If a type fails to
  /// decode it, it is left for the next attempt.
  private var pending: ForeignValue?

  /// Opens a value as an array, or throws the decoder's own error.
  init(_ container: ContainerReader, _ array: ForeignValue) throws {
    self.container = container
    self.array = array
    elements = try array.decoder(for: [Any].self).unkeyedContainer()
  }

  /// Records that a type asks for the elements one by one, so that it may leave some out.
  func markReadByElement() {
    if let reads = array.reads, !reads.isReadByElement {
      reads.markReadByElement(count: elements.count ?? counted)
    }
  }

  /// The number of elements, counted because the container doesn't know it.
  private var counted: Int {
    guard var others = try? array.decoder(for: [Any].self).unkeyedContainer() else { return 0 }
    while !others.isAtEnd {
      let index = others.currentIndex
      if (try? others.decodeNil()) != true { _ = try? others.superDecoder() }
      if others.currentIndex == index { break }
    }
    return others.currentIndex
  }

  var codingPath: [any CodingKey] { container.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { !container.isLive || pending == nil && elements.isAtEnd }
  var currentIndex: Int { elements.currentIndex - (pending == nil ? 0 : 1) }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    _ = try container.frame
    let plan = PlanCache.decodingPlan(for: type)
    guard plan.isDecodedByFormats else { return try useElement { try plan.decode($0) } }
    let index = currentIndex
    let value = try plan.decodeElement(of: &self)
    container.state.markRequest(index, of: array)
    recordRead()
    return value
  }

  // The standard library's default would decode the static type, which may be a superclass of the
  // metatype's.
  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    if try isAtEnd || decodeNil() { return nil }
    return try decode(type)
  }

  mutating func decodeNil() throws -> Bool {
    _ = try container.frame
    if let pending {
      guard pending.isNull else { return false }
      self.pending = nil
    } else {
      guard try elements.decodeNil() else { return false }
    }
    recordRead()
    return true
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try useElement { try $0.decoder(filling: .error).container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try useElement { try $0.decoder(filling: .error).unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try useElement { $0.decoder(filling: .error).onlyIfAsked }
  }

  // MARK: - Elements

  /// Calls a closure with the next element, and advances if that succeeds. If it throws, the element is left for another
  /// attempt, and nothing that this one has asked for counts as read.
  mutating func useElement<Value>(_ use: (Field) throws -> Value) throws -> Value {
    _ = try container.frame
    let element = try pending ?? nextElement()
    pending = element
    let field = container.state.field(
      of: element, parent: Int32(container.frameIndex), pathKey: PathKey(index: currentIndex))
    let value = try container.state.undoingReadsIfThrown {
      container.state.markRequest(currentIndex, of: array)
      return try use(field)
    }
    pending = nil
    recordRead()
    return value
  }

  /// Records that the elements up to the current one were decoded.
  private func recordRead() { container.state.markElementsRead(before: currentIndex, of: array) }

  private mutating func nextElement() throws -> ForeignValue {
    let index = elements.currentIndex
    return try array.element(index, elements.decodeNil() ? nil : elements.superDecoder())
  }

  /// Decodes the next element as a scalar, by the format's own rules.
  mutating func decodeElement<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let pending else { return try elements.decode(type) }
    let value = try pending.decoder(for: type).singleValueContainer().decode(type)
    self.pending = nil
    return value
  }

  /// Decodes the next element as a scalar, with the container's own method for the type.
  mutating func decodeScalar<Value: DecodableScalar>(_ type: Value.Type) throws -> Value {
    guard pending == nil else { return try decodeElement(type) }
    return try Value.decode(from: &elements)
  }
}
