/// Texts that several nodes of a tree share, each as a single `String`.
///
/// A short document may refer to a long text many times. With a copy for each reference, decoding
/// it and encoding it again would take memory proportional to the square of the document's size.
struct SharedTexts {
  /// The strings by their positions in the tree's text. None is empty, so the positions are unique.
  private var strings: [UInt32: String] = [:]
  /// The positions of encoded strings by where they are in memory. No other string is there as long
  /// as `strings` contains them.
  private var positions: [Place: Int] = [:]

  private struct Place: Hashable {
    let address: UInt?
    let length: Int

    init(_ text: Bytes) {
      address = text.baseAddress?.address
      length = text.count
    }
  }

  /// Strings up to this length are stored inline, so there is nothing to share.
  private static let maximumLengthInPlace = 15

  /// Strings from this length on are shared when they are encoded. Finding shorter ones again would
  /// take more time than copying them.
  private static let minimumEncodedLength = 256

  var isEmpty: Bool { strings.isEmpty }

  /// Whether a text is long enough to be shared.
  static func isWorthSharing(length: Int) -> Bool { length > maximumLengthInPlace }

  /// Whether an encoded text is long enough to be shared.
  static func isShared(encodedLength: Int) -> Bool { encodedLength >= minimumEncodedLength }

  subscript(start: Int) -> String? { strings[UInt32(truncatingIfNeeded: start)] }

  mutating func add(_ text: Bytes, at start: Int) {
    strings[UInt32(truncatingIfNeeded: start)] = String(decoding: text, as: UTF8.self)
  }

  /// The position of an encoded string that was added before.
  func position(of text: Bytes) -> Int? { positions[Place(text)] }

  /// Adds a string that is being encoded, with its bytes.
  mutating func add(_ string: String, _ text: Bytes, at start: Int) {
    strings[UInt32(truncatingIfNeeded: start)] = string
    positions[Place(text)] = start
  }
}

extension DocumentTree.View {
  /// The text of a string value that is shared.
  @inline(never)
  func sharedString(_ node: TreeNode) -> String {
    sharedString(at: node.start, length: node.length)
  }

  /// The text of a string value that was encoded.
  func encodedString(_ node: TreeNode) -> String {
    SharedTexts.isShared(encodedLength: node.length)
      ? sharedString(node)
      : String(decoding: Bytes(start: text + node.start, count: node.length), as: UTF8.self)
  }

  /// The key of a member whose key is shared.
  @inline(never)
  func sharedKey(_ node: TreeNode) -> String {
    sharedString(at: Int(node.keyStart), length: Int(node.keyLength))
  }

  private func sharedString(at start: Int, length: Int) -> String {
    owner.withObject { $0.sharedTexts[start] }
      ?? String(decoding: Bytes(start: text + start, count: length), as: UTF8.self)
  }
}
