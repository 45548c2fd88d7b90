/// What a JSON member begins with, ready to be copied: `,"name":`.
struct MemberStart: BitwiseCopyable {
  /// How many bytes can be read after the text.
  static var padding: Int { 32 }

  private let text: UnsafePointer<UInt8>
  private let length: Int
  /// The name's hash, as `OpenContainer` notes it.
  let hashBit: UInt64

  /// - Parameter text: A comma and what follows, with the padding after it; somebody else keeps it.
  init(_ text: UnsafePointer<UInt8>, length: Int, hash: UInt16) {
    self.text = text
    self.length = length
    hashBit = OpenContainer.bit(hash)
  }

  /// Begins a member of an object, the first or one after another, and returns where its name is.
  @inline(__always)
  func write(to output: inout JSONOutput, isFirst: Bool) -> Int {
    let comma = isFirst ? 1 : 0
    let start = output.count &+ 2 &- comma
    output.append(padded: text + comma, length &- comma)
    return start
  }
}
