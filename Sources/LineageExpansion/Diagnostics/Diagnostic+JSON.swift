// Diagnostics as the compiler reads them. It wants every member, even if it is empty.

extension Diagnostic {
  var json: JSONValue {
    .object([
      ("message", .string(message)),
      ("severity", .string(severity.rawValue)),
      ("position", place.position),
      ("highlights", .array([place.json])),
      ("notes", .array(notes.map(\.json))),
      ("fixIts", .array(fixIts.map(\.json))),
    ])
  }
}

extension Diagnostic.Note {
  fileprivate var json: JSONValue {
    .object([("position", place.position), ("message", .string(message))])
  }
}

extension Diagnostic.FixIt {
  fileprivate var json: JSONValue {
    let changes = changes.map { change in
      JSONValue.object([("range", change.place.json), ("newText", .string(change.newText))])
    }
    return .object([("message", .string(message)), ("changes", .array(changes))])
  }
}

extension SourceRange {
  fileprivate var position: JSONValue {
    .object([("fileName", .string(fileName)), ("offset", .number(range.lowerBound))])
  }

  fileprivate var json: JSONValue {
    .object([
      ("fileName", .string(fileName)),
      ("startOffset", .number(range.lowerBound)),
      ("endOffset", .number(range.upperBound)),
    ])
  }
}
