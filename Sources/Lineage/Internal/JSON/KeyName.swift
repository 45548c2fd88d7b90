/// The name of a field, in a form that is fast to compare with the keys of objects.
struct KeyName: BitwiseCopyable {
  private let text: ByteCursor
  private let length: UInt32
  let hash: UInt16
  /// Whether the stored name can be copied as the beginning of a JSON member.
  private var isPlain = false

  /// Represents an unknown name.
  static var none: KeyName { KeyName(DocumentTree.View.nothing.text, length: 0) }

  /// Whether it is a known name.
  var isKnown: Bool { length != 0 }

  /// - Parameter text: The bytes of the name, which isn't empty. They must outlive this value.
  init(_ text: ByteCursor, length: Int) {
    self.text = text
    self.length = UInt32(truncatingIfNeeded: length)
    hash = TreeNode.hash(text, length)
  }

  /// Allocates a name, which must be freed with `deallocate()`. It is nil if keys can't be compared
  /// with it by their bytes alone, because characters beyond ASCII may have canonically equivalent
  /// spellings.
  ///
  /// It is stored as part of the beginning of a JSON member: `,"name":`.
  init?(copying name: String) {
    guard !name.isEmpty, name.isASCII else { return nil }
    let length = name.utf8.count
    // Adding arrays would allocate five.
    var text: [UInt8] = []
    text.reserveCapacity(length + 4 + MemberText.padding)
    text.append(ASCII.comma)
    text.append(ASCII.quote)
    text.append(contentsOf: name.utf8)
    text.append(ASCII.quote)
    text.append(ASCII.colon)
    for _ in 0..<MemberText.padding { text.append(0) }
    self.init(.allocate(copyOf: text) + 2, length: length)
    isPlain = Self.isPlain(name)
  }

  /// Whether a text needs no escapes in JSON, whether or not slashes are escaped.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy {
      $0 >= ASCII.space && $0 != ASCII.quote && $0 != ASCII.backslash && $0 != ASCII.slash
    }
  }

  /// Frees an allocated name.
  func deallocate() {
    (text - 2).deallocate()
  }

  func withBytes<Result>(_ body: (Bytes) -> Result) -> Result {
    body(Bytes(start: text, count: Int(length)))
  }

  var string: String { withBytes { String(decoding: $0, as: UTF8.self) } }

  /// The beginning of a member with the name; nil if it can't be copied.
  var memberText: MemberText? {
    isPlain ? MemberText(text - 2, length: Int(length) + 4, hash: hash) : nil
  }

  /// Whether a member's key equals the name, byte for byte.
  @inline(__always)
  func isKey(of node: TreeNode, in tree: DocumentTree.View) -> Bool {
    node.keyLength == length && !node.flags.contains(.escapedKey)
      && Self.areEqual(tree.text + Int(node.keyStart), text, Int(length))
  }

  /// Whether a text equals the name.
  @inline(__always)
  func isText(_ text: ByteCursor, _ length: Int) -> Bool {
    length == Int(self.length) && Self.areEqual(text, self.text, length)
  }

  /// Whether two texts of the same length are equal. They must not be empty.
  ///
  /// Names are so short that calling `memcmp` would take longer than comparing them. Two words that
  /// overlap in the middle cover a text that is no longer than both.
  @inline(__always)
  private static func areEqual(
    _ first: ByteCursor, _ second: ByteCursor, _ count: Int
  ) -> Bool {
    if count >= 8 {
      return EightBytes(first).word == EightBytes(second).word
        && EightBytes(first + count - 8).word == EightBytes(second + count - 8).word
        && (count <= 16 || areEqualInside(first, second, count))
    }
    if count >= 4 {
      return FourBytes(first).word == FourBytes(second).word
        && FourBytes(first + count - 4).word == FourBytes(second + count - 4).word
    }
    return first[0] == second[0] && first[count >> 1] == second[count >> 1]
      && first[count - 1] == second[count - 1]
  }

  /// Whether long texts are equal between their first and their last eight bytes.
  @inline(never)
  private static func areEqualInside(
    _ first: ByteCursor, _ second: ByteCursor, _ count: Int
  ) -> Bool {
    var index = 8
    while index < count - 8 {
      if EightBytes(first + index).word != EightBytes(second + index).word { return false }
      index += 8
    }
    return true
  }
}

/// A path of names into nested objects, outermost first.
///
/// Invariant: `first` has `capacity` names, the first `count` of them allocated, until
/// `deallocate()`.
struct KeyNamePath: BitwiseCopyable {
  let count: Int
  private let capacity: Int
  private let first: Elements<KeyName>

  /// Allocates names, which must be freed with `deallocate()`. The path is empty if one of them
  /// can't be compared by its bytes.
  init(copying names: [String]) {
    first = Elements(repeating: .none, count: names.count)
    capacity = names.count
    var kept = 0
    while kept < names.count, let name = KeyName(copying: names[kept]) {
      first[kept] = name
      kept += 1
    }
    if kept < names.count {
      for index in 0..<kept { first[index].deallocate() }
      kept = 0
    }
    count = kept
  }

  @inline(__always)
  subscript(index: Int) -> KeyName {
    assert(index < count)
    return first[index]
  }

  func deallocate() {
    for index in 0..<count { first[index].deallocate() }
    first.deallocate(count: capacity)
  }
}
