/// The key or index of a value in its container, while it is being written.
///
/// Coding paths consist of the keys that user code used. A key is only needed while its value or
/// container is being encoded, so most keys are stored in a few bytes: as the index of an element,
/// or as a single byte and the type of the key.
struct WriterKey: BitwiseCopyable {
  private static let rootSource: Int32 = -1
  private static let writtenSource: Int32 = -2
  private static let indexSource: Int32 = -3
  private static let storedSource: Int32 = -4
  private static let superSource: Int32 = -5

  /// One of the above, or the index in `State.keyNames` of the type of a single-byte key.
  fileprivate let source: Int32
  fileprivate let value: Int32

  private init(_ source: Int32, _ value: Int) {
    self.source = source
    self.value = Int32(truncatingIfNeeded: value)
  }

  /// The root, which isn't in a container.
  static var root: WriterKey { WriterKey(rootSource, 0) }

  /// The name that was written, for keys that are plain strings.
  static var written: WriterKey { WriterKey(writtenSource, 0) }

  /// The index of an element.
  static func index(_ index: Int) -> WriterKey { WriterKey(indexSource, index) }

  /// The key of a superclass that has none of its own.
  static var `super`: WriterKey { WriterKey(superSource, 0) }

  /// A key that is stored in `State.keys`.
  fileprivate static func stored(at index: Int) -> WriterKey { WriterKey(storedSource, index) }

  /// A key that is a single byte.
  static func byte(_ byte: Int, ofKeysAt index: Int32) -> WriterKey { WriterKey(index, byte) }

  fileprivate func key(of slot: UInt32, in container: Int, _ writer: DocumentWriter) -> (
    any CodingKey
  )? {
    switch source {
    case Self.rootSource: nil
    case Self.writtenSource: container < 0 ? nil : writer.writtenKey(of: slot, in: container)
    case Self.indexSource: AnyCodingKey(index: Int(value))
    case Self.superSource: AnyCodingKey.super
    case Self.storedSource: writer.storedKey(at: Int(value))
    default:
      writer.state.pointee.keyNames.key(
        ofByte: UInt8(truncatingIfNeeded: value), ofKeysAt: source)
    }
  }
}

extension DocumentWriter {
  /// Stores a key until the value that is being encoded is complete.
  func store(_ key: any CodingKey) -> WriterKey {
    state.pointee.keys.append(key)
    return .stored(at: state.pointee.keys.count - 1)
  }

  // If user code uses an encoder after its value is complete, its key may no longer be stored.
  fileprivate func storedKey(at index: Int) -> (any CodingKey)? {
    index < state.pointee.keys.count ? state.pointee.keys[index] : nil
  }

  fileprivate func writtenKey(of slot: UInt32, in index: Int) -> any CodingKey {
    if container(index).isArray { return AnyCodingKey(index: count(ofContainer: index) - 1) }
    let name = writtenName(of: slot, in: index)
    return AnyCodingKey(ofMember: name)
  }

  func codingPath(ofContainer index: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var index = index
    while index >= 0 {
      let opened = container(index)
      let parent = Int(opened.parent.index)
      if let key = opened.key.key(of: opened.slot, in: parent, self) { path.append(key) }
      index = parent
    }
    return state.pointee.pathOfRoot + path.reversed()
  }

  func codingPath(of encoder: ValueEncoder) -> [any CodingKey] {
    // User code may ask an encoder for its path after the container was closed.
    let container = encoder.container < state.pointee.containers.count ? encoder.container : -1
    var path = codingPath(ofContainer: container)
    if let key = encoder.key.key(of: encoder.slot, in: container, self) { path.append(key) }
    return path
  }
}
