/// The unkeyed container for an array in a tree: a `ContainerReader` and a position in the array.
struct UnkeyedReader: UnkeyedDecodingContainer {
  private let container: ContainerReader
  private var next: UInt32
  private var index: Int32 = 0

  init(_ container: ContainerReader, first: UInt32) {
    self.container = container
    self.next = first
    if let frame = try? container.frame {
      container.state.markReadByElement(frame.slot, in: frame.tree)
    }
  }

  var codingPath: [any CodingKey] { container.codingPath }

  var count: Int? {
    guard let frame = try? container.frame else { return nil }
    return Int(frame.tree[frame.slot].elementCount)
  }

  var currentIndex: Int { Int(index) }
  var isAtEnd: Bool { !container.isLive || next == 0 }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
  mutating func decode(_ type: String.Type) throws -> String { try scalar(type) }
  mutating func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
  mutating func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
  mutating func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try scalar(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try scalar(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try scalar(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try scalar(type) }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try scalar(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar(type) }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let frame = try container.frame
    let plan = PlanCache.decodingPlan(for: type)
    let element = try element(type, in: frame)
    let value = try readingNext { try plan.decode(element) }
    advance(in: frame)
    return value
  }

  // The standard library's default would decode the static type, which may be a superclass of the
  // metatype's.
  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    if try isAtEnd || decodeNil() { return nil }
    return try decode(type)
  }

  mutating func decodeNil() throws -> Bool {
    let frame = try container.frame
    guard try element(Never.self, in: frame).isNull else { return false }
    try readingNext {}
    advance(in: frame)
    return true
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nested(KeyedDecodingContainer<NestedKey>.self) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try nested((any UnkeyedDecodingContainer).self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    // For the end of an array, Foundation's errors name another type in property lists than in
    // JSON.
    let isInPropertyList = container.state.pointee.settings.propertyListUserInfo != nil
    let type: any Any.Type =
      isInPropertyList ? (any UnkeyedDecodingContainer).self : (any Decoder).self
    return try nested(type) { $0.onlyIfAsked as any Decoder }
  }

  // MARK: - Elements

  @inline(__always)
  private mutating func scalar<Value: DecodableScalar>(_ type: Value.Type) throws -> Value {
    let frame = try container.frame
    if next != 0, let value = Value.read(frame.tree[next], frame.tree) {
      try readingNext {}
      advance(in: frame)
      return value
    }
    return try decode(type)
  }

  /// Makes a container or decoder for the next element, and advances if that succeeds.
  private mutating func nested<Nested>(
    _ type: any Any.Type, _ make: (ValueDecoder) throws -> Nested
  ) throws -> Nested {
    let frame = try container.frame
    let element = try element(type, in: frame)
    let nested = try readingNext { try make(element.decoder(filling: .error)) }
    advance(in: frame)
    return nested
  }

  /// Uses the next element, which counts as read unless that throws or its type discards it.
  @inline(__always)
  private func readingNext<Value>(_ use: () throws -> Value) throws -> Value {
    container.state.pointee.marksReads ? try recordingRead(use) : try use()
  }

  @inline(never)
  private func recordingRead<Value>(_ use: () throws -> Value) throws -> Value {
    let state = container.state
    let tree = try container.frame.tree
    return try state.undoingReadsIfThrown {
      state.markMemberRead(next, in: tree, isRequest: true)
      return try use()
    }
  }

  private func element(_ type: any Any.Type, in frame: Frame) throws -> Field {
    guard next != 0 else {
      let path = codingPath + [AnyCodingKey(index: Int(index))]
      throw DecodingError.valueNotFound(type, ValueProblem.endOfArray.context(at: path))
    }
    return Field(
      state: container.state, tree: frame.tree, slot: next, parent: Int32(container.frameIndex),
      pathKey: PathKey(index: Int(index)))
  }

  private mutating func advance(in frame: Frame) {
    next = frame.tree[next].next
    index += 1
  }
}

extension TreeNode {
  fileprivate var elementCount: UInt32 { kind == .array ? count : 0 }
}
