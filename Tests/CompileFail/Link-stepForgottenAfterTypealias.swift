// error: type 'Poem' does not conform to protocol 'VersionedCodable'
// error: Write the step, init(from:). A type with initial values can be DefaultFillable.
import Lineage

struct PoemV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var author: String
}

struct Poem: VersionedCodable {
  static let version = 2
  typealias PreviousVersion = PoemV1
  var author = ""
}
