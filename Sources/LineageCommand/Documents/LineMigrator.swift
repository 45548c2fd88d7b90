import Foundation
import Lineage
import LineageSchemas
import LineageStore

/// Migrates the lines of a text with documents of a type.
///
/// Lines that are current or newer stay as they are, byte for byte. Of a migrated line, everything around the document
/// stays as it is: a byte order mark, the key, the other fields, and how the line ends.
struct LineMigrator<Value: VersionedCodable>: LineMigrating {
  private let coding: any DocumentCoding
  private let options: LineOptions
  private let kind: TypedKind<Value>
  /// What finds lines that are current at a glance; nil if each line has to be looked at.
  private let current: CurrentLines?

  init(kind: TypedKind<Value>, options: LineOptions) {
    self.kind = kind
    self.options = options
    coding = kind.coding
    // A document of the newest version may have values of older versions in it.
    current =
      !options.column.isEmpty || LearnedSchema(of: Value.self).containsVersionedValues
      ? nil : coding.currentLines(of: Value.self, after: options.separator)
  }

  func migrate(_ lines: LineBatch) -> MigratedLines {
    let text = lines.text
    var result = MigratedLines()
    result.output.reserveCapacity(text.count)
    var position = 0
    while position < text.count {
      if let run = current?.run(in: text, from: position), run.count > 0 {
        result.counts.lines += run.count
        result.counts.current += run.count
        result.counts.bytes += run.end - position
        if position == 0, run.end == text.count {
          result.output = text
        } else {
          result.output.append(text[position..<run.end])
        }
        position = run.end
      } else {
        let end = lines.endOfLine(at: position)
        migrateLine(text[position..<end], isFirst: lines.isFirst && position == 0, to: &result)
        position = end
      }
    }
    return result
  }

  private func migrateLine(_ line: Data, isFirst: Bool, to result: inout MigratedLines) {
    result.counts.lines += 1
    result.counts.bytes += line.count
    let parts: LineParts
    switch LineParts.find(in: line, isFirst: isFirst, options) {
    case .document(let found): parts = found
    case .nothing:
      result.counts.blank += 1
      result.output.append(line)
      return
    case .failure(let failure, let key):
      return fail(failure, line, key, &result)
    }
    let verdict = judge(parts.document)
    switch verdict {
    case .current:
      result.counts.current += 1
      result.output.append(line)
    case .newer:
      result.counts.newer += 1
      result.output.append(line)
    case .migrated(let document, let lost):
      result.counts.migrated += 1
      for path in lost { result.counts.lose(path.pattern) }
      parts.append(document, to: &result.output)
    case .failed(let failure):
      fail(failure, line, parts.key, &result)
    }
  }

  private func fail(
    _ failure: DocumentFailure, _ line: Data, _ key: String?, _ result: inout MigratedLines
  ) {
    result.failures.append(
      LineFailure(
        failure: failure, offset: result.counts.bytes - line.count,
        outputCount: result.output.count, counts: result.counts, key: key,
        input: options.includesInput ? line : nil))
    result.counts.failed += 1
  }

  // MARK: - Documents

  private enum Verdict {
    case current
    case newer
    case migrated(Data, lost: [FieldPath])
    case failed(DocumentFailure)
  }

  /// Decides what becomes of a document.
  private func judge(_ document: Data) -> Verdict {
    if kind.versionBeyond(document) != nil { return .newer }
    do {
      return try migrate(document)
    } catch {
      switch kind.standing(of: error, document) {
      case .newer: return .newer
      case .failed(let failure): return .failed(failure)
      case .current, .older: return .failed(DocumentFailure(error, version: nil))
      }
    }
  }

  private func migrate(_ document: Data) throws -> Verdict {
    let migrated = try coding.decode(migrating: Value.self, from: document)
    if migrated.isNewer { return .newer }
    guard migrated.changesVersions else { return .current }
    do {
      return .migrated(try coding.encode(migrated.value).onOneLine, lost: migrated.lostFields)
    } catch {
      let cause = error as? MigrationError
      let reason = cause.map { " \($0.briefDescription)" } ?? ""
      throw DocumentFailure(
        .notVerified, version: try? coding.version(of: Value.self, in: document),
        path: cause?.path ?? FieldPath(),
        message: "The migrated document can't be encoded.\(reason)")
    }
  }
}

extension Data {
  /// JSON without white space outside strings, if it has several lines.
  fileprivate var onOneLine: Data {
    guard lineFeed(from: 0) != nil else { return self }
    var isInString = false
    var isEscaped = false
    return Data(
      filter { byte in
        if isInString {
          if isEscaped {
            isEscaped = false
          } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
          } else if byte == UInt8(ascii: "\"") {
            isInString = false
          }
          return true
        }
        isInString = byte == UInt8(ascii: "\"")
        return byte > UInt8(ascii: " ")
      })
  }
}
