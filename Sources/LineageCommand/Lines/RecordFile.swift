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

  /// Opens a file to append to it, and creates it if it doesn't exist.
  init(_ path: String) throws(SystemError) {
    descriptor = try ProcessCalls.openToAppend(path)
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  deinit {
    ProcessCalls.closeFile(descriptor)
  }

  func append(_ record: some Encodable) throws {
    var line = try encoder.encode(record)
    line.append(0x0A)
    try ProcessCalls.write(line, to: descriptor)
  }
}

/// What is recorded of a document that failed. It has no content of the document, except where that was asked for.
struct FailureRecord: Encodable {
  var file: String?
  /// The number of the line, from 1.
  var line: Int?
  /// The number of bytes before the line.
  var offset: Int?
  var key: String?
  var code: String
  var version: String?
  var path: String?
  var message: String
  var input: String?

  init(_ failure: DocumentFailure, file: String? = nil) {
    self.file = file
    code = failure.code.rawValue
    version = failure.version.map { "\($0)" }
    path = failure.path.components.isEmpty ? nil : "\(failure.path)"
    message = failure.message
  }

  init(_ failure: LineFailure, after total: LineCounts) {
    self.init(failure.failure)
    line = total.lines + failure.line + 1
    offset = total.bytes + failure.offset
    key = failure.key
    input = failure.input
  }
}
