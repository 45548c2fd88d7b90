import Foundation
import Lineage
import LineageSchemas

/// The source of documents of a version: samples of its shape, and its fixtures.
struct FuzzedVersion {
  private let version: DocumentVersion
  private let format: FixtureFormat
  private let samples: SampleMaker
  private let fixtures: [DocumentValue]
  /// The nested versioned types with older versions, by their names in the schema.
  private let nested: [String: NestedDocuments]

  init(of version: DocumentVersion, format: FixtureFormat, fixtures: [FixtureCase]) throws {
    self.version = version
    self.format = format
    // Fixtures with notes aren't typical documents, and the check reports those that don't decode.
    self.fixtures =
      fixtures
      .filter { $0.notes.areOfTypicalDocument }
      .compactMap { try? format.value(from: version.rewritten($0.data, of: version, in: format)) }
    samples = SampleMaker(of: version.type, examples: self.fixtures)
    nested = samples.nestedTypes.compactMapValues { NestedDocuments(of: $0, in: format) }
    if self.fixtures.isEmpty { _ = try samples.typical() }
  }

  /// The shape that samples are made from.
  var schema: Schema { samples.schema }

  /// How many fixtures of a version are enough to test with, if its type rejects all generated documents.
  static let enoughFixtures = 3

  var fixtureCount: Int { fixtures.count }

  /// Where a document comes from.
  enum Origin {
    /// It is a fixture, by chance.
    case fixture
    case generated
    /// It is a fixture or the typical sample, because no other could be generated.
    case substitute
  }

  /// A document as the version's type writes it: sometimes a fixture, otherwise a sample. Nested documents in it may be
  /// older, as an older program has written them.
  func document(
    using random: inout SeededRandom
  ) throws -> (value: DocumentValue, origin: Origin) {
    let (value, origin) = try current(using: &random)
    return (aged(value, using: &random), origin)
  }

  private func current(
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

  /// Replaces some of the nested documents with older ones.
  private func aged(_ value: DocumentValue, using random: inout SeededRandom) -> DocumentValue {
    if nested.isEmpty { return value }
    var aged = value
    var allMigrate = true
    for place in value.places() {
      guard case .named(let name)? = schema.shape(at: FieldPath(place)),
        let documents = nested[name],
        value.value(at: place[...])?.object != nil, Bool.random(using: &random),
        let older = documents.document(using: &random)
      else { continue }
      aged.edit(at: place[...]) { $0 = older.value }
      allMigrate = allMigrate && older.migrates
    }
    // The type may have rules for its nested documents. But it has to accept a document whose nested ones migrate as they
    // do alone, and one that doesn't migrate must be found.
    return allMigrate && !accepts(aged) ? value : aged
  }

  private func accepts(_ value: DocumentValue) -> Bool {
    (try? version.decode(format.data(of: value), of: version, in: format)) != nil
  }

  private func written(_ sample: Sample) throws -> DocumentValue {
    try format.value(from: version.completed(format.data(of: sample), in: format))
  }
}

extension DocumentVersion {
  /// A small document of this version that has all possible fields.
  func sample(in format: FixtureFormat) throws -> Data {
    try written(SampleMaker(of: self.type).typical(), in: format)
  }

  /// The document from `sample(in:)`, and others that show more: other values and Bools, and all cases of enums.
  func samples(in format: FixtureFormat) throws -> [Data] {
    let documents = try SampleMaker(of: self.type).all { try written($0, in: format) }
    var known: Set<Data> = []
    return documents.filter { known.insert($0).inserted }
  }

  private func written(_ sample: Sample, in format: FixtureFormat) throws -> Data {
    let document = try completed(format.data(of: sample), in: format)
    // A type that can't decode what it encodes has no samples.
    try decode(document, of: self, in: format)
    return document
  }
}
