/// Texts that several nodes of a tree share, each as a single `String`.
///
/// A short document may refer to a long text many times. With a copy for each reference, decoding
/// would take memory proportional to the square of the document's size.
struct SharedTexts {
  /// The strings by their positions in the tree's text. None is empty, so the positions are unique.
  private var strings: [UInt32: String] = [:]

  /// Strings up to this length are stored inline, so there is nothing to share.
  private static let maximumLengthInPlace = 15

  var isEmpty: Bool { strings.isEmpty }

  /// Whether a text is long enough to be shared.
  static func isWorthSharing(length: Int) -> Bool { length > maximumLengthInPlace }

  subscript(start: Int) -> String? { strings[UInt32(truncatingIfNeeded: start)] }

  mutating func add(_ text: UnsafeBufferPointer<UInt8>, at start: Int) {
    strings[UInt32(truncatingIfNeeded: start)] = String(decoding: text, as: UTF8.self)
  }
}

extension DocumentTree.View {
  /// The text of a string value that is shared.
  @inline(never)
  func sharedString(_ slot: TreeNode) -> String {
    sharedString(at: slot.start, length: slot.length)
  }

  /// The key of a member whose key is shared.
  @inline(never)
  func sharedKey(_ slot: TreeNode) -> String {
    sharedString(at: Int(slot.keyStart), length: Int(slot.keyLength))
  }

  private func sharedString(at start: Int, length: Int) -> String {
    owner._withUnsafeGuaranteedRef { $0.sharedTexts[start] }
      ?? String(decoding: UnsafeBufferPointer(start: text + start, count: length), as: UTF8.self)
  }
}
