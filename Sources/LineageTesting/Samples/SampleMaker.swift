import Lineage
import LineageSchemas

/// Makes all kinds of valid documents of one version from its learned shape.
///
/// A sample is first made from the shape alone. If the type rejects it, the nested types are
/// sampled again until each accepts its own sample. If one doesn't, a value is used that it is
/// known to accept.
struct SampleMaker {
  private let source: SampleSource

  /// Learns the shape of a version.
  ///
  /// - Parameters:
  ///   - type: The type of the version.
  ///   - examples: Documents of that version, for types whose values can't be made up.
  init(of type: any VersionedCodable.Type, examples: [DocumentValue] = []) {
    source = SampleSource(of: type, examples: examples)
  }

  var schema: Schema { source.schema }

  /// The nested versioned types, by their names in the schema.
  var nestedTypes: [String: any VersionedCodable.Type] {
    source.schema.types.reduce(into: [:]) { types, entry in
      if case .versioned = entry.value.form {
        types[entry.key] = source.learner.metatypes[entry.key] as? any VersionedCodable.Type
      }
    }
  }

  /// Makes a random document, with optional fields missing, arrays of any length, and extreme
  /// values. It is never one of the examples as a whole.
  ///
  /// It contains no version: encode it with `encode(unversioned:)`, and decode it with
  /// `decode(versioned:version:from:)`.
  ///
  /// - Parameters:
  ///   - generator: The random number generator.
  ///   - size: The approximate number of values in the document.
  func sample(
    using generator: inout some RandomNumberGenerator, size: Int = 30
  ) throws(NoSample) -> Sample {
    var builder = SampleBuilder(
      source, RandomChoices(generator: generator), size: size, mayBeKnown: false)
    defer { generator = builder.choices.generator }
    return try builder.document()
  }

  /// Makes a small document that has all possible fields and is always the same.
  func typical() throws(NoSample) -> Sample {
    try make(.full(offset: 0)).sample
  }

  /// Makes documents until each case of each enum and each payload of each union has been at each place: the typical one,
  /// the second one, and others like the typical one. There are at most eight.
  ///
  /// - Parameter write: Writes a document. What can't be written, except for the first, is left out, and what it shows
  ///   doesn't count.
  func all<Document>(_ write: (Sample) throws -> Document) throws -> [Document] {
    let first = try make(.full(offset: 0))
    var documents = [try write(first.sample)]
    var shown = first.shown
    // A type may require some of its optional values.
    if let second = makeSecond(after: shown), let document = try? write(second.sample) {
      documents.append(document)
      shown = second.shown
    }
    // A sample may be rejected, or show nothing new, where another offset does.
    for offset in 1..<32 where documents.count < 8 && !shown.areAll {
      guard let other = try? make(.full(offset: offset), after: shown),
        other.shown.count > shown.count, let document = try? write(other.sample)
      else { continue }
      documents.append(document)
      shown = other.shown
    }
    return documents
  }

  /// Makes another document like the typical one, in which everything optional is null, and Bools and cases differ. If the
  /// type accepts them, it has odd values, too.
  ///
  /// - Returns: The document; nil if the type accepts no odd values, nothing is optional, and there are fewer than three
  ///   Bools.
  private func makeSecond(after shown: ShownAlternatives) -> Made? {
    if let odd = try? make(.odd, after: shown), odd.addsSomething { return odd }
    // A type may require some of its optional values.
    guard let plain = try? make(.second, after: shown), plain.addsSomething else { return nil }
    return plain
  }

  private typealias Made = (sample: Sample, shown: ShownAlternatives, addsSomething: Bool)

  private func make(
    _ kind: TypicalChoices.Kind, after shown: ShownAlternatives = ShownAlternatives()
  ) throws(NoSample) -> Made {
    var builder = SampleBuilder(
      source, TypicalChoices(kind, after: shown), size: 1000,
      mayBeKnown: kind == .full(offset: 0), attempts: kind == .odd ? 1 : 3)
    let sample = try builder.document()
    return (sample, builder.choices.shown, builder.choices.addsSomething)
  }
}
