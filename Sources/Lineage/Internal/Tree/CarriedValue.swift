/// A field of an older version while it is carried over.
///
/// Most fields keep their type from one version to the next, and a value that gets to a field of its
/// own type needs no coding on the way: that is what makes a step cost what it changes, and not what
/// the document weighs. A value of another type is encoded, and the fields of the objects in it are
/// carried values again, so that a document is never encoded deeper than its types have changed.
class CarriedValue: Equatable, @unchecked Sendable {
  /// The value as a tree, for a field of another type.
  func encoded() throws -> DocumentTree {
    preconditionFailure("Internal error: a carried value without a type.")
  }

  var type: any Any.Type { Never.self }

  static func == (first: CarriedValue, second: CarriedValue) -> Bool { first === second }
}
