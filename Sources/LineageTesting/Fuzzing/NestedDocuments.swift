import Lineage
import LineageSchemas

/// The source of older documents of a versioned type that is nested in others.
struct NestedDocuments {
  private let newest: DocumentVersion
  private let older: [(version: DocumentVersion, samples: SampleMaker)]
  private let format: FixtureFormat

  /// Learns the older versions of a type; nil if there are none that a document can tell apart.
  init?(of type: any VersionedCodable.Type, in format: FixtureFormat) {
    guard type.chain.problem == nil else { return nil }
    let chain = DocumentVersion.chain(of: type)
    newest = chain[chain.count - 1]
    older = chain.dropLast().filter { $0.location != .external }
      .map { ($0, SampleMaker(of: $0.type)) }
    self.format = format
    if older.isEmpty { return nil }
  }

  /// A document of an older version, and whether it migrates; nil if none can be made, or if a step rejects it.
  func document(
    using random: inout SeededRandom
  ) -> (value: DocumentValue, migrates: Bool)? {
    guard let (version, samples) = older.randomElement(using: &random),
      let sample = try? samples.sample(using: &random, size: 10),
      let data = try? version.completed(format.data(of: sample), in: format),
      let value = try? format.value(from: data)
    else { return nil }
    do {
      try newest.decode(data, of: version, in: format)
      return (value, true)
    } catch {
      return error.isFromStep ? nil : (value, false)
    }
  }
}
