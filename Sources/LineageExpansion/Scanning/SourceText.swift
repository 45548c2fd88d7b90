/// A piece of a Swift file: what the compiler sends of a declaration or an attribute.
struct SourceText {
  let bytes: [UInt8]
  /// The compiler's name for the file, which it wants back with every position.
  let fileName: String
  /// Where in the file the piece begins.
  let fileOffset: Int

  init(_ text: String, fileName: String = "", fileOffset: Int = 0) {
    bytes = Array(text.utf8)
    self.fileName = fileName
    self.fileOffset = fileOffset
  }

  /// Whether a macro has generated the file.
  var isGenerated: Bool { fileName.contains("@__swiftmacro_") }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
