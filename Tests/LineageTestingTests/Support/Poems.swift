import Lineage

// Variants of a poem at version 2 of its schema, valid and broken ones. All use
// `MigrationFixtures/Poem`.

/// The valid types.
enum Shipped {
  struct PoemV1: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var author = ""
    var text = ""
  }

  struct Poem: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    var author = ""
    var lines: [String] = []
    var language = "en"

    init() {}

    init(author: String, lines: [String], language: String = "en") {
      self.author = author
      self.lines = lines
      self.language = language
    }

    init(from old: PoemV1) throws {
      self.init(author: old.author, lines: old.text.split(separator: "\n").map(String.init))
    }
  }
}

/// One version later: `Poem` was renamed, and there is a new newest type.
enum Next {
  typealias PoemV2 = Shipped.Poem

  struct Poem: VersionedCodable, DefaultFillable {
    static let version = 3
    typealias PreviousVersion = PoemV2
    var author = ""
    var lines: [String] = []
    var language = "en"
    var year: Int?
  }
}

/// The first version was changed after it shipped.
enum Drifted {
  struct PoemV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var author = ""
    var text = ""
    var isPublic = false
  }

  struct Poem: VersionedCodable, DefaultFillable {
    static let version = 2
    var author = ""
    var lines: [String] = []
    var language = "en"

    init() {}

    init(from old: PoemV1) throws {
      author = old.author
      lines = old.text.split(separator: "\n").map(String.init)
    }
  }
}

/// The first version writes another value of the same shape.
enum Shouting {
  struct PoemV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var author = ""
    var text = ""

    enum CodingKeys: CodingKey { case author, text }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(author.uppercased(), forKey: .author)
      try container.encode(text, forKey: .text)
    }
  }

  struct Poem: VersionedCodable, DefaultFillable {
    static let version = 2
    var author = ""
    var lines: [String] = []
    var language = "en"

    init() {}

    init(from old: PoemV1) throws {
      author = old.author
      lines = old.text.split(separator: "\n").map(String.init)
    }
  }
}

/// The first version has another default, which no document reveals.
enum Defaulted {
  struct PoemV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var author = "unknown"
    var text = ""
  }

  struct Poem: VersionedCodable, DefaultFillable {
    static let version = 2
    var author = ""
    var lines: [String] = []
    var language = "en"

    init() {}

    init(from old: PoemV1) throws {
      author = old.author
      lines = old.text.split(separator: "\n").map(String.init)
    }
  }
}

/// Version 1 was removed from the chain.
enum Interrupted {
  struct Poem: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = NothingOlder
    var author = ""
    var lines: [String] = []
    var language = "en"
  }
}

/// The step rejects poems without text.
enum Selective {
  struct NoText: Error {}

  struct Poem: VersionedCodable, DefaultFillable {
    static let version = 2
    var author = ""
    var lines: [String] = []
    var language = "en"

    init() {}

    init(from old: Shipped.PoemV1) throws {
      guard !old.text.isEmpty else { throw NoText() }
      author = old.author
      lines = [old.text]
    }
  }
}

/// Encoding omits the language, so it decodes as the default.
enum Forgetful {
  struct Poem: VersionedCodable {
    static let version = 2
    var author = ""
    var language = "en"

    enum CodingKeys: CodingKey { case author, language }

    init() {}

    init(from old: Shipped.PoemV1) throws {
      author = old.author
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      author = try container.decode(String.self, forKey: .author)
      language = try container.decodeIfPresent(String.self, forKey: .language) ?? "en"
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(author, forKey: .author)
    }
  }
}

/// Each time it is encoded, it gets one more line.
enum Growing {
  struct Poem: VersionedCodable {
    static let version = 2
    var author: String
    var lines: [String]

    enum CodingKeys: CodingKey { case author, lines }

    init(from old: Shipped.PoemV1) throws {
      author = old.author
      lines = [old.text]
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      author = try container.decode(String.self, forKey: .author)
      lines = try container.decode([String].self, forKey: .lines) + ["and"]
    }
  }
}
