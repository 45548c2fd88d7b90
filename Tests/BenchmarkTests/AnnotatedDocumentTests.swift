import Foundation
import Lineage
import Testing

@testable import Benchmark

/// The annotated types must be those that they are compared with.
struct AnnotatedDocumentTests {
  @Test(arguments: (AnnotatedDocument.all + AnnotatedDocument.shuffled).map(\.name))
  func `an annotated type reads and writes what the plain one does`(name: String) throws {
    let annotated = try #require(
      (AnnotatedDocument.all + AnnotatedDocument.shuffled).first { $0.name == name })
    try compare(annotated.document, annotated.type)
  }

  private func compare<Value, Annotated: VersionedCodable>(
    _ document: some AnySampleDocument<Value>, _ type: Annotated.Type
  ) throws {
    let data = try document.makeText(.quick)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let value = try document.decoder.decode(versioned: Value.self, from: data)
    let same = try document.decoder.decode(versioned: type, from: data)
    #expect(try encoder.encode(versioned: same) == encoder.encode(versioned: value))
    #expect(try encoder.encode(same) == encoder.encode(versioned: value))
    let plain = try document.decoder.decode(type, from: data)
    #expect(try encoder.encode(versioned: plain) == encoder.encode(versioned: value))
  }
}
