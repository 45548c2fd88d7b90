/// Documents of `Shipped.Poem` and its older version.
enum PoemText {
  static let haiku = """
    {
      "author" : "Issa",
      "text" : "a world of dew\\nand within every dewdrop",
      "version" : 1
    }

    """

  static let oneLine = """
    {
      "author" : "Issa",
      "text" : "a world of dew",
      "version" : 1
    }

    """

  static let short = """
    {
      "author" : "Issa",
      "language" : "ja",
      "lines" : [
        "a world of dew"
      ],
      "version" : 2
    }

    """
}

extension TemporaryFixtures {
  /// Valid recorded fixtures of both versions of a poem.
  static func ofPoems() throws -> TemporaryFixtures {
    let directory = TemporaryFixtures()
    try directory.put(PoemText.haiku, at: "Poem/v1/haiku.json")
    try directory.put(PoemText.short, at: "Poem/v2/short.json")
    return directory.setUp(Shipped.Poem.self)
  }

  /// Valid recorded fixtures of a poem: two of version 1, and a sample of version 2.
  static func ofOldPoems() throws -> TemporaryFixtures {
    let directory = TemporaryFixtures()
    try directory.put(PoemText.oneLine, at: "Poem/v1/haiku.json")
    try directory.put(
      PoemText.oneLine.replacing("Issa", with: "Buson"), at: "Poem/v1/other.json")
    return directory.setUp(Shipped.Poem.self)
  }
}
