import Foundation
import Lineage
import LineageSchemas

/// The source of documents of a version: samples of its shape, and its fixtures.
struct DocumentSource {
  private let version: DocumentVersion
  private let format: FixtureFormat
  private let samples: SampleMaker
  private let fixtures: [DocumentValue]

  init(of version: DocumentVersion, format: FixtureFormat, fixtures: [FixtureCase]) throws {
    self.version = version
    self.format = format
    // Fixtures with notes aren't typical documents, and the check reports those that don't decode.
    self.fixtures =
      fixtures
      .filter { $0.notes.areOfTypicalDocument }
      .compactMap { try? format.value(from: version.rewritten($0.data, of: version, in: format)) }
    samples = SampleMaker(of: version.type, examples: self.fixtures)
    if self.fixtures.isEmpty { _ = try samples.typical() }
  }

  /// The shape that samples are made from.
  var schema: Schema { samples.schema }

  /// Whether the type at a path preserves unknown fields.
  func keepsUnknownFields(at place: [FieldPath.Component]) -> Bool {
    guard case .named(let name)? = schema.shape(at: FieldPath(place)) else { return false }
    return schema.types[name]?.keepsUnknownFields == true
  }

  /// Where a document comes from.
  enum Origin {
    /// It is a fixture, by chance.
    case fixture
    case generated
    /// It is a fixture or the typical sample, because no other could be generated.
    case substitute
  }

  /// A document as the version's type writes it: sometimes a fixture, otherwise a sample.
  func document(
    using random: inout SeededRandom
  ) throws -> (value: DocumentValue, origin: Origin) {
    if let fixture = fixtures.randomElement(using: &random), random.next().isMultiple(of: 8) {
      return (fixture, .fixture)
    }
    do {
      return (try written(samples.sample(using: &random)), .generated)
    } catch {
      // The type may have rules of its own, and the coder may be unable to write a sample, such as a
      // date before its earliest.
      let known = try fixtures.randomElement(using: &random) ?? written(samples.typical())
      return (known, .substitute)
    }
  }

  private func written(_ sample: Sample) throws -> DocumentValue {
    try format.value(from: version.completed(format.data(of: sample), in: format))
  }
}

extension DocumentVersion {
  /// A small document of this version that has all possible fields.
  func sample(in format: FixtureFormat) throws -> Data {
    let sample = try completed(format.data(of: SampleMaker(of: self.type).typical()), in: format)
    // A type that can't decode what it encodes has no samples.
    try decode(sample, of: self, in: format)
    return sample
  }
}
