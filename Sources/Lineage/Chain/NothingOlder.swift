/// The end of every chain: the previous version of a type that has none.
///
/// It has no values, so nobody writes an initializer that takes one.
public enum NothingOlder: VersionedCodable {
  public typealias PreviousVersion = NothingOlder

  public static var version: Int? { nil }
  public static var versionLocation: VersionLocation { .external }

  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: decoder.codingPath,
        debugDescription: "NothingOlder ends a chain of versions and can't be decoded."))
  }

  public func encode(to encoder: any Encoder) throws { isImpossible() }

  func isImpossible() -> Never {
    switch self {}
  }
}
