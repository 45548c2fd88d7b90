import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Each rule is broken on purpose, and the full text of the failure is compared.
struct CheckTests {
  @Test func `valid fixtures pass, and nothing is written`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    let before = try directory.contents()

    #expect(directory.failures(of: Shipped.Poem.self) == [])
    #expect(directory.failures(of: Shipped.Poem.self, mode: .missing) == [])
    #expect(directory.failures(of: Shipped.Poem.self, mode: .newest) == [])
    #expect(try directory.contents() == before)
  }

  @Test func `a first run records expectations and the lock, and fails`() throws {
    let directory = TemporaryFixtures()
    try directory.put(PoemText.haiku, at: "Poem/v1/haiku.json")
    try directory.put(PoemText.short, at: "Poem/v2/short.json")

    let failures = directory.failures(of: Shipped.Poem.self, mode: .missing)

    #expect(
      failures == [
        """
        Recorded:
          MigrationFixtures/Poem/v1/haiku.expected.json
          MigrationFixtures/Poem/schema.json
        If users already have documents of version 2, set "shipped" to true in schema.json. If that file was lost, \
        restore it from version control instead.
        Review what was written, commit it, and run the tests again. A run that records always fails, \
        so that nothing is recorded without a review.
        """
      ])
    #expect(
      try directory.text(of: "Poem/v1/haiku.expected.json") == """
        {
          "author" : "Issa",
          "language" : "en",
          "lines" : [
            "a world of dew",
            "and within every dewdrop"
          ],
          "version" : 2
        }

        """)
    #expect(try directory.text(of: "Poem/v1/haiku.json") == PoemText.haiku)
  }

  /// A card with a poem, whose step notes what it doesn't know.
  private struct NotedPoem: VersionedCodable, DefaultFillable {
    static let version = 2
    var author = ""

    init() {}

    init(from old: Shipped.PoemV1, in context: MigrationContext) {
      author = old.author
      if author.isEmpty { context.note("The author was unknown.") }
    }
  }

  private struct Card: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var poems: [NotedPoem]
  }

  @Test func `notes that steps add to the report are listed with the expectation`() throws {
    let directory = TemporaryFixtures()
    try directory.put(PoemText.haiku, at: "Poem/v1/haiku.json")
    try directory.put(PoemText.haiku.replacing("Issa", with: ""), at: "Poem/v1/nobody.json")
    try directory.put(
      #"{"poems": [{"text": "", "author": "", "version": 1}], "version": 1}"#,
      at: "Card/v1/old.json")

    #expect(
      directory.failures(of: NotedPoem.self, mode: .missing).first == """
        Recorded:
          MigrationFixtures/Poem/v2/sample.json
          MigrationFixtures/Poem/v2/sample2.json
          MigrationFixtures/Poem/v1/haiku.expected.json
          MigrationFixtures/Poem/v1/nobody.expected.json
            note: The author was unknown.
          MigrationFixtures/Poem/schema.json
        Review what was written, commit it, and run the tests again. A run that records always fails, \
        so that nothing is recorded without a review.
        """)
    #expect(
      directory.failures(of: Card.self, named: "Card", mode: .missing).first?.contains(
        """
          MigrationFixtures/Card/v1/old.expected.json
            note: poems[0]: The author was unknown.
        """) == true)
  }

  private enum Forgetful {
    struct UserV1: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      enum Level: Int, Codable { case low, high }
      enum Theme: String, Codable, CaseIterable { case light, dark, sepia }
      enum Role: String, Codable { case reader, editor, admin }
      enum Mode: String, Codable, CaseIterable {
        case slow, fast, hidden

        init(from decoder: any Decoder) throws {
          self = try Mode(rawValue: String(from: decoder)) ?? .slow
        }
      }
      var name: String
      var age: Int
      var level: Level
      var theme = OpenEnum.known(Theme.dark)
      var role = OpenEnum.known(Role.editor)
      var mode = Mode.slow
      var unknownFields = UnknownFields()
    }

    struct User: VersionedCodable, DefaultFillable {
      static let version = 2
      typealias PreviousVersion = UserV1
      enum Level: Int, Codable { case low, medium, high }
      enum Theme: String, Codable, CaseIterable { case light, dark }
      enum Role: String, Codable { case reader, editor }
      enum Mode: String, Codable, CaseIterable {
        case slow, fast

        init(from decoder: any Decoder) throws {
          self = try Mode(rawValue: String(from: decoder)) ?? .slow
        }
      }
      var fullName = ""
      var age = 0
      var level = Level.low
      var theme = OpenEnum.known(Theme.light)
      var role = Role.reader
      var mode = Mode.slow
    }
  }

  @Test func `what a recorded expectation doesn't show is listed with it`() throws {
    let directory = TemporaryFixtures()
    try directory.put(
      #"{"age":5,"level":1,"mode":"fast","name":"Issa","role":"editor","theme":"dark","version":1}"#,
      at: "User/v1/issa.json")

    #expect(
      directory.failures(of: Forgetful.User.self, named: "User", mode: .missing).first == """
        Recorded:
          MigrationFixtures/User/v2/sample.json
          MigrationFixtures/User/v2/sample2.json
          MigrationFixtures/User/v2/sample3.json
          MigrationFixtures/User/v1/issa.expected.json
            dropped: name (the newer type has no such field; if it is fullName now, rename it in the step)
          MigrationFixtures/User/schema.json
          In the newest version, the case `high` of `level` was `1`, and is now `2`: older documents get \
        another case, unless the step converts them
          In the newest version, `mode` no longer has the case `"hidden"`: older documents with such a case get \
        `"slow"` instead, unless the step converts it
          In the newest version, `role` no longer has the case `"admin"`: older documents with such a case \
        may not open, or lose it, unless the step converts it
          In the newest version, `role` preserved unknown cases, and now rejects them: older documents with \
        such a case may not open, or lose it, unless the step converts it
          In the newest version, `theme` no longer has the case `"sepia"`: older documents have unknown cases \
        there, unless the step converts them
          In the newest version, the document preserved unknown fields, and now drops them: older \
        documents lose the fields that other programs have added to them
        Review what was written, commit it, and run the tests again. A run that records always fails, \
        so that nothing is recorded without a review.
        """)
  }

  private enum Moved {
    struct NoteV0: VersionedCodable {
      static let version: Int? = nil
      typealias PreviousVersion = NothingOlder
      var text: String
    }

    struct NoteV1<Oldest: VersionedCodable>: VersionedCodable, DefaultFillable {
      static var version: Int { 1 }
      static var newerVersions: NewerVersionPolicy { .readAsNewest }
      typealias PreviousVersion = Oldest
      var text = ""
      var size = 12

      init() {}
      init(from old: Oldest) {}
    }

    struct Note<Oldest: VersionedCodable>: VersionedCodable, DefaultFillable {
      static var version: Int { 2 }
      static var versionLocation: VersionLocation { .path("meta", "schema") }
      static var encodesDefaults: Bool { false }
      typealias PreviousVersion = NoteV1<Oldest>
      var text = ""
      var size = 14

      init() {}
      init(from old: NoteV1<Oldest>) { (text, size) = (old.text, old.size) }
    }
  }

  @Test func `what programs of the version before can't know is listed with a new one`() throws {
    func listed<Note: VersionedCodable>(_ type: Note.Type) -> [String] {
      let text = TemporaryFixtures().failures(of: type, named: "Note", mode: .missing).first ?? ""
      return text.components(separatedBy: "\n").filter { $0.hasPrefix("  In the newest version, ") }
    }
    let size = """
        In the newest version, the default of `size` was `12`, and is now `14`: programs of version 1, which read \
      documents of the newest version, fill a missing field with the old one
      """
    let place = """
        In the newest version, the version was under `version`, and is now under `meta.schema`: programs of version 1 \
      find no version in documents of the newest one
      """

    #expect(listed(Moved.Note<NothingOlder>.self) == [size, place])
    #expect(listed(Moved.Note<Moved.NoteV0>.self) == [size, place + ", and may write over them"])
  }

  private enum Read {
    struct NoteV1: VersionedCodable, DefaultFillable {
      static let version = 1
      static let newerVersions = NewerVersionPolicy.readAsNewest
      typealias PreviousVersion = NothingOlder
      var size = 12
      var color = "red"
      var style = Style()
    }

    struct NoteV2: VersionedCodable, DefaultFillable {
      static let version = 2
      typealias PreviousVersion = NoteV1
      var size = 13
      var color = "red"
      var style = Style()
    }

    struct Note: VersionedCodable, DefaultFillable {
      static let version = 3
      typealias PreviousVersion = NoteV2
      var size: Int?
      var color = "blue"
      var style = Style()
    }

    struct Style: Codable, DefaultFillable {
      static let encodesDefaults = false
      var font = "serif"
    }
  }

  @Test func `another default is listed only if a document may lack the field`() {
    let directory = TemporaryFixtures()

    let text = directory.failures(of: Read.Note.self, named: "Note", mode: .missing).first ?? ""

    #expect(
      text.components(separatedBy: "\n").filter { $0.hasPrefix("  In the newest version, ") } == [
        """
          In the newest version, the default of `size` was `12`, and there is none now: programs of version 1, which \
        read documents of the newest version, fill a missing field with the old one
        """
      ])
  }

  private struct DeviceV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var id: UUID
    var name: String
    var tags: [String]
    var rating: Int
    var owner: String?
    var size: Int
    var model: String
    var price: Double
    var frame: FrameV1
    var kinds: Set<String>
    var border: FrameV1
    var style: String
    var mode: Style
  }

  private struct FrameV1: Codable {
    var width: Int
  }

  private enum Style: Codable {
    case plain, framed
  }

  private struct Frame: DefaultFillable {
    var width = 1
    var color = "red"
  }

  /// Its step forgets the first fields, up to the owner, the border and the mode.
  private struct Device: VersionedCodable, DefaultFillable {
    static let version = 2
    var id = UUID()
    var name = ""
    var tags: [String] = []
    var rating = 3
    var owner: String?
    var size = 0
    var model = ""
    var price = 3.0
    var frame = Frame()
    var kinds: Set = ["a", "b", "c"]
    var border = Frame()
    var style = Style.plain
    var mode = Style.plain

    init() {}

    init(from old: DeviceV1) throws {
      size = old.size * 1000
      model = old.model
      price = old.price
      frame.width = old.frame.width
      kinds = old.kinds
      style = old.style == "framed" ? .framed : .plain
    }
  }

  @Test func `fields that a step may have forgotten are listed with the expectation`() throws {
    let directory = TemporaryFixtures()
    try directory.put(
      """
      {"id":"6F9619FF-8B86-D011-B42D-00CF4FC964FF","name":"Lamp","tags":["a"],"rating":5,"owner":"Issa","size":1,\
      "model":"m","version":1,"price":3,"frame":{"width":1},"kinds":["c","b","a"],\
      "border":{"width":2},"style":"framed","mode":{"framed":{}}}
      """, at: "Device/v1/full.json")
    try directory.put(
      """
      {"id":"6F9619FF-8B86-D011-B42D-00CF4FC964FF","name":"","tags":[],"rating":3,"size":0,"model":"",\
      "version":1,"price":1,"frame":{"width":2},"kinds":[],\
      "border":{"width":1},"style":"plain","mode":{"plain":{}}}
      """, at: "Device/v1/plain.json")

    #expect(
      directory.failures(of: Device.self, named: "Device", mode: .missing).first == """
        Recorded:
          MigrationFixtures/Device/v2/sample.json
          MigrationFixtures/Device/v2/sample2.json
          MigrationFixtures/Device/v1/full.expected.json
            reset: border (the document has a value that the step may have forgotten)
            reset: id (the document has a value that the step may have forgotten)
            reset: mode (the document has a value that the step may have forgotten)
            reset: name (the document has a value that the step may have forgotten)
            reset: owner (the document has a value that the step may have forgotten)
            reset: rating (the document has a value that the step may have forgotten)
            reset: tags (the document has a value that the step may have forgotten)
          MigrationFixtures/Device/v1/plain.expected.json
            reset: id (the document has a value that the step may have forgotten)
          MigrationFixtures/Device/schema.json
        Review what was written, commit it, and run the tests again. A run that records always fails, \
        so that nothing is recorded without a review.
        """)
  }

  private struct VisitV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var visitDay: Date
    var photo: Data
    var height: Double
    var place: String
  }

  /// Its step forgets everything but the place.
  private struct Visit: VersionedCodable, DefaultFillable {
    static let version = 2
    var visitDay = Date(timeIntervalSince1970: 1_000_000)
    var photo = Data([1, 2, 3])
    var height = 2.0
    var place = ""

    init() {}

    init(from old: VisitV1) throws { place = old.place }
  }

  /// It leaves out defaults, and its step forgets everything.
  private struct ShortVisit: VersionedCodable, DefaultFillable {
    static let version = 2
    static let encodesDefaults = false
    var visitDay = Date(timeIntervalSince1970: 1_000_000)
    var photo = Data([1, 2, 3])
    var height = 2.0
    var place = "Edo"

    init() {}

    init(from old: VisitV1) throws {}
  }

  @Test func `forgotten fields are listed if defaults are left out`() throws {
    let directory = TemporaryFixtures()
    try directory.put(
      #"{"height":1.5,"photo":"AAAA","place":"Edo","version":1,"visitDay":5}"#,
      at: "Visit/v1/edo.json")
    try directory.put(
      #"{"height":2,"photo":"AQID","place":"Edo","version":1,"visitDay":-977307200}"#,
      at: "Visit/v1/same.json")

    let recorded = directory.failures(
      of: ShortVisit.self, named: "Visit", mode: .missing, formats: [.json])

    #expect(
      recorded.first?.contains(
        """
          MigrationFixtures/Visit/v1/edo.expected.json
            reset: height (the document has a value that the step may have forgotten)
            reset: photo (the document has a value that the step may have forgotten)
            reset: visitDay (the document has a value that the step may have forgotten)
          MigrationFixtures/Visit/v1/same.expected.json
          MigrationFixtures/Visit/schema.json
        """) == true, "\(recorded)")
  }

  @Test func `forgotten fields are listed whatever the strategies make of their defaults`() throws {
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    decoder.dateDecodingStrategy = .iso8601
    encoder.dateEncodingStrategy = .iso8601
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let directory = TemporaryFixtures()
    try directory.put(
      #"{"height":1.5,"photo":"AAAA","place":"Edo","version":1,"visit_day":"2020-01-01T00:00:00Z"}"#,
      at: "Visit/v1/edo.json")
    try directory.put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>height</key><real>1.5</real><key>photo</key><data>AAAA</data><key>place</key><string>Edo</string>
      <key>version</key><integer>1</integer><key>visitDay</key><date>2020-01-01T00:00:00Z</date>
      </dict></plist>
      """, at: "Visit/v1/edo2.plist")

    let recorded = directory.failures(
      of: Visit.self, named: "Visit", mode: .missing,
      formats: [.json(decoder: decoder, encoder: encoder), .propertyList])

    #expect(
      recorded.first?.contains(
        """
          MigrationFixtures/Visit/v1/edo.expected.json
            reset: height (the document has a value that the step may have forgotten)
            reset: photo (the document has a value that the step may have forgotten)
            reset: visit_day (the document has a value that the step may have forgotten)
          MigrationFixtures/Visit/v1/edo2.expected.plist
            reset: height (the document has a value that the step may have forgotten)
            reset: photo (the document has a value that the step may have forgotten)
            reset: visitDay (the document has a value that the step may have forgotten)
          MigrationFixtures/Visit/schema.json
        """) == true, "\(recorded)")
  }

  private struct StampedV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var version = 1
    var name = ""
  }

  private struct Stamped: VersionedCodable, DefaultFillable {
    static let version = 2
    var version = 2
    var name = ""

    init() {}

    init(from old: StampedV1) throws { name = old.name }
  }

  private struct ThemeV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var color: String
  }

  /// Its step forgets the color.
  private struct Theme: VersionedCodable, DefaultFillable {
    static let version = 2
    static let encodesDefaults = false
    var name = "light"
    var color = "red"

    init() {}

    init(from old: ThemeV1) throws { name = old.name }
  }

  @Test func `a default that a type leaves out may be the value that a document had`() throws {
    let directory = TemporaryFixtures()
    try directory.put(#"{"name":"light","color":"red","version":1}"#, at: "Theme/v1/plain.json")
    try directory.put(#"{"name":"dark","color":"blue","version":1}"#, at: "Theme/v1/blue.json")

    #expect(
      directory.failures(of: Theme.self, named: "Theme", mode: .missing).first?.contains(
        """
          MigrationFixtures/Theme/v1/blue.expected.json
            reset: color (the document has a value that the step may have forgotten)
          MigrationFixtures/Theme/v1/plain.expected.json
          MigrationFixtures/Theme/schema.json
        """) == true)
  }

  private struct MemoV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Lenient var color = "red"
    var age = "36"
    var lines: [String] = []
  }

  private struct Memo: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = MemoV1
    @Lenient var color = "red"
    @Lenient var age = 0
    @LenientElements var lines: [Int] = []
  }

  @Test func `values that only the newer type rejects are listed`() throws {
    let directory = TemporaryFixtures()
    try directory.put(
      #"{"age":"36","color":7,"lines":["a","b"],"version":1}"#, at: "Memo/v1/a.json")
    try directory.put(#"{"rejected":["color"]}"#, at: "Memo/v1/a.notes.json")
    try directory.put(#"{"version":2}"#, at: "Memo/v2/a.json")
    try directory.put(#"{"filled":["age","color","lines"]}"#, at: "Memo/v2/a.notes.json")

    #expect(
      directory.failures(of: Memo.self, named: "Memo", mode: .missing).first == """
        Recorded:
          MigrationFixtures/Memo/v1/a.expected.json
            rejected: age (the newer type can't read the value, so a step has to convert it)
            rejected: lines[0] (the newer type can't read the value, so a step has to convert it)
            rejected: lines[1] (the newer type can't read the value, so a step has to convert it)
          MigrationFixtures/Memo/v2/a.expected.json
          MigrationFixtures/Memo/schema.json
        If users already have documents of version 2, set "shipped" to true in schema.json. If that file was lost, \
        restore it from version control instead.
        Review what was written, commit it, and run the tests again. A run that records always fails, \
        so that nothing is recorded without a review.
        """)
  }

  @Test func `a version that a type declares isn't one that a step may have forgotten`() throws {
    let directory = TemporaryFixtures()
    try directory.put(#"{"name":"a","version":1}"#, at: "Stamped/v1/a.json")
    try directory.put(#"{"name":"a","version":2}"#, at: "Stamped/v2/a.json")

    #expect(
      directory.failures(of: Stamped.self, named: "Stamped", mode: .missing).first == """
        Recorded:
          MigrationFixtures/Stamped/v1/a.expected.json
          MigrationFixtures/Stamped/schema.json
        If users already have documents of version 2, set "shipped" to true in schema.json. If that file was lost, \
        restore it from version control instead.
        Review what was written, commit it, and run the tests again. A run that records always fails, \
        so that nothing is recorded without a review.
        """)
  }

  @Test func `versions without fixtures get samples`() throws {
    let directory = TemporaryFixtures()

    let first = directory.failures(of: Shipped.Poem.self, mode: .missing)
    let second = directory.failures(of: Shipped.Poem.self)

    #expect(
      first == [
        """
        Recorded:
          MigrationFixtures/Poem/v1/sample.json
          MigrationFixtures/Poem/v1/sample2.json
          MigrationFixtures/Poem/v2/sample.json
          MigrationFixtures/Poem/v2/sample2.json
          MigrationFixtures/Poem/v1/sample.expected.json
          MigrationFixtures/Poem/v1/sample2.expected.json
          MigrationFixtures/Poem/schema.json
        Review what was written, commit it, and run the tests again. A run that records always fails, \
        so that nothing is recorded without a review.
        """
      ])
    #expect(second == [])
  }

  @Test func `nothing is recorded in mode never`() throws {
    let directory = TemporaryFixtures()

    let failures = directory.failures(of: Shipped.Poem.self, mode: .never)

    #expect(directory.files == [])
    #expect(
      failures == [
        """
        There is no fixture of version 1 of Poem (PoemV1), so nothing shows that its documents still \
        open.
        Put a document that this version has written into MigrationFixtures/Poem/v1. Or generate a \
        sample: MIGRATION_FIXTURES=missing swift test
        """,
        """
        There is no fixture of version 2 of Poem (Poem), so nothing shows that its documents still \
        open.
        Put a document that this version has written into MigrationFixtures/Poem/v2. Or generate a \
        sample: MIGRATION_FIXTURES=missing swift test
        """,
        """
        MigrationFixtures/Poem/schema.json has no entry for version 1 of Poem yet.
        Record and review it: MIGRATION_FIXTURES=missing swift test
        """,
        """
        MigrationFixtures/Poem/schema.json has no entry for version 2 of Poem yet.
        Record and review it: MIGRATION_FIXTURES=missing swift test
        """,
      ])
  }

  // MARK: - Types that have changed

  @Test func `a new field in a shipped type is found with its fixture and with the lock`() throws {
    let directory = try TemporaryFixtures.ofPoems()

    #expect(
      directory.failures(of: Drifted.Poem.self) == [
        """
        PoemV1, the type of version 1 of Poem, no longer has the shape in \
        MigrationFixtures/Poem/schema.json:
          `isPublic` was added, as `Bool` with the default `false`
        Version 1 has shipped, so undo the change to PoemV1. If it is needed, make it in version 2.
        """,
        """
        MigrationFixtures/Poem/v1/haiku.json has no value for fields that PoemV1 fills and always writes:
          extra    isPublic: false
        Restore what has shipped first; until then, nothing is recorded.
        """,
      ])
  }

  @Test func `a shipped type that writes another value is found with its fixture`() throws {
    let directory = try TemporaryFixtures.ofPoems()

    #expect(
      directory.failures(of: Shouting.Poem.self) == [
        """
        PoemV1 no longer writes MigrationFixtures/Poem/v1/haiku.json as it is:
          changed  author: "Issa" → "ISSA"
        Version 1 has shipped, so undo the change to PoemV1. If it is needed, make it in version 2.
        """
      ])
  }

  @Test func `a shipped type with another default is found with the lock`() throws {
    let directory = try TemporaryFixtures.ofPoems()

    #expect(
      directory.failures(of: Defaulted.Poem.self) == [
        """
        PoemV1, the type of version 1 of Poem, no longer has the shape in \
        MigrationFixtures/Poem/schema.json:
          the default of `author` was `""`, and is now `"unknown"`
        Version 1 has shipped, so undo the change to PoemV1. If it is needed, make it in version 2. \
        If nothing was changed, the default depends on the machine or on chance: in schema.json, \
        replace its "default" with "differsEachTime": true, and delete the "digest" of the version.
        """
      ])
  }

  private enum Regional {
    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var region: String?
    }

    enum Abroad {
      struct Poem: VersionedCodable, DefaultFillable {
        static let version = 1
        typealias PreviousVersion = NothingOlder
        var region: String? = "jp"
      }
    }
  }

  @Test func `a default that only some machines have can be marked`() throws {
    let directory = TemporaryFixtures()
    try directory.put(#"{"region": "fr", "version": 1}"#, at: "Poem/v1/abroad.json")
    directory.setUp(Regional.Poem.self)
    try directory.ship(Regional.Poem.self)

    #expect(
      directory.failures(of: Regional.Abroad.Poem.self) == [
        """
        Poem, the type of version 1 of Poem, no longer has the shape in \
        MigrationFixtures/Poem/schema.json:
          `region` had no default, and has `"jp"` now
        Version 1 has shipped, so undo the change to Poem. If it is needed, add version 2, and make it there. \
        If nothing was changed, the default depends on the machine or on chance: add \
        "differsEachTime": true to the field, and delete the "digest" of the version.
        """
      ])
    try directory.removeLine(containing: "digest")
    let lock = try directory.text(of: "Poem/schema.json")
    try directory.put(
      lock.replacing(
        #""region": "String?""#, with: #""region": {"differsEachTime": true, "type": "String?"}"#),
      at: "Poem/schema.json")
    directory.setUp(Regional.Abroad.Poem.self)
    #expect(directory.failures(of: Regional.Abroad.Poem.self) == [])
    #expect(directory.failures(of: Regional.Poem.self) == [])
  }

  @Test func `a chain that lost a version is interrupted`() throws {
    let directory = try TemporaryFixtures.ofPoems()

    #expect(
      directory.failures(of: Interrupted.Poem.self) == [
        """
        Version 1 of Poem is in MigrationFixtures/Poem/v1, but it is missing from the chain, which has \
        only version 2 (Poem).
        Documents of version 1 can no longer be opened. Add its type back to the chain; a version \
        that has shipped stays there. If Poem has a step from it, remove the typealias PreviousVersion \
        of Poem, or add `after:` to its @Document, so that it is in the chain.
        """
      ])
  }

  @Test func `a first recording mentions that the chain begins with a later version`() throws {
    let directory = TemporaryFixtures()

    #expect(
      directory.failures(of: Interrupted.Poem.self, mode: .missing) == [
        """
        Recorded:
          MigrationFixtures/Poem/v2/sample.json
          MigrationFixtures/Poem/v2/sample2.json
          MigrationFixtures/Poem/schema.json
        Version 2 is the oldest in the chain: documents of older versions can't be opened. If Poem has \
        a step from one, remove the typealias PreviousVersion of Poem, or add `after:` to its @Document, so that it is in \
        the chain.
        Review what was written, commit it, and run the tests again. A run that records always fails, \
        so that nothing is recorded without a review.
        """
      ])

    try directory.remove("Poem/v2/sample.json")
    try directory.remove("Poem/v2/sample2.json")
    #expect(
      directory.failures(of: Interrupted.Poem.self, mode: .missing).first?.contains("oldest")
        == false)
  }

  @Test func `a newest form that changes in a round trip is found`() throws {
    let directory = try TemporaryFixtures.ofPoems()

    let failures = directory.failures(of: Growing.Poem.self)

    #expect(
      failures.contains(
        """
        The Poem from MigrationFixtures/Poem/v1/haiku.json changes when it is encoded and decoded:
          extra    lines[1]: "and"
        Make init(from:) and encode(to:) of Poem consistent.
        """))
  }

  // MARK: - Other rules

  private enum Twins {
    struct Poem: VersionedCodable {
      static let version = 1
      var text: String
      init(from old: First) throws { text = old.text }
    }

    struct First: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var text: String
    }
  }

  @Test func `an invalid chain is the only failure`() {
    #expect(
      TemporaryFixtures().failures(of: Twins.Poem.self) == [
        """
        The versions of Poem aren't linked correctly: First and Poem both have version '1'.
        This is a mistake in the program: fix the types.
        """
      ])
  }

  private struct Forgiving: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var author = ""
    @Lenient var year = 1686
  }

  @Test func `a value that is rejected needs a note`() throws {
    let directory = TemporaryFixtures()
    try directory.put(#"{"version": 1, "author": "Issa", "year": "late"}"#, at: "Poem/v1/late.json")
    directory.setUp(Forgiving.self)
    let unexplained = directory.failures(of: Forgiving.self)
    try directory.put(#"{"rejected": ["year"]}"#, at: "Poem/v1/late.notes.json")

    #expect(
      unexplained == [
        """
        MigrationFixtures/Poem/v1/late.json has values that Forgiving rejects and replaces with a default:
          rejected year
        If this version wrote them, its type has to accept them. If this is a special case, note it in \
        MigrationFixtures/Poem/v1/late.notes.json: {"rejected": ["year"]}
        """
      ])
    #expect(directory.failures(of: Forgiving.self) == [])
  }

  @Test func `a newest document that doesn't decode can be replaced until it ships`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.put(#"{"version": 2, "author": []}"#, at: "Poem/v2/damaged.json")

    #expect(
      directory.failures(of: Shipped.Poem.self).first?.hasSuffix(
        """
        If version 2 has shipped, undo the change, and set "shipped" to true in schema.json. If \
        not, correct the type, or replace the file. To record a new one: rm \
        MigrationFixtures/Poem/v2/damaged.json && MIGRATION_FIXTURES=newest swift test
        """) == true)
  }

  @Test
  func `after the newest version has shipped, an expectation must be deleted to record it again`()
    throws
  {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.ship(Shipped.Poem.self)

    #expect(
      directory.failures(of: Selective.Poem.self, mode: .newest).first?.hasSuffix(
        """
        Version 2 has shipped, so documents have been migrated to what the file says. If a step is \
        wrong, or an older type was changed by mistake, fix that. If the new result is right, remove \
        the line of haiku.json from MigrationFixtures/Poem/schema.json, and record both again: rm \
        MigrationFixtures/Poem/v1/haiku.expected.json && MIGRATION_FIXTURES=missing swift test
        """) == true)
  }

  @Test func `a lock that can't be read stops the check`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.put(#"{"version": 7}"#, at: "Poem/schema.json")

    #expect(
      directory.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/schema.json can't be read. The schema lock was written by a newer \
        version of LineageTesting: it has version '7', and the newest version known here is '1'. \
        Update the package in this project, or restore the file from version control.
        Until this is fixed, the fixtures aren't checked.
        """
      ])
  }

  private enum Dated {
    struct Poem: VersionedCodable, DefaultFillable {
      static let version = "2025-06"
      typealias PreviousVersion = NothingOlder
      var author = ""
    }

    enum Changed {
      struct Poem: VersionedCodable, DefaultFillable {
        static let version = "2025-06"
        typealias PreviousVersion = NothingOlder
        var author = "unknown"
      }
    }
  }

  @Test func `there is no name for the version after one that isn't a number`() throws {
    let directory = TemporaryFixtures().setUp(Dated.Poem.self)
    try directory.ship(Dated.Poem.self)

    #expect(
      directory.failures(of: Dated.Changed.Poem.self).first?.contains(
        """
        Version 2025-06 has shipped, so undo the change to Poem. If it is needed, add a new \
        version, and make it there. 
        """) == true)
  }
}
