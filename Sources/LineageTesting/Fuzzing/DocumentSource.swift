import Foundation
import Lineage

/// Where documents of a version come from: samples of its shape, and its fixtures.
struct DocumentSource {
  private let version: DocumentVersion
  private let format: FixtureFormat
  private let samples: SampleMaker
  private let fixtures: [DocumentValue]

  init(of version: DocumentVersion, format: FixtureFormat, fixtures: [FixtureCase]) throws {
    self.version = version
    self.format = format
    // A fixture with notes is not one of the type's usual documents, and one that doesn't decode is for
    // the check to report.
    self.fixtures =
      fixtures
      .filter { $0.notes == FixtureNotes() }
      .compactMap { try? format.value(from: version.rewritten($0.data, of: version, in: format)) }
    samples = SampleMaker(of: version.type, examples: self.fixtures)
    if self.fixtures.isEmpty { _ = try samples.typical() }
  }

  /// The shape that samples are made of.
  var schema: Schema { samples.schema }

  /// Whether the type at a place keeps fields that it doesn't know.
  func keepsUnknownFields(at place: [FieldPath.Component]) -> Bool {
    guard case .named(let name)? = schema.shape(at: FieldPath(place)) else { return false }
    return schema.types[name]?.keepsUnknownFields == true
  }

  /// A document as the version's type writes it: a fixture now and then, and else a sample.
  func document(using random: inout SeededRandom) throws -> DocumentValue {
    if let fixture = fixtures.randomElement(using: &random), random.next().isMultiple(of: 8) {
      return fixture
    }
    do {
      return try written(samples.sample(using: &random))
    } catch {
      // A sample may be more than the coder can write, such as a date before its first.
      return try fixtures.first ?? written(samples.typical())
    }
  }

  private func written(_ sample: Sample) throws -> DocumentValue {
    try format.value(from: version.completed(format.data(of: sample), in: format))
  }
}

extension DocumentVersion {
  /// A small document of this version, with everything in it that there can be.
  func sample(in format: FixtureFormat) throws -> Data {
    let sample = try completed(format.data(of: SampleMaker(of: self.type).typical()), in: format)
    // A type that can't read what it writes has no samples.
    try decode(sample, of: self, in: format)
    return sample
  }
}
