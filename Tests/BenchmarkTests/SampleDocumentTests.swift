import Foundation
import Lineage
import Testing

@testable import Benchmark

/// Measurements are only comparable if both sides do the same work.
struct SampleDocumentTests {
  @Test(arguments: SampleDocuments.all.map(\.name))
  func `Foundation and Lineage read the same values and write the same documents`(
    name: String
  ) throws {
    let document = try #require(SampleDocuments.all.first { $0.name == name })

    try expectAgreement(on: document)
  }

  private func expectAgreement<Value>(on document: some AnySampleDocument<Value>) throws {
    let data = try document.makeText(.quick)

    let value = try JSONDecoder().decode(versioned: Value.self, from: data)

    #expect(try JSONDecoder().decode(Value.self, from: data) == value)
    let written = try JSONEncoder().encode(versioned: value)
    #expect(try JSONDecoder().decode(Value.self, from: written) == value)
    #expect(try JSONDecoder().decode(versioned: Value.self, from: written) == value)
  }

  @Test func `a sample is always the same`() throws {
    for document in SampleDocuments.all where document.name != "catalog" {
      #expect(try document.makeText(.quick) == document.makeText(.quick))
    }
  }
}
