import Lineage

/// Makes documents of one version, valid ones of all kinds, out of what was learned about its shape.
///
/// They are made within the shape first. Where the type refuses them, the types inside are made one
/// by one until each accepts its own, and at last the values are taken that it is known to accept.
struct SampleMaker {
  private let source: SampleSource

  /// Learns what is needed.
  ///
  /// - Parameters:
  ///   - type: The type of the version.
  ///   - examples: Documents of that version, for places of which no values can be made up.
  init(of type: any VersionedCodable.Type, examples: [DocumentValue] = []) {
    source = SampleSource(of: type, examples: examples)
  }

  var schema: Schema { source.schema }

  /// Makes a document by chance: fields there or not, arrays of any length, extreme values.
  ///
  /// It has no version: it is written by `encode(unversioned:)`, and read by
  /// `decode(versioned:version:from:)`.
  ///
  /// - Parameters:
  ///   - generator: Where chance comes from.
  ///   - size: About how many values there are in the document.
  func sample(
    using generator: inout some RandomNumberGenerator, size: Int = 30
  ) throws(NoSample) -> Sample {
    var builder = SampleBuilder(source, RandomChoices(generator: generator), size: size)
    defer { generator = builder.choices.generator }
    return try builder.document()
  }

  /// Makes a small document with everything in it that there can be, always the same.
  func typical() throws(NoSample) -> Sample {
    var builder = SampleBuilder(source, TypicalChoices(), size: 1000)
    return try builder.document()
  }
}
