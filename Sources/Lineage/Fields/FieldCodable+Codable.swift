// How types are coded that read and write their fields themselves, if a coder calls them.

extension FieldCodable {
  /// Decodes a value with Lineage's decoder, or with another library's, as `Versioned` does.
  public init(from decoder: any Decoder) throws {
    if let own = decoder as? ValueDecoder {
      if !FieldDecodings.isKnown(for: Self.self) {
        FieldDecodings.store(FieldCodableDecoding<Self>())
      }
      self = try withExtendedLifetime(own) {
        try own.decodeDirectly { _ in
          try FieldReader.read(own.state, frame: own.frameIndex) { try Self(reading: &$0) }
        }
      }
    } else if let learner = decoder as? any LearningDecoder {
      var fields = FieldReader(learner)
      try self.init(reading: &fields)
    } else {
      self = try CoderAccess.decode(Self.self, from: decoder)
    }
  }

  /// Encodes the value with Lineage's encoder, or with another library's, as `Versioned` does.
  public func encode(to encoder: any Encoder) throws {
    if let own = encoder as? ValueEncoder {
      if !FieldEncodings.isKnown(for: Self.self) {
        FieldEncodings.store(FieldCodableEncoding<Self>())
      }
      if own.writer.state.pointee.typeInQuestion == ObjectIdentifier(Self.self) {
        own.writer.state.pointee.typeInQuestion = nil
        try FieldEncodings.known(for: Self.self).withObject { try $0.write(self, to: own) }
      } else {
        // Another type calls this directly. No plan adds the nulls, so they are written here.
        try FieldWriter.write(to: own, omitsNil: false, as: Self.self) { try write(to: &$0) }
      }
    } else if let learner = encoder as? any LearningEncoder {
      var fields = FieldWriter(learner)
      try write(to: &fields)
    } else {
      try CoderAccess.encode(self, to: encoder)
    }
  }
}

private final class FieldCodableDecoding<Value: FieldCodable>: FieldDecoding<Value>,
  @unchecked Sendable
{
  override func read(_ state: DecodingState.Pointer, _ frame: UInt32) throws -> Value {
    try FieldReader.read(state, frame: frame) { try Value(reading: &$0) }
  }

  override func readArray(_ array: Field, of frame: Int32, filling fill: Fill) throws -> [Value] {
    try array.decodeElements(in: frame) { element in
      let frame = element.openFrame(filling: fill, libraryKeys: nil)
      return try FieldReader.read(element.state, frame: frame) { try Value(reading: &$0) }
    }
  }
}

private final class FieldCodableEncoding<Value: FieldCodable>: FieldEncoding<Value>,
  @unchecked Sendable
{
  private let hasDefaults = Value.self is any DefaultFillable.Type

  override func write(_ value: Value, to encoder: ValueEncoder) throws {
    try FieldWriter.write(to: encoder, omitsNil: hasDefaults, as: Value.self) {
      try value.write(to: &$0)
    }
    // Also of a value inside a newer one, which has no version of its own.
    try encoder.writer.omitFilledFields(of: value, at: encoder)
  }
}
