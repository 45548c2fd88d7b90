/// A version whose declaration has a digest that fails the build when the declaration changes.
///
/// The macro `@Shipped` of `LineageMacros` makes types conform. The locks of `LineageTesting` record
/// the digest, so that it can't be replaced unnoticed.
public protocol ShippedVersion {
  /// The digest of the declaration.
  static var shippedDigest: String { get }
}
