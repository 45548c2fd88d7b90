/// The texts of a tree that stand in several of its places, each as one `String` for all of them.
///
/// A short document may refer to a long text from everywhere: with a copy for each place, what is read would
/// take memory by the square of the document's size.
struct SharedTexts {
  /// By where they begin in the tree's text. None is empty, so no two begin there.
  private var strings: [UInt32: String] = [:]

  /// Up to this length, a `String` is its own text and has nothing to share.
  private static let maximumLengthInPlace = 15

  var isEmpty: Bool { strings.isEmpty }

  /// Whether a text of some length is worth sharing.
  static func isWorthSharing(length: Int) -> Bool { length > maximumLengthInPlace }

  subscript(start: Int) -> String? { strings[UInt32(truncatingIfNeeded: start)] }

  mutating func add(_ text: UnsafeBufferPointer<UInt8>, at start: Int) {
    strings[UInt32(truncatingIfNeeded: start)] = String(decoding: text, as: UTF8.self)
  }
}

extension DocumentTree.View {
  /// The text of a string that has been shared.
  @inline(never)
  func sharedString(_ slot: TreeNode) -> String {
    sharedString(at: slot.start, length: slot.length)
  }

  /// The key of a member whose key has been shared.
  @inline(never)
  func sharedKey(_ slot: TreeNode) -> String {
    sharedString(at: Int(slot.keyStart), length: Int(slot.keyLength))
  }

  private func sharedString(at start: Int, length: Int) -> String {
    owner._withUnsafeGuaranteedRef { $0.sharedTexts[start] }
      ?? String(decoding: UnsafeBufferPointer(start: text + start, count: length), as: UTF8.self)
  }
}
