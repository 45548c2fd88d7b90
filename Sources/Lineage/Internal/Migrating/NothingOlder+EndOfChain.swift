// The conformance is in this layer because it needs members that only this layer has.
extension NothingOlder: EndOfChain {
  /// The end has no previous version.
  public typealias PreviousVersion = NothingOlder

  /// The end has no version.
  public static var version: Int? { nil }
  /// The end has no data.
  public static var versionLocation: VersionLocation { .external }

  /// Never returns, because there are no values of this type.
  public var nothing: Never { switch self {} }

  /// Always throws an error, because there are no values of this type.
  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: decoder.codingPath,
        debugDescription: "NothingOlder ends a chain of versions and can't be decoded."))
  }

  /// Never called, because there are no values of this type.
  public func encode(to encoder: any Encoder) throws { switch self {} }
}
