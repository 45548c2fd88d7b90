/// What ends a chain: only `NothingOlder` does.
public protocol EndOfChain: VersionedCodable {
  /// What a value of the end would give, if there were one.
  var nothing: Never { get }
}

/// The end of every chain: the previous version of a type that has none.
///
/// It has no values, so there is no step from it to write. The first version names it:
/// `typealias PreviousVersion = NothingOlder`.
public enum NothingOlder {}
