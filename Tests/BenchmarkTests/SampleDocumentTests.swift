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

  @Test func `half of the preferences are in the document, out of their declared order`() throws {
    let keys = try Preferences.document.makeText(.full).members(without: "version").keys
    let declared = try JSONEncoder().encode(versioned: Preferences())
      .members(without: "version").keys

    #expect((declared.count, keys.count) == (30, 14))
    #expect(keys == keys.sorted())
    #expect(keys != declared.filter(keys.contains))
  }

  @Test func `sorted symbols are the same symbols with sorted keys`() throws {
    func symbol(in document: SampleDocument<Symbols>) throws -> DocumentObject {
      let members = try document.makeText(.quick).members()
      return try #require(members["symbols"]?[0]?.object)
    }

    let (declared, sorted) = try (symbol(in: Symbols.document), symbol(in: Symbols.sortedDocument))

    #expect(declared == sorted)
    #expect(declared.keys != sorted.keys)
    #expect(sorted.keys == declared.keys.sorted())
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
