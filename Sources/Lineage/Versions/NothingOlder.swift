/// What ends a chain: only `NothingOlder` does.
public protocol EndOfChain: VersionedCodable {
  /// What a value of the end would give, if there were one.
  var nothing: Never { get }
}

/// The end of every chain: the previous version of a type that has none.
///
/// It has no values, so nobody writes an initializer that takes one. The first version names it:
/// `typealias PreviousVersion = NothingOlder`.
public enum NothingOlder: EndOfChain {
  /// Nothing comes before the end.
  public typealias PreviousVersion = NothingOlder

  /// The end has no version.
  public static var version: Int? { nil }
  /// The end stands in no data.
  public static var versionLocation: VersionLocation { .external }

  /// The end has no versions.
  public static var chain: VersionChain { VersionChain(links: []) }

  /// Never called: the end is never decoded by its versions.
  public static func _makeDecodingPlan() -> AnyObject { preconditionFailure("NothingOlder has no values.") }

  /// Never called: there is no such value.
  public static func _makeEncodingPlan() -> AnyObject { preconditionFailure("NothingOlder has no values.") }

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
