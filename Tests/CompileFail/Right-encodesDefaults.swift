// compiles
import Lineage

struct Poem: VersionedCodable, DefaultFillable {
  static let version = 1
  static let encodesDefaults = false
  typealias PreviousVersion = NothingOlder
  var author = ""
}

struct Book: VersionedCodable, DefaultFillable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var title = ""
}

struct Shelf<Content: VersionedCodable>: VersionedCodable {
  static var version: Int { 1 }
  typealias PreviousVersion = NothingOlder
  var books: [Content]
}

extension Shelf: DefaultFillable {
  static var encodesDefaults: Bool { false }
  init() { books = [] }
}

struct Settings: DefaultFillable {
  static var encodesDefaults: Bool { false }
  var isLoud = true
}

func writesDefaults<Value: VersionedCodable & DefaultFillable>(_ type: Value.Type) -> Bool {
  Value.encodesDefaults
}

let all: [Bool] = [
  Poem.encodesDefaults, Book.encodesDefaults, Settings.encodesDefaults, writesDefaults(Book.self),
]
