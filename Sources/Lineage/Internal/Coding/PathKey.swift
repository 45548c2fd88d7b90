/// The last key or index of a coding path, in four bytes.
///
/// A path is rarely needed, and a key is a value of the user's own type. Storing it for every value
/// would take memory and reference counting. So a `PathKey` only says how to restore the key: a
/// single-byte key from its byte and its type, another one from those that a coder has stored.
struct PathKey: BitwiseCopyable, Equatable {
  /// An index, one of the three below, or less than these.
  private let rawValue: Int32

  enum Kind {
    /// A value that isn't in a container.
    case root
    case index(Int)
    /// A member without a coding key, which is known by its name.
    case member
    /// The object of a superclass that has no key of its own.
    case `super`
    /// A single-byte key. `type` is the index of its type in the coder's `keyNames`.
    case byte(UInt8, type: Int32)
    /// A key that a coder has stored.
    case stored(Int)
  }

  private static let memberValue: Int32 = -1
  private static let rootValue: Int32 = -2
  private static let superValue: Int32 = -3
  private static let lastKey: Int32 = -4
  private static let bitsOfByte: Int32 = 8

  static var member: PathKey { PathKey(rawValue: memberValue) }
  static var root: PathKey { PathKey(rawValue: rootValue) }
  static var `super`: PathKey { PathKey(rawValue: superValue) }

  @inline(__always)
  private init(rawValue: Int32) { self.rawValue = rawValue }

  init(index: Int) {
    self.init(rawValue: Int32(truncatingIfNeeded: index))
  }

  @inline(__always)
  init(byte: Int, ofKeysAt type: Int32) {
    self.init(key: (type &<< Self.bitsOfByte | Int32(truncatingIfNeeded: byte)) &<< 1)
  }

  init(storedAt index: Int) {
    self.init(key: Int32(truncatingIfNeeded: index) &<< 1 | 1)
  }

  @inline(__always)
  private init(key: Int32) { rawValue = Self.lastKey &- key }

  var isIndex: Bool { rawValue >= 0 }

  var kind: Kind {
    switch rawValue {
    case 0...: return .index(Int(rawValue))
    case Self.memberValue: return .member
    case Self.rootValue: return .root
    case Self.superValue: return .super
    default:
      let key = Self.lastKey &- rawValue
      let number = key &>> 1
      return key & 1 != 0
        ? .stored(Int(number))
        : .byte(UInt8(truncatingIfNeeded: number), type: number &>> Self.bitsOfByte)
    }
  }
}
