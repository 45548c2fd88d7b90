// error: type 'Poem' does not conform to protocol 'VersionedCodable'
// note: candidate would match and infer 'PreviousVersion' = 'Draft' if 'Draft' conformed to 'VersionedCodable'
import Lineage

struct PoemV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var author: String
}

struct Draft: Codable {
  var author: String
}

struct Poem: VersionedCodable, ZeroFillable {
  static let version = 2
  var author = ""
}

extension Poem {
  init(from old: Draft) throws { author = old.author }
}
