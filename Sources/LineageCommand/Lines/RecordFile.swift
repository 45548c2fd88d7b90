import Foundation
import Lineage
import LineageStore
import Synchronization

/// A file of records of documents, one JSON object in each line.
///
/// Records are appended, each with one call, so that several threads and processes can share a file, and a second run
/// doesn't remove what the first one has recorded.
final class RecordFile: Sendable {
  private let descriptor: Int32
  private let encoder = JSONEncoder()
  /// Whether the file may end with half a line.
  private let isTorn: Mutex<Bool>

  /// Opens a file to append to it, and creates it if it doesn't exist.
  ///
  /// - Parameter isConfidential: Whether records have content of documents, so that a new file is for its owner only.
  init(_ path: String, isConfidential: Bool = false) throws(SystemError) {
    // A process that was killed may have left half a line.
    isTorn = Mutex(Self.isTorn(path))
    descriptor = try ProcessCalls.openToAppend(path, permissions: isConfidential ? 0o600 : 0o666)
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  deinit {
    ProcessCalls.closeFile(descriptor)
  }

  private static var calls: RetriedCalls { RetriedCalls(SystemCalls()) }

  /// The status of a file; nil for anything else, such as a named pipe, which waits for a program that writes into it.
  private static func fileStatus(of path: String) -> FileStatus? {
    let status = try? calls.status(of: path, in: .workingFolder, followingLinks: true)
    return status?.kind == .file ? status : nil
  }

  private static func isTorn(_ path: String) -> Bool {
    guard fileStatus(of: path) != nil else { return false }
    guard let file = FileHandle(forReadingAtPath: path), let end = try? file.seekToEnd(), end > 0,
      (try? file.seek(toOffset: end - 1)) != nil, let last = try? file.read(upToCount: 1)
    else { return false }
    return last != Data([0x0A])
  }

  func append(_ record: some Encodable) throws {
    var line = try encoder.encode(record)
    line.append(0x0A)
    try isTorn.withLock { isTorn in
      if isTorn { line.insert(0x0A, at: 0) }
      isTorn = true
      try ProcessCalls.write(line, to: descriptor)
      isTorn = false
    }
  }
}

extension RecordFile {
  /// What each line has, whether it is of a failure or of a journal.
  private struct AnyRecord: Decodable {
    var time: String?
    var result: String?
    var code: String?
    var message: String?

    var isOurs: Bool {
      time != nil && result != nil
        || message != nil && code.flatMap(DocumentFailure.Code.init) != nil
    }
  }

  /// How lines begin, because the keys are sorted.
  private static let beginnings = [#"{"code":""#, #"{"file":""#]

  /// Why appending records to a file would destroy something, or never end; nil if it wouldn't.
  ///
  /// - Parameters:
  ///   - input: The file that is read meanwhile.
  ///   - output: The file that is written otherwise.
  static func problemAppending(
    to path: String, whileReading input: Descriptor, writing output: Descriptor
  ) -> String? {
    // Devices can be shared. A pipe can be the output.
    guard let status = try? calls.status(of: path, in: .workingFolder, followingLinks: true),
      status.kind == .file || ProcessCalls.isPipe(path)
    else { return nil }
    func isSame(_ stream: Descriptor) -> Bool {
      (try? calls.status(of: stream))?.isSameFile(as: status) ?? false
    }
    if isSame(input) { return "it is the input" }
    if isSame(output) { return "it is the output" }
    return status.kind == .file && hasOtherContent(path)
      ? "it contains something other than records" : nil
  }

  /// Whether the beginning of a file is something other than records, such as a document. A process that was killed may
  /// have left a part of the first record there.
  private static func hasOtherContent(_ path: String) -> Bool {
    guard let file = try? calls.open(path, in: .workingFolder, .reading) else { return false }
    defer { try? calls.close(file) }
    let sizeRead = 1 << 16
    guard let text = try? calls.read(file, sizeRead, at: 0) else { return false }
    let lines = text.split(separator: 0x0A)
    guard let first = lines.first else { return false }
    let decoder = JSONDecoder()
    let hasRecord = lines.contains { line in
      (try? decoder.decode(AnyRecord.self, from: line))?.isOurs ?? false
    }
    // The first record may be longer than what was read.
    let isCut = lines.count == 1 && text.count == sizeRead
    let isTorn =
      (isCut || first.last != UInt8(ascii: "}"))
      && beginnings.contains { beginning in
        first.starts(with: beginning.utf8)
          || lines.count == 1 && beginning.utf8.starts(with: first)
      }
    return !hasRecord && !isTorn
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

  init(
    _ failure: LineFailure, after total: LineCounts, includingInput includesInput: Bool
  ) {
    self.init(failure.failure)
    line = total.lines + failure.counts.lines
    offset = total.bytes + failure.offset
    key = failure.key
    guard includesInput else { return }
    input = String(validating: failure.input, as: UTF8.self)
    if input == nil { inputBase64 = failure.input.base64EncodedString() }
  }
}
