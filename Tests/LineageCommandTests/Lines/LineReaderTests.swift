import Foundation
import LineageStore
import Testing

@testable import LineageCommand

@Suite struct LineReaderTests {
  private func batches(of text: String, size: Int) throws -> [LineBatch] {
    let file = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    let handle = try FileHandle(forReadingFrom: file)
    let reader = LineReader(handle.fileDescriptor, size: size)
    var batches: [LineBatch] = []
    while let batch = try reader.next() { batches.append(batch) }
    return batches
  }

  @Test(arguments: ["", "a", "a\n", "a\nb", "\n\n\n", "long line that fills it\nb\n\nc", "é\n古池\n"])
  func `batches are whole lines, and give the text`(_ text: String) throws {
    for size in 1...9 {
      let batches = try batches(of: text, size: size)

      #expect(batches.reduce(into: Data()) { $0 += $1.text } == Data(text.utf8))
      #expect(batches.dropLast().allSatisfy { $0.text.last == 0x0A })
      #expect(batches.map(\.isFirst) == batches.indices.map { $0 == 0 })
      #expect(batches.allSatisfy { !$0.text.isEmpty })
    }
  }

  @Test func `a line is delivered at once where that was asked for`() throws {
    let pipe = Pipe()
    let reader = LineReader(pipe.fileHandleForReading.fileDescriptor, deliveringAtOnce: true)

    try pipe.fileHandleForWriting.write(contentsOf: Data("a\nb".utf8))
    #expect(try reader.next()?.text == Data("a\n".utf8))
    try pipe.fileHandleForWriting.write(contentsOf: Data("c\n".utf8))
    #expect(try reader.next()?.text == Data("bc\n".utf8))
    try pipe.fileHandleForWriting.close()
    #expect(try reader.next() == nil)
  }

  #if os(Linux)  // Other systems' watches have a type of file.
    @Test func `a stream is closed if the program has a descriptor of its own in its place`() throws
    {
      let descriptor = inotify_init1(Int32(O_CLOEXEC | O_NONBLOCK))
      defer { close(descriptor) }

      #expect(throws: SystemError(call: "fstat", code: EBADF)) {
        try LineReader(descriptor).next()
      }
      #expect(throws: SystemError(call: "fstat", code: EBADF)) {
        try ProcessCalls.write(Data("a\n".utf8), to: descriptor)
      }
    }
  #endif
}
