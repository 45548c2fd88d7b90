/// The name of a field in the form in which objects are searched for it.
struct KeyName: BitwiseCopyable {
  private let text: UnsafePointer<UInt8>
  private let length: UInt32
  let hash: UInt16
  /// Whether a JSON member can begin with the name as it is kept.
  private var isPlain = false

  /// Stands for a name that isn't known.
  static var none: KeyName { KeyName(DocumentTree.View.nothing.text, length: 0) }

  /// Whether it is a name.
  var isKnown: Bool { length != 0 }

  /// - Parameter text: The name, which somebody else keeps; it is not empty.
  init(_ text: UnsafePointer<UInt8>, length: Int) {
    self.text = text
    self.length = UInt32(truncatingIfNeeded: length)
    hash = TreeNode.hash(text, length)
  }

  /// A name that is kept until `deallocate()`; nil where a member can't be told to have it by its bytes
  /// alone, because letters beyond ASCII can be spelled in more than one way.
  ///
  /// It is kept inside the beginning of a JSON member: `,"name":`.
  init?(keeping name: String) {
    guard !name.isEmpty, name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let length = name.utf8.count
    let capacity = length + 4 + MemberText.padding
    let kept = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    kept.initialize(repeating: 0, count: capacity)
    kept.update(from: [ASCII.comma, ASCII.quote], count: 2)
    for (index, byte) in name.utf8.enumerated() { kept[2 + index] = byte }
    (kept + 2 + length).update(from: [ASCII.quote, ASCII.colon], count: 2)
    self.init(kept + 2, length: length)
    isPlain = Self.isPlain(name)
  }

  /// Whether a text stands in JSON as it is, however slashes are written.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy {
      $0 >= ASCII.space && $0 != ASCII.quote && $0 != ASCII.backslash && $0 != ASCII.slash
    }
  }

  /// Gives up a name that was kept.
  func deallocate() {
    (text - 2).deallocate()
  }

  func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: text, count: Int(length)))
  }

  var string: String { withUTF8 { String(decoding: $0, as: UTF8.self) } }

  /// What a member with the name begins with; nil where that has to be put together.
  var memberText: MemberText? {
    isPlain ? MemberText(text - 2, length: Int(length) + 4, hash: hash) : nil
  }

  /// Whether a member has the name, byte for byte.
  @inline(__always)
  func isKey(of slot: TreeNode, in tree: DocumentTree.View) -> Bool {
    slot.keyLength == length && !slot.flags.contains(.escapedKey)
      && Self.areEqual(tree.text + Int(slot.keyStart), text, Int(length))
  }

  /// Whether some text is the name.
  @inline(__always)
  func isText(_ text: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    length == Int(self.length) && Self.areEqual(text, self.text, length)
  }

  /// Whether texts of the same length are the same; they are not empty.
  ///
  /// Names are short: to call somebody who compares them would take longer than comparing them does. Two
  /// pieces that overlap in the middle have all of a text that is no longer than both.
  @inline(__always)
  private static func areEqual(
    _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, _ count: Int
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

  /// Whether long texts are the same between their first eight bytes and their last.
  @inline(never)
  private static func areEqualInside(
    _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, _ count: Int
  ) -> Bool {
    var index = 8
    while index < count - 8 {
      if EightBytes(first + index).word != EightBytes(second + index).word { return false }
      index += 8
    }
    return true
  }
}

/// Names that lead into nested objects, the outermost first.
///
/// Invariant: `first` points to `count` names that are kept, until `deallocate()`.
struct KeyNamePath: BitwiseCopyable {
  let count: Int
  private let first: UnsafeMutablePointer<KeyName>

  /// Names that are kept until `deallocate()`; none where one of them can't be told by its bytes.
  init(keeping names: [String]) {
    first = .allocate(capacity: names.count)
    var kept = 0
    while kept < names.count, let name = KeyName(keeping: names[kept]) {
      (first + kept).initialize(to: name)
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
    first.deallocate()
  }
}
