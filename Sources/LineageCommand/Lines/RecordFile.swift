import Foundation
import Lineage
import LineageStore

/// A file of records of documents that failed, one JSON object in each line.
///
/// Records are appended, each with one call, so that several processes can share a file, and a second run doesn't
/// remove what the first one has recorded.
final class RecordFile {
  private let descriptor: Int32
  private let encoder = JSONEncoder()
  /// Whether the file may end with half a line.
  private var isTorn = false

  /// Opens a file to append to it, and creates it if it doesn't exist.
  init(_ path: String) throws(SystemError) {
    // A process that was killed may have left half a line.
    isTorn = Self.isTorn(path)
    descriptor = try ProcessCalls.openToAppend(path)
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  deinit {
    ProcessCalls.closeFile(descriptor)
  }

  private static func isTorn(_ path: String) -> Bool {
    let calls = RetriedCalls(SystemCalls())
    let status = try? calls.status(of: path, in: .workingFolder, followingLinks: true)
    // Opening a named pipe would wait for a program that writes into it.
    guard status?.kind == .file else { return false }
    guard let file = FileHandle(forReadingAtPath: path), let end = try? file.seekToEnd(), end > 0,
      (try? file.seek(toOffset: end - 1)) != nil, let last = try? file.read(upToCount: 1)
    else { return false }
    return last != Data([0x0A])
  }

  func append(_ record: some Encodable) throws {
    var line = try encoder.encode(record)
    line.append(0x0A)
    if isTorn { line.insert(0x0A, at: 0) }
    isTorn = true
    try ProcessCalls.write(line, to: descriptor)
    isTorn = false
  }
}

/// What is recorded of a document that failed. It has no content of the document, except where that was asked for.
struct FailureRecord: Encodable {
  var file: String?
  /// The number of the line, from 1, in a stream.
  var line: Int?
  /// The number of bytes before the line.
  var offset: Int?
  var key: String?
  var code: String
  var version: String?
  var path: String?
  var message: String
  var input: String?
  /// The line in Base64, if it isn't UTF-8.
  var inputBase64: String?

  init(_ failure: DocumentFailure, file: String? = nil, line: Int? = nil) {
    self.file = file
    self.line = line
    code = failure.code.rawValue
    version = failure.version.map { "\($0)" }
    path = failure.path.components.isEmpty ? nil : "\(failure.path)"
    message = failure.message
  }

  init(_ failure: LineFailure, after total: LineCounts) {
    self.init(failure.failure)
    line = total.lines + failure.counts.lines
    offset = total.bytes + failure.offset
    key = failure.key
    input = failure.input.flatMap { String(validating: $0, as: UTF8.self) }
    if input == nil { inputBase64 = failure.input?.base64EncodedString() }
  }
}
