public import Foundation
public import Lineage

/// A type of one module, a protocol of another, and the conformance in a third.
extension DateInterval: VersionedCodable {
  /// The version that tests write.
  public static let version = 3
  /// There is none before it.
  public typealias PreviousVersion = NothingOlder
}
