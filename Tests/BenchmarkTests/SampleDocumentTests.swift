import Foundation
import Lineage
import Testing

@testable import Benchmark

/// Measurements are only comparable if both sides do the same work.
struct SampleDocumentTests {
  static var documents: [any AnySampleDocument] { SampleDocuments.all + SampleDocuments.dates }

  static func document(_ name: String) throws -> any AnySampleDocument {
    try #require(documents.first { $0.name == name })
  }

  @Test(arguments: documents.map(\.name))
  func `Foundation and Lineage read the same values and write the same documents`(
    name: String
  ) throws {
    try expectAgreement(on: Self.document(name))
  }

  private func expectAgreement<Value>(on document: some AnySampleDocument<Value>) throws {
    let data = try document.makeText(.quick)
    let current = try document.makeCurrentText?(.quick) ?? data
    let decoder = document.decoder
    let encoder = document.encoder

    let value = try decoder.decode(versioned: Value.self, from: current)

    #expect(try decoder.decode(Value.self, from: current) == value)
    let written = try encoder.encode(versioned: value)
    #expect(try decoder.decode(versioned: Value.self, from: written) == value)
    #expect(try written.members(without: "version") == encoder.encode(value).members())
  }

  @Test func `a document that is a version older fills what isn't in it`() throws {
    let document = Display.olderDocument
    var report = MigrationReport()

    let display = try document.decoder.decode(
      versioned: Display.self, from: document.makeText(.quick), report: &report)

    #expect(display == Display().copy { ($0.theme, $0.scale, $0.brightness) = ("dark", 1.5, 65) })
    #expect(report.typesWalked == ["DisplayV1", "Display"])
    #expect(report.filled.count == 6)
  }

  @Test(arguments: documents.map(\.name))
  func `a sample is always the same`(name: String) throws {
    // Foundation writes dictionaries in any order.
    func sample() throws -> DocumentObject { try Self.document(name).makeText(.quick).members() }

    #expect(try sample() == sample())
  }
}

extension Data {
  /// The members of the object, whose order doesn't count.
  fileprivate func members(without key: String? = nil) throws -> DocumentObject {
    var object = try JSONDecoder().decode(unversioned: DocumentObject.self, from: self)
    if let key { object[key] = nil }
    return object
  }
}
