import Foundation
import Lineage

@testable import LineageSchemas

/// A document that contains a single value.
struct Holder<Value: Codable>: VersionedCodable {
  static var version: Int { 1 }
  typealias PreviousVersion = NothingOlder

  var value: Value
}

/// The learned shape of a type and the types in it, in the format of a lock.
func learned<Value: Codable>(_ type: Value.Type, examples: [DocumentValue] = []) throws -> String {
  var schema = Schema.learned(
    from: Holder<Value>.self, examples: examples.map { ["value": $0] })
  guard case .named(let root) = schema.root, case .object(let fields)? = schema.types[root]?.form,
    var value = fields["value"]
  else { return "not an object" }
  schema.types[root] = nil
  // The holder needs its key, also for an optional value.
  value.isRequired = false
  let shape = try text(StoredValue.written([value]), openLevels: 0).dropFirst().dropLast()
  if schema.types.isEmpty { return String(shape) }
  return try "\(shape) \(text(StoredValue.written(schema.types), openLevels: 1))"
}

/// The learned shape of a document.
func learned(root type: any VersionedCodable.Type) throws -> String {
  let schema = Schema.learned(from: type)
  return try text(StoredValue.written(schema.types), openLevels: 2)
}

private func text(_ value: DocumentValue, openLevels: Int) throws -> String {
  CanonicalText(openLevels: openLevels).text(of: value)
}
