public import Foundation
public import Lineage

/// A document that was kept before it was replaced.
public struct MigrationBackup: Hashable, Sendable {
  /// The name of its file, which says its place in the order, its version, and when it was kept.
  public let name: String
  /// When it was kept.
  public let date: Date
  /// Its version; nil if it can't be read.
  public let version: AnyVersion?
  /// Whether it has changes that a program couldn't save, so that it was never the document. It is only restored by its
  /// name.
  public let isUnsaved: Bool
}
