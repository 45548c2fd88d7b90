/// An error or a warning about source text, with what to write instead.
struct Diagnostic: Error {
  enum Severity: String { case error, warning }

  struct FixIt {
    let message: String
    let changes: [Change]
  }

  /// A replacement of source text.
  struct Change {
    let place: SourceRange
    let newText: String
  }

  struct Note {
    let place: SourceRange
    let message: String
  }

  let place: SourceRange
  let message: String
  var severity = Severity.error
  var notes: [Note] = []
  var fixIts: [FixIt] = []

  init(_ place: SourceRange, _ message: String) {
    self.place = place
    self.message = message
  }

  /// Adds a fix-it with one change.
  func fix(_ message: String, _ place: SourceRange, _ newText: String) -> Diagnostic {
    fix(message, [Change(place: place, newText: newText)])
  }

  func fix(_ message: String, _ changes: [Change]) -> Diagnostic {
    var diagnostic = self
    diagnostic.fixIts.append(FixIt(message: message, changes: changes))
    return diagnostic
  }

  func note(_ place: SourceRange, _ message: String) -> Diagnostic {
    var diagnostic = self
    diagnostic.notes.append(Note(place: place, message: message))
    return diagnostic
  }

  var asWarning: Diagnostic {
    var diagnostic = self
    diagnostic.severity = .warning
    return diagnostic
  }
}

/// A range of a file, in bytes.
struct SourceRange: Equatable {
  let fileName: String
  let range: Range<Int>

  /// The place before the range.
  var start: SourceRange {
    SourceRange(fileName: fileName, range: range.lowerBound..<range.lowerBound)
  }

  /// The place after the range.
  var end: SourceRange {
    SourceRange(fileName: fileName, range: range.upperBound..<range.upperBound)
  }
}

extension TokenList {
  /// Where a range of tokens is in the file.
  func place(_ range: Range<Int>) -> SourceRange { place(offsets: offsets(range)) }

  func place(_ index: Int) -> SourceRange { place(index..<index + 1) }

  func place(offsets: Range<Int>) -> SourceRange {
    SourceRange(
      fileName: source.fileName,
      range: offsets.lowerBound + source.fileOffset..<offsets.upperBound + source.fileOffset)
  }
}
