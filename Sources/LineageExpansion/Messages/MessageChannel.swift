/// A conversation of messages, each in a frame: eight bytes with its length, then JSON.
struct MessageChannel {
  private let streams: MessageStreams

  init(_ streams: MessageStreams) {
    self.streams = streams
  }

  /// Reads the next message; nil at the end of the conversation.
  ///
  /// The end is the end of the input, also in the middle of a frame, or a frame of length zero.
  func receive() -> [UInt8]? {
    guard let header = read(8) else { return nil }
    let length = header.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    // No compiler sends more than this.
    guard length > 0, length <= 1 << 31 else { return nil }
    return read(Int(length))
  }

  /// Sends a message; false if the other end is closed.
  func send(_ message: JSONValue) -> Bool {
    let text = message.text
    let length = UInt64(text.count)
    let header = (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * UInt64($0))) }
    return streams.write(header + text)
  }

  /// Reads exactly that many bytes; nil if there are fewer.
  ///
  /// It reads piece by piece, because a damaged length must not reserve gigabytes.
  private func read(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let piece = streams.read(atMost: min(count - bytes.count, 1 << 16))
      if piece.isEmpty { return nil }
      bytes += piece
    }
    return bytes
  }
}
