import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Types that were renamed, or have the same name as others.
struct RenamedDocumentTests {
  // MARK: - Renaming

  /// `Poem` under a new name.
  private struct Verse: VersionedCodable, DefaultFillable {
    static let version = 2
    var author = ""
    var lines: [String] = []
    var language = "en"

    init() {}

    init(from old: Shipped.PoemV1) throws {
      author = old.author
      lines = [old.text]
    }
  }

  @Test(arguments: RecordingMode.allCases)
  func `a renamed type is reported, and gets no new folder`(_ mode: RecordingMode) throws {
    let directory = try TemporaryFixtures.ofOldPoems()
    let before = try directory.contents()

    #expect(
      directory.failures(of: Verse.self, named: "Verse", mode: mode) == [
        """
        There are no fixtures in MigrationFixtures/Verse, but those in MigrationFixtures/Poem seem to be \
        of the same document. Was Poem renamed to Verse?
        If it was, move the folder to MigrationFixtures/Verse, or pass its name: \
        MigrationFixtures(of: Verse.self, named: "Poem"). If Verse is another document, put its first \
        fixture into MigrationFixtures/Verse/v2. Until then, nothing is checked or recorded.
        """
      ])
    #expect(try directory.contents() == before)
    #expect(directory.failures(of: Verse.self, named: "Poem") == [])
  }

  @Test func `a document of a renamed type is not recorded into a new folder`() throws {
    let directory = try TemporaryFixtures.ofOldPoems()
    let before = try directory.contents()

    let failures = directory.fixtures(of: Verse.self, named: "Verse", mode: .missing)
      .failures(recording: Verse(), as: "empty")

    #expect(failures.map(\.rule) == [.folderIsOfDocument])
    #expect(try directory.contents() == before)
  }

  @Test func `a renamed type is reported even if it has a newer version`() throws {
    let directory = try TemporaryFixtures.ofOldPoems()
    struct Card: VersionedCodable, DefaultFillable {
      static let version = 3
      typealias PreviousVersion = Shipped.Poem
      var author = ""
      var year: Int?
    }

    let failures = directory.failures(of: Card.self, named: "Card", mode: .newest)

    #expect(failures.count == 1)
    #expect(failures.first?.contains("Was Poem renamed to Card?") == true)
  }

  @Test func `another document beside the first one is not reported as renamed`() throws {
    struct Book: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var title: String
    }
    let directory = try TemporaryFixtures.ofOldPoems().setUp(Book.self, named: "Book")

    #expect(directory.files.contains("Book/v1/sample.json"))
    #expect(directory.failures(of: Book.self, named: "Book") == [])
  }

  private struct Recipe: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title = ""
    var steps: [String] = []
    var servings = 2
  }

  /// `Recipe` under a new name, and with another field.
  private struct Dish: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title = ""
    var steps: [String] = []
    var diners = 2
  }

  @Test func `a type that may have been renamed and changed is pointed out when it is recorded`()
    throws
  {
    let directory = TemporaryFixtures().setUp(Recipe.self, named: "Recipe").setUp(Shipped.Poem.self)

    #expect(
      directory.failures(of: Dish.self, named: "Dish", mode: .missing) == [
        """
        Recorded:
          MigrationFixtures/Dish/v1/sample.json
          MigrationFixtures/Dish/v1/sample2.json
          MigrationFixtures/Dish/schema.json
        Dish resembles Recipe, which has the same versions. If Recipe was renamed, delete what was recorded, and rename \
        its folder to MigrationFixtures/Dish.
        Review what was written, commit it, and run the tests again. A run that records always fails, so that nothing \
        is recorded without a review.
        """
      ])
  }

  private enum Suit: String, VersionedCodable, CaseIterable {
    case hearts, spades
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
  }

  private enum Color: String, VersionedCodable, CaseIterable {
    case hearts, spades
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
  }

  @Test func `a renamed enum is reported`() {
    let directory = TemporaryFixtures().setUp(Suit.self, named: "Suit")

    #expect(
      directory.failures(of: Color.self, named: "Color").first?.contains(
        "Was Suit renamed to Color?") == true)
  }

  // MARK: - Two types with the same name

  private enum Editor {
    struct Settings: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var theme = "light"
    }
  }

  private enum Reader {
    struct Settings: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var theme = "light"
    }
  }

  @Test func `two types with the same name can't share a folder`() throws {
    let directory = TemporaryFixtures()
    var editor = MigrationFixtures(of: Editor.Settings.self, folder: directory.folder)
    var reader = MigrationFixtures(of: Reader.Settings.self, folder: directory.folder)
    editor.mode = .missing
    reader.mode = .missing
    _ = editor.failuresAfterRecording()
    let before = try directory.contents()

    let types = [Editor.Settings.self, Reader.Settings.self].map { String(reflecting: $0) }
    #expect(
      reader.failuresAfterRecording().map(\.description) == [
        """
        MigrationFixtures/Settings is the folder of two types, \(types[0]) and \(types[1]), but each \
        type needs its own fixtures.
        Give one of them its own folder: MigrationFixtures(of: Settings.self, named: "…").
        """
      ])
    #expect(try directory.contents() == before)
    #expect(editor.failuresAfterRecording().map(\.description) == [])
  }
}
