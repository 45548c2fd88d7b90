/// How a value that is being written is reached from its container.
///
/// Coding paths consist of the keys that the program used. A value can only be reached by a key while it
/// or its container is being encoded, so most keys are noted in a few bytes: an element's index, or a
/// key that is a single byte together with its type.
struct WriterKey: BitwiseCopyable {
  private static let rootSource: Int32 = -1
  private static let writtenSource: Int32 = -2
  private static let indexSource: Int32 = -3
  private static let storedSource: Int32 = -4
  private static let superSource: Int32 = -5

  /// One of the above, or else the index in `State.keyTypes` of the type of a key that is a byte.
  fileprivate let source: Int32
  fileprivate let value: Int32

  private init(_ source: Int32, _ value: Int) {
    self.source = source
    self.value = Int32(truncatingIfNeeded: value)
  }

  /// The root, which is in no container.
  static var root: WriterKey { WriterKey(rootSource, 0) }

  /// The name that was written, for keys that are plain strings.
  static var written: WriterKey { WriterKey(writtenSource, 0) }

  /// The index of an element.
  static func index(_ index: Int) -> WriterKey { WriterKey(indexSource, index) }

  /// The key of a superclass that has none of its own.
  static var `super`: WriterKey { WriterKey(superSource, 0) }

  /// A key that `State.keys` holds.
  fileprivate static func stored(at index: Int) -> WriterKey { WriterKey(storedSource, index) }

  /// A key that is a single byte.
  static func byte(_ byte: Int, ofType type: Int32) -> WriterKey { WriterKey(type, byte) }

  fileprivate func key(of slot: UInt32, in container: Int, _ writer: DocumentWriter) -> (
    any CodingKey
  )? {
    switch source {
    case Self.rootSource: nil
    case Self.writtenSource: container < 0 ? nil : writer.writtenKey(of: slot, in: container)
    case Self.indexSource: AnyCodingKey(index: Int(value))
    case Self.superSource: AnyCodingKey.super
    case Self.storedSource: writer.storedKey(at: Int(value))
    default: writer.byteKey(UInt8(truncatingIfNeeded: value), ofType: Int(source))
    }
  }
}

extension DocumentWriter {
  /// Stores a key until the value that is being encoded is complete.
  func store(_ key: any CodingKey) -> WriterKey {
    state.pointee.keys.append(key)
    return .stored(at: state.pointee.keys.count - 1)
  }

  /// Adds a type of keys that are single bytes.
  func addKeyType(_ type: any CodingKey.Type) -> Int32 {
    state.pointee.keyTypes.append(type)
    return Int32(state.pointee.keyTypes.count - 1)
  }

  // An encoder that a program uses after its value is complete may have a key that is stored no more.
  fileprivate func storedKey(at index: Int) -> (any CodingKey)? {
    index < state.pointee.keys.count ? state.pointee.keys[index] : nil
  }

  fileprivate func byteKey(_ byte: UInt8, ofType index: Int) -> any CodingKey {
    func key<Key: CodingKey>(_ type: Key.Type) -> any CodingKey {
      // Alignment is no question for a byte, and a type of one key has no size at all.
      withUnsafeBytes(of: byte) { $0.load(as: Key.self) }
    }
    return key(state.pointee.keyTypes[index])
  }

  fileprivate func writtenKey(of slot: UInt32, in index: Int) -> any CodingKey {
    if container(index).isArray { return AnyCodingKey(index: count(ofContainer: index) - 1) }
    let name = writtenName(of: slot, in: index)
    return AnyCodingKey(name, intValue: Int(name))
  }

  /// The path to a container.
  func codingPath(ofContainer index: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var index = index
    while index >= 0 {
      let opened = container(index)
      let parent = Int(opened.parent.index)
      if let key = opened.key.key(of: opened.slot, in: parent, self) { path.append(key) }
      index = parent
    }
    path.reverse()
    return path
  }

  /// The path to a value.
  func codingPath(of encoder: ValueEncoder) -> [any CodingKey] {
    // A program may ask an encoder for its path when that container is open no more.
    let container = encoder.container < state.pointee.containers.count ? encoder.container : -1
    var path = codingPath(ofContainer: container)
    if let key = encoder.key.key(of: encoder.slot, in: container, self) { path.append(key) }
    return path
  }
}
