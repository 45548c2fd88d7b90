public import Foundation
public import Lineage

/// A retroactive conformance: type, protocol and conformance are in three modules.
extension DateInterval: VersionedCodable {
  /// The version that tests write.
  public static let version = 3
  /// It is the first version.
  public typealias PreviousVersion = NothingOlder
}
