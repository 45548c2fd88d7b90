import Lineage

/// A document that contains a single value.
struct Holder<Value: Codable>: VersionedCodable {
  static var version: Int { 1 }
  typealias PreviousVersion = NothingOlder

  var value: Value
}
