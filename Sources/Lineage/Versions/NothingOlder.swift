/// The type at the end of a chain. Only `NothingOlder` conforms to it.
public protocol EndOfChain: VersionedCodable {
  /// Never returns, because there are no values of the type.
  var nothing: Never { get }
}

/// The end of every chain: the previous version of the first version.
///
/// It has no values, so there is no step from it. Declare it in the first version:
/// `typealias PreviousVersion = NothingOlder`.
public enum NothingOlder {}
