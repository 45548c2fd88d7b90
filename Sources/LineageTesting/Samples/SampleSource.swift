import Foundation
import Lineage
import LineageSchemas

/// What samples of one version are made from: its schema, its types and the values they accept.
final class SampleSource {
  let type: any VersionedCodable.Type
  let learner: SchemaLearner
  let heights: SampleHeights
  let examples: [DocumentValue]
  private let nested: SampleSources

  var schema: Schema { learner.schema }

  init(
    of type: any VersionedCodable.Type, examples: [DocumentValue] = [],
    nested: SampleSources = SampleSources()
  ) {
    self.type = type
    self.examples = examples
    self.nested = nested
    learner = SchemaLearner(of: type, examples: examples)
    heights = SampleHeights(of: learner.schema)
  }

  /// The source for a nested versioned type.
  func source(of type: any VersionedCodable.Type) -> SampleSource {
    nested.source(of: type)
  }

  /// Whether a type accepts a sample.
  func accepts(_ sample: Sample, as type: any Decodable.Type) -> Bool {
    value(of: type, from: sample) != nil
  }

  /// The value decoded from a sample; nil if the type rejects it.
  func value(of type: any Decodable.Type, from sample: Sample) -> Any? {
    func value<Value: Decodable>(_ type: Value.Type) -> Any? {
      guard let data = try? JSONEncoder().encode(unversioned: sample) else { return nil }
      return try? JSONDecoder().decode(unversioned: type, from: data)
    }
    return value(type)
  }

  /// The document decoded from a sample; nil if its type rejects it.
  func document(from sample: Sample) -> (any VersionedCodable)? {
    let type = type
    return Self.document(type, from: sample)
  }

  private static func document<Value: VersionedCodable>(
    _ type: Value.Type, from sample: Sample
  ) -> (any VersionedCodable)? {
    guard let data = try? JSONEncoder().encode(unversioned: sample) else { return nil }
    return try? JSONDecoder().decode(versioned: type, version: type.version, from: data)
  }
}

/// A cache of the sources for nested versioned types.
final class SampleSources {
  private var sources: [ObjectIdentifier: SampleSource] = [:]

  func source(of type: any VersionedCodable.Type) -> SampleSource {
    if let known = sources[ObjectIdentifier(type)] { return known }
    let source = SampleSource(of: type, nested: self)
    sources[ObjectIdentifier(type)] = source
    return source
  }
}
