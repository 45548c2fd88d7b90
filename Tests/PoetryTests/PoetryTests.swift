import Foundation
import Lineage
import Testing

@testable import Poetry
@testable import PoetryDocuments

/// The example program opens all its documents, and prints what the README says.
struct PoetryTests {
  private static let fixtures = URL(filePath: #filePath)
    .appending(path: "../../../MigrationFixtures").standardized

  private func story<Document: VersionedCodable>(
    of type: Document.Type, named name: String
  ) throws -> [String] {
    var told: [String] = []
    try Shelf(folder: Self.fixtures).open(type, named: name) { told.append($0) }
    return told
  }

  @Test func `anthologies of all four versions open, the oldest first`() throws {
    let told = try story(of: Anthology.self, named: "Anthology")

    #expect(
      told == [
        """
        Anthology/unversioned/haiku.json
          no version: AnthologyV1 → AnthologyV2 → AnthologyV3 → Anthology
          poems[0]: version 1: PoemV1 → PoemV2 → Poem
          filled poems[0].language (missing)
          filled isPublic (missing)
          filled metadata (missing)
          {"audience":"owner","metadata":{"curator":"unknown","schema":"2025-06","tags":[]},\
        "poems":[{"author":"Bashō","language":"en","stanzas":[["old pond","frog leaps in",\
        "water's sound"]],"version":3}],"title":"Frogs"}

        """,
        """
        Anthology/v2/two-poets.json
          version 2: AnthologyV2 → AnthologyV3 → Anthology
          poems[0]: version 2: PoemV2 → Poem
          poems[1]: version 1: PoemV1 → PoemV2 → Poem
          filled poems[0].language (missing)
          filled poems[1].language (missing)
          filled metadata (missing)
          {"audience":"everyone","metadata":{"curator":"unknown","schema":"2025-06","tags":[]},\
        "poems":[{"author":"Emily Dickinson","language":"en","stanzas":[["Hope is the thing with \
        feathers","That perches in the soul,"],["And sweetest in the gale is heard;"]],\
        "version":3},{"author":"Issa","language":"en","stanzas":[["a world of dew"]],"version":3}],\
        "title":"Small things"}

        """,
        """
        Anthology/v3/empty.json
          version 3: AnthologyV3 → Anthology
          filled metadata.tags (missing)
          The anthology was empty.
          {"audience":"owner","metadata":{"curator":"Ada","schema":"2025-06","tags":[]},\
        "poems":[],"title":"To be filled"}

        """,
        """
        Anthology/v2025-06/current.json
          version 2025-06: Anthology
          {"audience":"everyone","metadata":{"curator":"Ada","schema":"2025-06",\
        "tags":["rivers"]},"poems":[{"author":"Heraclitus","language":"grc",\
        "stanzas":[["πάντα ῥεῖ"]],"version":3}],"title":"Flow"}

        """,
      ])
  }

  @Test func `settings open from JSON and from a property list`() throws {
    let told = try story(of: ReaderSettings.self, named: "ReaderSettings")

    #expect(
      told == [
        """
        ReaderSettings/unversioned/first.json
          no version: ReaderSettingsV1 → ReaderSettings
          filled fontSize (missing)
          filled lineHeight (missing)
          {"fontSize":14,"lineHeight":1.4,"reader":"ada","theme":"dark","version":2}

        """,
        """
        ReaderSettings/v2/large-print.plist
          version 2: ReaderSettings
          {"fontSize":22,"lineHeight":1.8,"reader":"grace","theme":"light","version":2}

        """,
      ])
  }
}
