import Foundation
import Lineage

/// A document to measure: its text comes from a generator with a fixed seed.
struct SampleDocument<Value: VersionedCodable & Equatable>: AnySampleDocument {
  let name: String
  /// The coders, with the document's strategies. Both sides use the same ones.
  var decoder = JSONDecoder()
  var encoder = JSONEncoder()
  /// Whether writing it is another case than writing the documents before it.
  var isWritten = true
  let makeText: (Scale) throws -> Data
  /// The current document that plain decoding gets, where the text has an older version.
  var makeCurrentText: ((Scale) throws -> Data)?
}

/// A `SampleDocument` of any type.
protocol AnySampleDocument<Value> {
  associatedtype Value: VersionedCodable & Equatable
  var name: String { get }
  var decoder: JSONDecoder { get }
  var encoder: JSONEncoder { get }
  var isWritten: Bool { get }
  var makeText: (Scale) throws -> Data { get }
  var makeCurrentText: ((Scale) throws -> Data)? { get }
}

/// How large the documents are.
enum Scale {
  /// As large as the public documents that they resemble.
  case full
  /// Large enough to check that everything works.
  case quick

  func count(_ full: Int) -> Int {
    self == .full ? full : max(2, full / 200)
  }
}

enum SampleDocuments {
  /// The documents whose geometric mean is the headline of the benchmark.
  static var all: [any AnySampleDocument] {
    [
      Settings.document, Display.document, Display.olderDocument, Preferences.document,
      Album.document, Microblog.document, Microblog.escapedDocument, Events.document,
      People.document, Builds.document, Coordinates.document, Mesh.document, Numbers.document,
      Symbols.document, Symbols.sortedDocument, Notebook.document, Specification.document,
      FreeForm.document,
    ]
  }

  /// The same journal with each of the usual ways to write a date.
  static var dates: [any AnySampleDocument] {
    [
      Journal.document("iso8601", .iso8601, .iso8601),
      Journal.document("seconds", .secondsSince1970, .secondsSince1970),
      Journal.document("milliseconds", .millisecondsSince1970, .millisecondsSince1970),
      Journal.document("deferred", .deferredToDate, .deferredToDate),
    ]
  }
}

extension JSONEncoder {
  convenience init(_ formatting: OutputFormatting) {
    self.init()
    outputFormatting = formatting
  }
}

extension Data {
  /// The same pretty-printed JSON, indented by one space a level as many programs do.
  var withNarrowIndentation: Data {
    let newline = UInt8(ascii: "\n")
    let lines = split(separator: newline, omittingEmptySubsequences: false).map { line in
      line.dropFirst(line.prefix { $0 == UInt8(ascii: " ") }.count / 2)
    }
    return Data(lines.joined(separator: [newline]))
  }

  /// The same JSON without the members with the given names.
  func removing(_ names: Set<String>) throws -> Data {
    func rewrite(_ value: DocumentValue) -> DocumentValue {
      switch value {
      case .array(let elements): .array(elements.map(rewrite))
      case .object(let object):
        .object(
          DocumentObject(
            object.filter { !names.contains($0.key) }.map { ($0.key, rewrite($0.value)) }))
      default: value
      }
    }
    return try JSONEncoder().encode(
      unversioned: rewrite(JSONDecoder().decode(unversioned: DocumentValue.self, from: self)))
  }
}
