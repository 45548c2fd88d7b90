import Synchronization

/// How values of a type are coded by its own `init(from:)` or `encode(to:)`.
enum CodingStyle: UInt8, AtomicRepresentable {
  /// No value has been coded yet.
  case unknown
  /// By asking for containers.
  case byContainers
  /// By a `FieldDecoding` or `FieldEncoding`, which the type has stored.
  case byFields
}
