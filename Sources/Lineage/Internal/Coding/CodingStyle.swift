import Synchronization

/// How values of a type are coded by its own `init(from:)` or `encode(to:)`.
enum CodingStyle: UInt8, AtomicRepresentable {
  /// Neither way, so far.
  case unknown
  /// By asking for containers.
  case byContainers
  /// By a `FieldDecoding` or `FieldEncoding`, which the type has stored.
  case byFields
}
