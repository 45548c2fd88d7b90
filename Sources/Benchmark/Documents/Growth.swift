import Lineage

/// The first version of a document that grew by one field with every version: 19 KB.
struct Growth0: VersionedCodable, DefaultFillable {
  static let version = 0
  typealias PreviousVersion = NothingOlder

  var rows: [Row] = []

  static func sample() -> Growth0 { Growth0(rows: Row.sample(150)) }
}

/// The version after `Previous`.
struct Growth<Previous: VersionedCodable>: VersionedCodable, DefaultFillable
where Previous.Version == Int {
  static var version: Int { Previous.version + 1 }
  typealias PreviousVersion = Previous

  var rows: [Row] = []
  var added = 1
}

typealias Growth5 = Growth<Growth<Growth<Growth<Growth<Growth0>>>>>
typealias Growth10 = Growth<Growth<Growth<Growth<Growth<Growth5>>>>>

/// A record whose fields all have defaults.
struct Row: DefaultFillable {
  var id = 0
  var name = "nobody"
  var email = "nobody@example.com"
  var balance = 0.5
  var isActive = true
  var tags: [String] = []

  static func sample(_ count: Int) -> [Row] {
    var random = SplitMix(seed: 6)
    return (0..<count).map { _ in
      Row(
        id: random.number(below: 10_000), name: random.word(12), email: random.word(20),
        balance: random.decimal(below: 100, decimals: 2), isActive: false,
        tags: (0..<3).map { _ in random.word(6) })
    }
  }
}

/// A version in a chain of any length.
protocol Generation: VersionedCodable where Version == Int {
  var rows: [Row] { get }
}

enum Generations {
  struct First: Generation {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var rows: [Row]
  }

  struct Next<Old: Generation>: Generation {
    static var version: Int { Old.version + 1 }
    var rows: [Row]
    init(from old: Old) throws { rows = old.rows }
  }

  /// The newest type of a chain with `count` versions.
  static func newest(of count: Int) -> any Generation.Type {
    func next<Old: Generation>(after old: Old.Type) -> any Generation.Type { Next<Old>.self }
    var newest: any Generation.Type = First.self
    for _ in 1..<count { newest = next(after: newest) }
    return newest
  }
}
