/// The text of a JSON member, ready to be copied: its beginning, `,"name":`, or the whole member.
struct MemberText: BitwiseCopyable {
  /// The number of readable bytes after the text.
  static var padding: Int { 32 }

  private let text: ByteCursor
  private let length: Int
  /// The name's hash, in the form that `OpenContainer` stores.
  let hashBit: UInt64

  /// Represents the text of an unknown name.
  static var none: MemberText { MemberText(DocumentTree.View.nothing.text, length: 0, hash: 0) }

  /// - Parameter text: The text from the comma on, followed by the padding. It must outlive this
  ///   value.
  init(_ text: ByteCursor, length: Int, hash: UInt16) {
    self.text = text
    self.length = length
    hashBit = TreeNode.bit(ofHash: hash)
  }

  /// Allocates the text of a whole member, which is never freed; nil if the name or the value needs
  /// escapes.
  init?(copying name: String, _ value: AnyVersion) {
    guard let name = KeyName(copying: name), let start = name.memberText else { return nil }
    defer { name.deallocate() }
    var output = OutputBuffer(capacity: 64)
    _ = start.write(to: &output, isFirst: false)
    switch value {
    case .integer(let number): output.append(Int64(number))
    case .string(let text) where KeyName.isPlain(text): output.append(string: text)
    case .string, .unversioned: return nil
    }
    let kept = output.bytes + Array(repeating: 0, count: Self.padding)
    self.init(.allocate(copyOf: kept), length: output.count, hash: name.hash)
  }

  /// Writes the member, with a comma unless it is the first, and returns the position of its key.
  @inline(__always)
  func write(to output: inout OutputBuffer, isFirst: Bool) -> Int {
    let comma = isFirst ? 0 : 1
    let start = output.count &+ comma
    output.append(padded: text + 1 - comma, length &- 1 &+ comma)
    return start
  }
}
