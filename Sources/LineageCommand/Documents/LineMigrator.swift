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
  private let layout: LineLayout
  private let kind: TypedKind<Value>
  /// Whether documents may have versions that are newer than this type, but known.
  private let isLimited: Bool
  /// Whether documents may have values in them with versions of their own. Learned only where it matters.
  private let containsVersionedValues: Bool
  /// What finds lines that are current at a glance; nil if each line has to be looked at.
  private let current: CurrentLines?

  init(kind: TypedKind<Value>, layout: LineLayout, decodingCurrentLines decodesCurrentLines: Bool) {
    self.kind = kind
    self.layout = layout
    coding = kind.coding
    isLimited = kind.isLimited
    let passesLines = layout.column.isEmpty && !decodesCurrentLines
    containsVersionedValues =
      (passesLines || isLimited) && LearnedSchema(of: Value.self).containsVersionedValues
    // A document of the newest version may have values of older versions in it.
    current =
      passesLines && !containsVersionedValues
      ? coding.currentLines(of: Value.self, after: layout.separator) : nil
  }

  func migrate(_ lines: LineBatch) -> MigratedLines {
    let text = lines.text
    var result = MigratedLines()
    var position = passCurrentLines(of: text, from: 0, &result)
    if position == text.count {
      result.output = text
      return result
    }
    // Newer versions usually are larger.
    result.output.reserveCapacity(text.count + text.count / 4)
    result.output.append(text[0..<position])
    while position < text.count {
      let end = lines.endOfLine(at: position)
      let isFirst = lines.isFirst && position == 0
      migrateLine(position..<end, of: text, isFirst: isFirst, &result)
      position = passCurrentLines(of: text, from: end, &result)
      result.output.append(text[end..<position])
    }
    return result
  }

  /// Counts the lines from a position on that are current at a glance, and returns their end.
  private func passCurrentLines(
    of text: Data, from start: Int, _ result: inout MigratedLines
  ) -> Int {
    guard let run = current?.run(in: text, from: start) else { return start }
    result.counts.lines += run.count
    result.counts.current += run.count
    result.counts.bytes += run.end - start
    return run.end
  }

  private func migrateLine(
    _ line: Range<Int>, of text: Data, isFirst: Bool, _ result: inout MigratedLines
  ) {
    result.counts.lines += 1
    result.counts.bytes += line.count
    let parts: LineParts
    switch LineParts.find(in: text, line, isFirst: isFirst, layout) {
    case .document(let found): parts = found
    case .nothing:
      result.counts.blank += 1
      result.output.append(text[line])
      return
    case .failure(let failure, let key):
      return fail(failure, text[line], key, &result)
    }
    switch judge(parts.document) {
    case .current:
      result.counts.current += 1
      result.output.append(text[line])
    case .newer:
      result.counts.newer += 1
      result.output.append(text[line])
    case .migrated(let document, let lost):
      result.counts.migrated += 1
      for path in Set(lost.map(\.pattern)) { result.counts.lose(path) }
      parts.append(document, insteadOfThatIn: text, line, to: &result.output)
    case .failed(let failure):
      fail(failure, text[line], parts.key, &result)
    }
  }

  private func fail(
    _ failure: DocumentFailure, _ line: Data, _ key: String?, _ result: inout MigratedLines
  ) {
    result.failures.append(
      LineFailure(
        failure: failure, offset: result.counts.bytes - line.count,
        outputCount: result.output.count, counts: result.counts, key: key, input: line))
    result.counts.failed += 1
  }

  // MARK: - Documents

  /// Decides what becomes of a document.
  private func judge(_ document: Data) -> Verdict {
    if isLimited, kind.versionBeyond(document) != nil { return .newer }
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
    let (value, report) = try coding.decode(migrating: Value.self, from: document)
    if report.isOfNewerDocument { return .newer }
    guard report.changesVersions else { return .current }
    if isLimited && containsVersionedValues || !report.newerValuesRead.isEmpty {
      let opened = try OpenedDocument<Value>(document, format: kind.options.format)
      switch kind.standing(of: opened) {
      case .current: return .current
      case .failed(let failure): return .failed(failure)
      case .newer: return .newer
      case .older: break
      }
    }
    if kind.refusesLosses,
      let failure = DocumentFailure.loss(report, version: report.versionFound)
    {
      return .failed(failure)
    }
    do {
      return .migrated(try coding.encode(value).onOneLine, lost: report.fieldsLost)
    } catch {
      let reason =
        (error as? MigrationError)?.briefDescription.withoutProperty ?? error.occurrence
      throw DocumentFailure(
        .notVerified, version: try? coding.version(of: Value.self, in: document),
        path: error.fieldPath, message: "The migrated document can't be encoded. \(reason)")
    }
  }
}

/// What becomes of a document. It isn't a member of the generic type, whose metadata would be looked up for each line.
private enum Verdict {
  case current
  case newer
  case migrated(Data, lost: [FieldPath])
  case failed(DocumentFailure)
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
