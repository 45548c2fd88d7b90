/// What a slot of a `DocumentTree` holds.
///
/// A tree read from JSON holds text, whose meaning waits until a type asks for it. A tree built by
/// a `ValueEncoder` holds values as the types gave them.
enum NodeKind: UInt8, BitwiseCopyable {
  /// A value that was announced but never written; an empty object where it has to be something.
  case nothing
  case null, `false`, `true`

  /// A number as text: `start` and `length` give its characters.
  case integerText, numberText
  /// A JSON5 number that RFC 8259 does not know: hexadecimal, infinite, a leading plus or point.
  case json5NumberText
  /// A string as text between its quotes: `plainText` has no escapes, `escapedText` has some.
  case plainText, escapedText
  /// A string as text whose escapes are not all characters: one half of a surrogate pair is among them.
  case illFormedText

  /// A number as a value, its bits in `bits`.
  case signed, unsigned, double, float
  /// A value that formats have rules of their own for; `start` is its index in `DocumentTree.natives`.
  case native

  /// Containers: `firstChild` and `count`.
  case array, object
}

/// One value of a `DocumentTree`, with its key where it is a member of an object.
struct TreeNode: BitwiseCopyable {
  struct Flags: OptionSet, BitwiseCopyable {
    var rawValue: UInt16
    /// The key's text has escapes, so that its bytes are not those of the key itself.
    static let escapedKey = Flags(rawValue: 1)
    /// The key has letters beyond ASCII, of which one may be spelled in two ways.
    static let internationalKey = Flags(rawValue: 2)
    /// Somebody has asked for this member.
    static let isRead = Flags(rawValue: 4)
    /// The members' keys are data, so that no strategy converts them.
    static let keepsKeys = Flags(rawValue: 8)
    /// In a tree of values: the nil of a property that is left out of a document.
    static let isOmitted = Flags(rawValue: 16)
    /// In a tree of values: this one is text of a document that nobody has looked at yet.
    static let isDocument = Flags(rawValue: 32)
    /// The key's text has escapes that are not all characters, so that the key is no `String`.
    static let illFormedKey = Flags(rawValue: 128)
    /// In a tree of defaults: this value, or one inside it, differs from one `init()` to the next.
    static let isVolatile = Flags(rawValue: 64)
    /// In a tree of values: this one is written even where it equals its default.
    static let isKept = Flags(rawValue: 256)
    /// In a tree of values: no type has declared the field, which is an unknown one or data.
    static let isUndeclared = Flags(rawValue: 512)
    /// In a tree of values: this one did not decode when it was read, and a lenient type keeps it.
    static let isRejected = Flags(rawValue: 1024)
    /// The text of the value is used in several places, and is among the tree's `sharedTexts`.
    static let sharesText = Flags(rawValue: 2048)
    /// So does the text of the key.
    static let sharesKey = Flags(rawValue: 4096)
    /// In a tree of values: if this is null, it is so because the document had a null there.
    static let isKeptNull = Flags(rawValue: 8192)
  }

  /// Where the key's bytes begin in the tree's text.
  var keyStart: UInt32 = 0
  var keyLength: UInt32 = 0
  /// The next value of the same container; 0 for the last, since the root is nobody's sibling.
  var next: UInt32 = 0
  private var first: UInt32 = 0
  private var second: UInt32 = 0
  var kind: NodeKind
  var flags: Flags = []

  init(_ kind: NodeKind) {
    self.kind = kind
  }

  init(_ kind: NodeKind, start: Int, length: Int) {
    self.kind = kind
    self.first = UInt32(truncatingIfNeeded: start)
    self.second = UInt32(truncatingIfNeeded: length)
  }

  init(_ kind: NodeKind, bits: UInt64) {
    self.kind = kind
    self.first = UInt32(truncatingIfNeeded: bits)
    self.second = UInt32(truncatingIfNeeded: bits >> 32)
  }

  /// Makes it a member with the key of another one.
  mutating func copyKey(of other: TreeNode) {
    let kinds: Flags = [.escapedKey, .internationalKey]
    keyStart = other.keyStart
    keyLength = other.keyLength
    flags = flags.subtracting(kinds).union(other.flags.intersection(kinds))
  }

  // A reader of text sets all there is to set in the room for a slot, piece by piece as it finds out.

  /// Gives it a key, which is a piece of the tree's text.
  @inline(__always)
  mutating func setKey(start: Int, length: Int, flags: Flags) {
    keyStart = UInt32(truncatingIfNeeded: start)
    keyLength = UInt32(truncatingIfNeeded: length)
    self.flags = flags
  }

  /// Makes it a piece of the tree's text.
  @inline(__always)
  mutating func setText(_ kind: NodeKind, start: Int, length: Int) {
    self.kind = kind
    first = UInt32(truncatingIfNeeded: start)
    second = UInt32(truncatingIfNeeded: length)
  }

  /// Makes it a container, which is open until all its children are known.
  @inline(__always)
  mutating func open(_ kind: NodeKind, in outer: UInt32) {
    self.kind = kind
    next = outer
  }

  /// Closes a container whose children follow it directly, and returns the one around it.
  @inline(__always)
  mutating func close(at index: UInt32, before next: UInt32, count: UInt32) -> UInt32 {
    let outer = self.next
    self.next = next
    self.count = count
    firstChild = count == 0 ? 0 : index &+ 1
    return outer
  }

  var start: Int { Int(first) }
  var length: Int { Int(second) }
  var bits: UInt64 { UInt64(first) | UInt64(second) << 32 }

  /// The first member or element, 0 where there is none.
  var firstChild: UInt32 {
    get { first }
    set { first = newValue }
  }
  var count: UInt32 {
    get { second }
    set { second = newValue }
  }

  /// Takes over what `other` holds, and keeps its own key and place.
  mutating func setValue(_ other: TreeNode) {
    kind = other.kind
    first = other.first
    second = other.second
    flags.subtract([.keepsKeys, .isDocument, .isOmitted, .isKept])
  }

  /// A hash as one bit of 64, for sets of hashes that take a word.
  static func bit(ofHash hash: UInt16) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: hash) }

  @inline(__always)
  static func hash(_ key: UnsafeBufferPointer<UInt8>) -> UInt16 {
    key.baseAddress.map { hash($0, key.count) } ?? 0
  }

  /// A cheap fingerprint of a key's bytes, compared before the bytes themselves.
  @inline(__always)
  static func hash(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> UInt16 {
    guard length > 0 else { return 0 }
    let mixed =
      UInt32(truncatingIfNeeded: length) &* 0x9E37
      &+ UInt32(bytes[0]) &* 0x0101
      &+ UInt32(bytes[length >> 1]) &* 0x1003
      &+ UInt32(bytes[length - 1]) &* 0x4321
    return UInt16(truncatingIfNeeded: mixed ^ (mixed >> 16))
  }
}

extension TreeNode {
  /// Whether there is no value: null, or one that was announced and never written.
  var isNull: Bool { kind == .null || kind == .nothing }
}

extension NodeKind {
  /// What a person would call it.
  var name: String {
    switch self {
    case .nothing: "nothing"
    case .null: "null"
    case .true, .false: "a boolean"
    case .integerText, .numberText, .json5NumberText, .signed, .unsigned, .double, .float:
      "a number"
    case .plainText, .escapedText, .illFormedText: "a string"
    case .native: "a value of another type"
    case .array: "an array"
    case .object: "an object"
    }
  }

  var isNumber: Bool {
    switch self {
    case .integerText, .numberText, .json5NumberText, .signed, .unsigned, .double, .float: true
    default: false
    }
  }
}
