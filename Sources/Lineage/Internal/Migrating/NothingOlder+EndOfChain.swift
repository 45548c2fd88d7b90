// Here, since a version has members that only this layer can give it.
extension NothingOlder: EndOfChain {
  /// Nothing comes before the end.
  public typealias PreviousVersion = NothingOlder

  /// The end has no version.
  public static var version: Int? { nil }
  /// The end stands in no data.
  public static var versionLocation: VersionLocation { .external }

  /// Never returns: there is no such value.
  public var nothing: Never { switch self {} }

  /// Always fails: there is no such value.
  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: decoder.codingPath,
        debugDescription: "NothingOlder ends a chain of versions and can't be decoded."))
  }

  /// Is never called: there is no such value.
  public func encode(to encoder: any Encoder) throws { switch self {} }
}
