import Foundation
import Lineage
import LineageStore

/// Where documents are: in files, or in the lines of a text.
protocol DocumentSource {
  /// Looks at all documents, several at a time.
  ///
  /// - Parameters:
  ///   - look: Looks at a document, on any thread.
  ///   - fail: Makes a result of a document that can't be read.
  ///   - finish: Gets the results in order, with what was done so far.
  /// - Throws: `CancellationError` if the work was stopped before all documents were looked at.
  func forEachDocument<Result: Sendable>(
    jobs: Int, stop: StopSign, look: @escaping @Sendable (any DocumentKind, Data) -> Result,
    fail: @escaping @Sendable (DocumentFailure) -> Result,
    finish: (FoundDocument, Result, WorkProgress) throws -> Void
  ) throws
}

/// A document of a source.
struct FoundDocument {
  enum Place {
    case file(String)
    /// A line, counted from 1.
    case line(Int)
  }

  let place: Place
  /// The documents that it belongs to; nil if it belongs to none.
  let kind: (any DocumentKind)?
}

extension FoundDocument.Place: CustomStringConvertible {
  var file: String? { if case .file(let path) = self { path } else { nil } }
  var line: Int? { if case .line(let number) = self { number } else { nil } }

  var description: String {
    switch self {
    case .file(let path): path
    case .line(let number): "line \(number)"
    }
  }
}

/// The documents in files and folders.
struct FileSource: DocumentSource {
  let migration: Migration
  let paths: [String]
  /// Which files to look at.
  var isWanted: @Sendable (String) -> Bool = { _ in true }
  /// Whether to look at backups that are named themselves.
  var takesBackups = false

  func forEachDocument<Result: Sendable>(
    jobs: Int, stop: StopSign, look: @escaping @Sendable (any DocumentKind, Data) -> Result,
    fail: @escaping @Sendable (DocumentFailure) -> Result,
    finish: (FoundDocument, Result, WorkProgress) throws -> Void
  ) throws {
    let work = FileWork<(result: Result, size: Int)>(
      migration: migration, paths: paths, jobs: jobs, stop: stop, isWanted: isWanted,
      takesBackups: takesBackups
    ) { kind, path in
      do throws(DocumentFailure) {
        guard let data = try kind.content(ofFile: path) else { throw DocumentFailure.removed }
        return (look(kind, data), data.count)
      } catch {
        return (fail(error), 0)
      }
    } fail: { failure in
      (fail(failure), 0)
    }
    var progress = WorkProgress()
    let isComplete = try work.run { file, found in
      progress.documents += 1
      progress.bytes += found.size
      try finish(FoundDocument(place: .file(file.path), kind: file.kind), found.result, progress)
    }
    guard isComplete else { throw CancellationError() }
  }
}

/// The documents in the lines of a text.
struct LineSource: DocumentSource {
  let input: Int32
  let kind: any DocumentKind
  let layout: LineLayout

  func forEachDocument<Result: Sendable>(
    jobs: Int, stop: StopSign, look: @escaping @Sendable (any DocumentKind, Data) -> Result,
    fail: @escaping @Sendable (DocumentFailure) -> Result,
    finish: (FoundDocument, Result, WorkProgress) throws -> Void
  ) throws {
    let reader = LineReader(input, size: LineReader.size(for: jobs))
    let (kind, layout) = (kind, layout)
    var lines = 0
    var progress = WorkProgress()
    try OrderedWork(jobs: jobs).run {
      try stop.checkCancellation()
      return try LineFilter.reading(reader)
    } work: { batch -> (results: [Result?], bytes: Int) in
      let text = batch.text
      var results: [Result?] = []
      var position = 0
      while position < text.count {
        let end = batch.endOfLine(at: position)
        let content = LineParts.find(
          in: text, position..<end, isFirst: batch.isFirst && position == 0, layout)
        switch content {
        case .document(let parts): results.append(look(kind, parts.document))
        case .failure(let failure, _): results.append(fail(failure))
        case .nothing: results.append(nil)
        }
        position = end
      }
      return (results, text.count)
    } finish: { batch in
      progress.bytes += batch.bytes
      for result in batch.results {
        lines += 1
        guard let result else { continue }
        progress.documents += 1
        try finish(FoundDocument(place: .line(lines), kind: kind), result, progress)
      }
    }
  }
}
