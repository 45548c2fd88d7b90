// compiles
import Lineage

struct PoemV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var author: String
}

struct Poem: VersionedCodable, DefaultFillable {
  static let version = 2
  typealias PreviousVersion = PoemV1
  var author = ""
}

let poem = Poem()
