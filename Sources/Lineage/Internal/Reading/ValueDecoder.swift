#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The decoder that is passed to every type in versioned data, for all formats.
///
/// It reads a value of a `DocumentTree` or of a foreign decoder, and fills missing fields. It
/// retains its session, so user code may store it for any length of time.
struct ValueDecoder: Decoder {
  private let session: DecodingSession
  let frameIndex: UInt32

  init(state: DecodingState.Pointer, frame: UInt32) {
    self.session = state.lease
    self.frameIndex = frame
  }

  var state: DecodingState.Pointer { session.state }

  private var frame: Frame { state.pointee.frames[frameIndex] }

  /// Begins a value that may need fresh defaults, that is an instance of a class, or that is newer
  /// than its type.
  ///
  /// - Returns: The number to pass to `end(_:)`.
  func begin(_ version: VersionToPreserve?, listsAskedMembers: Bool) -> Int {
    if listsAskedMembers { state.pointee.frames[frameIndex].flags.insert(.listsAskedMembers) }
    state.pointee.frames[frameIndex].fill.ownerFrame = frameIndex
    state.pointee.frames[frameIndex].flags.insert(.isOpen)
    if let version { state.pointee.frameDetails.versionsToPreserve[frameIndex] = version }
    return state.pointee.membersAsked.count
  }

  /// Ends such a value.
  func end(_ membersAskedBefore: Int) {
    state.pointee.frames[frameIndex].flags.subtract(.whileOpen)
    state.pointee.membersAsked.removeAll(from: membersAskedBefore)
    state.pointee.frameDetails.endValue(ofFrame: frameIndex)
  }

  /// The decoder, whose value doesn't count as read until a type asks the decoder for it.
  var onlyIfAsked: ValueDecoder {
    if state.pointee.marksReads { state.forgetValueRead(field) }
    return self
  }

  /// The value that is decoded, as a field.
  var field: Field {
    state.field(of: frame)
  }

  var codingPath: [any CodingKey] {
    state.recordQuestion()
    return state.uncachedCodingPath(ofFrame: Int32(frameIndex))
  }

  var userInfo: [CodingUserInfoKey: Any] {
    state.recordQuestion()
    return state.userInfo(ofFrame: frameIndex)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if frame.isForeign {
      state.forgetNullsDecoded(inFrame: frameIndex)
      return KeyedDecodingContainer(ForeignKeyedReader(try foreignObject()))
    }
    let object = try object()
    if state.pointee.carryOver.isActive { state.recordRootKeys(type, ofFrame: frameIndex) }
    return state.container(over: object, keyedBy: type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if !frame.isForeign { return try array() }
    let elements = try foreignElements()
    elements.markReadByElement()
    return elements
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    self
  }

  /// The value as an object in a tree.
  func object() throws -> ContainerReader {
    let frame = frame
    let kind = frame.tree[frame.slot].kind
    guard kind == .object || isNothing else { throw mismatch([String: Any].self) }
    let container = ContainerReader(state: state, frame: frameIndex)
    container.chooseLookup()
    return container
  }

  /// The value as an object of a foreign decoder.
  @inline(never)
  func foreignObject() throws -> ForeignReader {
    state.pointee.frameDetails.untracedContainers &+= 1
    return try reading(field, isDecoded: false) {
      try ForeignReader(
        ContainerReader(state: state, frame: frameIndex), state.pointee.foreign[Int(frame.foreign)])
    }
  }

  /// The value as an array of a foreign decoder, from its first element.
  func foreignElements() throws -> ForeignElements {
    try reading(field, isDecoded: false) {
      try ForeignElements(
        ContainerReader(state: state, frame: frameIndex), state.pointee.foreign[Int(frame.foreign)])
    }
  }

  /// The value as an array in a tree, from its first element.
  func array() throws -> UnkeyedReader {
    let frame = frame
    let node = frame.tree[frame.slot]
    guard node.kind == .array || isNothing else { throw mismatch([Any].self) }
    if state.pointee.marksReads { state.markValueRead(field, isDecoded: false) }
    state.pointee.frameDetails.untracedContainers &+= 1
    return UnkeyedReader(
      ContainerReader(state: state, frame: frameIndex),
      first: node.kind == .array ? node.firstChild : 0)
  }

  /// The error for a value that isn't the container that a type asks for. The type may catch it.
  @inline(never)
  private func mismatch(_ type: any Any.Type) -> any Error {
    let field = field
    if state.pointee.marksReads { state.forgetValueRead(field) }
    return field.mismatch(type)
  }

  /// Whether there is no value, which is valid because everything in it will be filled.
  private var isNothing: Bool {
    @inline(never) get {
      let frame = frame
      return frame.tree[frame.slot].kind == .nothing
        && (frame.fill.rule != .error || !frame.tree.isNothing)
    }
  }
}

// MARK: - SingleValueDecodingContainer

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    let field = field
    guard field.isNull else { return false }
    if state.pointee.marksReads { state.markValueRead(field, isDecoded: true) }
    return true
  }

  func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
  func decode(_ type: String.Type) throws -> String { try scalar(type) }
  func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
  func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
  func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try scalar(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try scalar(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try scalar(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try scalar(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try scalar(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar(type) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let field = field
    let plan = PlanCache.unretainedDecodingPlan(for: type)
    if field.kind == .nothing { return try plan.withObject { try decodeNothing($0, field) } }
    return try reading(field) { try plan.withObject { try $0.decode(field) } }
  }

  /// Decodes the value, or opens it as a container. If that throws, it no longer counts as read, because the type may
  /// catch the error.
  @inline(__always)
  private func reading<Value>(
    _ field: Field, isDecoded: Bool = true, _ decode: () throws -> Value
  ) throws -> Value {
    state.pointee.marksReads ? try recordingRead(field, isDecoded, decode) : try decode()
  }

  @inline(never)
  private func recordingRead<Value>(
    _ field: Field, _ isDecoded: Bool, _ decode: () throws -> Value
  ) throws -> Value {
    state.markValueRead(field, isDecoded: false)
    do {
      let value = try decode()
      // The type may itself have caught an error for the value.
      if isDecoded, state.isRead(field) { state.markValueRead(field, isDecoded: true) }
      return value
    } catch {
      state.forgetValueRead(field)
      throw error
    }
  }

  /// Decodes the value as a type that was called directly, without a container. If that throws, nothing that the type has
  /// asked for counts as read.
  @inline(never)
  func decodeDirectly<Value>(_ decode: (Field) throws -> Value) throws -> Value {
    let field = field
    return try reading(field) { try field.attempt { try decode(field) } }
  }

  /// Decodes a value that doesn't exist, as a function of its own: `Optional<T>` takes the runtime
  /// longer to look up than the rest of `decode(_:)` takes.
  @inline(never)
  private func decodeNothing<T: Decodable>(_ plan: DecodingPlan<T>, _ field: Field) throws -> T {
    if frame.fill.rule == .zero, let zero = try plan.zero(inside: { self }) { return zero }
    return try plan.decode(field)
  }

  @inline(__always)
  private func scalar<Value: DecodableScalar>(_ type: Value.Type) throws -> Value {
    let frame = frame
    if let value = Value.read(frame.tree[frame.slot], frame.tree) {
      if state.pointee.marksReads { state.markValueRead(field, isDecoded: true) }
      return value
    }
    return try scalarOnSlowPath(type)
  }

  @inline(never)
  private func scalarOnSlowPath<Value: DecodableScalar>(_ type: Value.Type) throws -> Value {
    let field = field
    if field.kind == .nothing, !field.isForeign { return try decode(type) }
    // The value of a tree needs no plan.
    return field.isForeign
      ? try decode(type) : try reading(field) { try Value.decode(field) }
  }
}

extension DecodingState.Pointer {
  func userInfo(ofFrame frame: UInt32) -> [CodingUserInfoKey: Any] {
    var state = self
    var frame = frame
    while true {
      if let userInfo = state.pointee.settings.json?.userInfo {
        // Converting a dictionary takes as long as decoding a field, even if it is empty.
        if userInfo.isEmpty { return [:] }
        return userInfo
      }
      if let userInfo = state.pointee.settings.propertyListUserInfo { return userInfo }
      if Int(frame) < state.pointee.frames.count,
        let foreign = state.foreignValue(at: state.pointee.frames[frame].foreign)
      {
        return foreign.decoder.userInfo
      }
      if let root = state.pointee.foreign.first { return root.decoder.userInfo }
      guard let base = state.pointee.base else { return state.pointee.settings.writtenUserInfo }
      frame = base.frameIndex
      state = base.state
    }
  }
}
