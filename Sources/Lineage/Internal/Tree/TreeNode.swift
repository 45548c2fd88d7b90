/// The kind of a node in a `DocumentTree`.
///
/// A tree read from JSON contains text that is only parsed when a type decodes it. A tree built by
/// a `ValueEncoder` contains the encoded values.
enum NodeKind: UInt8, BitwiseCopyable, CaseIterable {
  /// A value that was begun but never written. It becomes an empty object where a value is
  /// required.
  case nothing
  case null, `false`, `true`

  /// A number as text at `start` and `length`.
  case integerText, numberText
  /// A number that only JSON5 allows: hexadecimal, infinite, NaN, or with a leading plus or period.
  case json5NumberText
  /// A string as the text between its quotes, without or with escapes.
  case plainText, escapedText
  /// A string as text with an unpaired surrogate among its escapes.
  case illFormedText

  /// A number as a value in `bits`.
  case signed, unsigned, double, float
  /// A `NativeValue`; `start` is its index in `DocumentTree.natives`.
  case native

  /// A container with `firstChild` and `count`.
  case array, object
}

/// A value of a `DocumentTree`, with its key if it is a member of an object.
struct TreeNode: BitwiseCopyable {
  struct Flags: OptionSet, BitwiseCopyable {
    var rawValue: UInt16

    // The text of a key

    /// The key's text has escapes, so its bytes differ from those of the key itself.
    static let escapedKey = Flags(rawValue: 1 << 0)
    /// The key has characters beyond ASCII, so there may be canonically equivalent keys.
    static let internationalKey = Flags(rawValue: 1 << 1)
    /// The key's text has an unpaired surrogate, so a `String` can't represent it.
    static let illFormedKey = Flags(rawValue: 1 << 2)

    // While a tree is decoded

    /// A type has asked for this member or element.
    static let isRead = Flags(rawValue: 1 << 3)
    /// A type has decoded this array as a whole, so that it has all elements except those that it has discarded. Arrays
    /// have no text, so they share a flag with `sharesText`.
    static let isReadAsWhole = sharesText

    // In trees of values

    /// The members' keys are data, so key strategies don't convert them.
    static let keysAreData = Flags(rawValue: 1 << 4)
    /// This text is that of a UUID, which other libraries' encoders may have rules for. Texts have no members, so they
    /// share a flag with `keysAreData`.
    static let isUUID = keysAreData
    /// The nil of a property that is omitted from a document.
    static let isOmitted = Flags(rawValue: 1 << 5)
    /// This is text of a document that hasn't been decoded yet.
    static let isUndecoded = Flags(rawValue: 1 << 6)
    /// This is written even if it equals its default.
    static let isAlwaysWritten = Flags(rawValue: 1 << 7)
    /// No type declares the field. It is an unknown field or data.
    static let isUndeclared = Flags(rawValue: 1 << 8)
    /// This was rejected when it was decoded, and a lenient type preserves it.
    static let isRejected = Flags(rawValue: 1 << 9)
    /// If this is null, it is so because the document had a null there.
    static let isNullOfDocument = Flags(rawValue: 1 << 10)
    /// A type has preserved this as an unknown field.
    static let isCollected = Flags(rawValue: 1 << 11)

    /// The elements of this array are in no order.
    static let isUnordered = Flags(rawValue: 1 << 15)
    /// This object or array is a value of a type of the system, whose parts mean nothing on their own. Objects are in no
    /// order and the elements of an array have no keys, so they share flags with others.
    static let isIndivisibleObject = isUnordered
    static let isIndivisibleArray = keysAreData

    // In trees of defaults

    /// This value or a nested one differs from one `init()` to the next.
    static let isVolatile = Flags(rawValue: 1 << 12)

    // In trees with shared texts

    /// The text of the value is in the tree's `sharedTexts`.
    static let sharesText = Flags(rawValue: 1 << 13)
    /// The text of the key is in the tree's `sharedTexts`.
    static let sharesKey = Flags(rawValue: 1 << 14)

    // Several of them. These aren't array literals, which are slow in debug builds.

    /// A key with one of these has to be compared by its name.
    static let comparedByName = Flags(rawValue: escapedKey.rawValue | internationalKey.rawValue)
    /// The elements of this array are keys, each followed by its value, and the pairs are in no order.
    static let hasUnorderedPairs = Flags(rawValue: isUnordered.rawValue | keysAreData.rawValue)
    /// The flags of a key's text.
    static let keyText = Flags(rawValue: escapedKey.rawValue | illFormedKey.rawValue)
    /// A member with one of these is no value of a dictionary.
    static let notInDictionaries = Flags(rawValue: illFormedKey.rawValue | isOmitted.rawValue)
    /// The flags that say something about a value, and not about another one in its place.
    static let ofValue = Flags(
      rawValue: keysAreData.rawValue | isOmitted.rawValue | isUndecoded.rawValue
        | isAlwaysWritten.rawValue | isUnordered.rawValue)
  }

  /// The position of the key's bytes in the tree's text.
  var keyStart: UInt32 = 0
  var keyLength: UInt32 = 0
  /// The next value of the same container; 0 for the last, since the root has no siblings.
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

  /// Copies the key of another member.
  mutating func copyKey(of other: TreeNode) {
    let kinds = Flags.comparedByName
    keyStart = other.keyStart
    keyLength = other.keyLength
    flags = flags.subtracting(kinds).union(other.flags.intersection(kinds))
  }

  // A reader writes directly to the room for a slot, and sets each property as soon as it is known.

  /// Sets the key to a range of the tree's text.
  @inline(__always)
  mutating func setKey(start: Int, length: Int, flags: Flags = []) {
    keyStart = UInt32(truncatingIfNeeded: start)
    keyLength = UInt32(truncatingIfNeeded: length)
    self.flags = flags
  }

  /// Sets the value to a range of the tree's text.
  @inline(__always)
  mutating func setText(_ kind: NodeKind, start: Int, length: Int) {
    self.kind = kind
    first = UInt32(truncatingIfNeeded: start)
    second = UInt32(truncatingIfNeeded: length)
  }

  /// Makes it an open container, whose `next` is the enclosing container until it is closed.
  @inline(__always)
  mutating func open(_ kind: NodeKind, in outer: UInt32) {
    self.kind = kind
    next = outer
  }

  /// Closes a container whose children follow it directly, and returns the enclosing container.
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

  /// The first member or element; 0 if there is none.
  var firstChild: UInt32 {
    get { first }
    set { first = newValue }
  }
  var count: UInt32 {
    get { second }
    set { second = newValue }
  }

  /// Copies the value of another node, without changing the key and position of this one.
  mutating func setValue(_ other: TreeNode) {
    kind = other.kind
    first = other.first
    second = other.second
    flags.subtract(.ofValue)
  }

  /// The bit of a hash in a set of hashes that is a single word.
  static func bit(ofHash hash: UInt16) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: hash) }

  @inline(__always)
  static func hash(_ key: Bytes) -> UInt16 {
    key.baseAddress.map { hash($0, key.count) } ?? 0
  }

  /// A cheap hash of a key, compared before the bytes themselves.
  @inline(__always)
  static func hash(_ bytes: ByteCursor, _ length: Int) -> UInt16 {
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
  /// Whether the key may equal a name whose bytes differ from its own.
  var mayEqualOtherKeys: Bool {
    // Not `isDisjoint(with:)`, which in debug builds makes a set from a literal each time.
    @inline(__always) get { flags.rawValue & Flags.comparedByName.rawValue != 0 }
  }

  /// Whether there is no value: null, or one that was announced and never written.
  var isNull: Bool { kind.isNull }

  /// What a null in memory represents; nil if this isn't a null.
  var nullForm: NullForm? {
    if !isNull { return nil }
    if flags.contains(.isUndecoded) { return .value }
    if flags.contains(.isAlwaysWritten) {
      return flags.contains(.isNullOfDocument) ? .ofDocument : .ofType
    }
    return flags.contains(.isOmitted) ? .omitted : .encoded
  }

  /// Whether a document has a field: a nil is written as null where a missing field would be filled.
  var isWritten: Bool { !flags.contains(.isOmitted) || flags.contains(.isAlwaysWritten) }
}

/// What a null in memory represents.
enum NullForm {
  /// A nil that is omitted.
  case omitted
  /// A nil that its type encodes as null.
  case encoded
  /// A nil that is written as null in any case, because a missing field would be filled.
  case ofType
  /// A nil that is written as null because the document had one.
  case ofDocument
  /// A value of any shape that is null.
  case value
}

extension NodeKind {
  /// The name of the kind in errors.
  var name: String {
    switch self {
    case .nothing: "nothing"
    case .null: "null"
    case .true, .false: "a boolean"
    case .integerText, .numberText, .json5NumberText, .signed, .unsigned, .double, .float:
      "a number"
    case .plainText, .escapedText, .illFormedText: "a string"
    case .native: "a value of another type"
    case .array: ValueProblem.array
    case .object: "an object"
    }
  }

  var isNull: Bool { @inline(__always) get { self == .null || self == .nothing } }
  var isContainer: Bool { @inline(__always) get { self == .array || self == .object } }

  /// Whether it is a number without a fraction or an exponent.
  var isInteger: Bool { [.integerText, .signed, .unsigned].contains(self) }

  var isNumber: Bool {
    switch self {
    case .integerText, .numberText, .json5NumberText, .signed, .unsigned, .double, .float: true
    default: false
    }
  }
}
