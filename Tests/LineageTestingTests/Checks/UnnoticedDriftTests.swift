import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Changes of a version that has shipped that are easily missed.
struct UnnoticedDriftTests {
  // MARK: - What `ZeroFillable` types are filled with

  private enum Red: String, Codable, CaseIterable { case red, green }
  private enum Green: String, Codable, CaseIterable { case green, red }
  private enum Listed: String, Codable, CaseIterable {
    case red, green
    static let allCases: [Listed] = [.green, .red]
  }
  private enum Unlisted: String, Codable { case red, green }
  private enum UnlistedGreen: String, Codable { case green, red }

  private struct Zero<Color: Codable>: VersionedCodable, ZeroFillable {
    static var version: Int { 1 }
    typealias PreviousVersion = NothingOlder
    let color: Color
    let count: Int
  }

  private struct Plain<Color: Codable>: VersionedCodable {
    static var version: Int { 1 }
    typealias PreviousVersion = NothingOlder
    let color: Color
    let count: Int
  }

  private func changes<Old: VersionedCodable, New: VersionedCodable>(
    from old: Old.Type, to new: New.Type
  ) throws -> [String] {
    let directory = TemporaryFixtures().setUp(old)
    #expect(directory.failures(of: old) == [])
    try directory.ship(old)
    let failures = directory.failures(of: new)
    // The second sample may have a case that is gone.
    #expect(failures.count { !$0.contains("sample2.json") } < 2)
    return failures.first?.split(separator: "\n").filter { $0.hasPrefix("  ") }.map {
      $0.trimmingCharacters(in: .whitespaces)
    } ?? []
  }

  @Test func `another first case of an enum that missing fields are filled with is found`() throws {
    let change = [#"the default of `color` was `"red"`, and is now `"green"`"#]

    #expect(try changes(from: Zero<Red>.self, to: Zero<Green>.self) == change)
    #expect(try changes(from: Zero<Red>.self, to: Zero<Listed>.self) == change)
    #expect(try changes(from: Zero<Listed>.self, to: Zero<Green>.self) == [])
    #expect(try changes(from: Zero<Unlisted>.self, to: Zero<UnlistedGreen>.self) == [])
    #expect(try changes(from: Zero<Red?>.self, to: Zero<Green?>.self) == [])
    #expect(try changes(from: Plain<Red>.self, to: Plain<Green>.self) == [])
  }

  // MARK: - Cases

  private enum Hiding: String, Codable, CaseIterable {
    case new, legacy
    static let allCases: [Hiding] = [.new]
  }
  private enum Removed: String, Codable, CaseIterable { case new }

  @Test func `a removed case that allCases doesn't have is found`() throws {
    #expect(
      try changes(from: Plain<Hiding>.self, to: Plain<Removed>.self)
        == [#"`color` no longer has the case `"legacy"`"#])
  }

  private enum Side: String, Codable, CaseIterable { case left = "l", right = "r" }
  private enum OtherSide: String, Codable, CaseIterable { case left = "r", right = "l" }
  private enum RenamedSide: String, Codable, CaseIterable { case leading = "l", trailing = "r" }

  @Test func `raw values that were exchanged are found, and other names of cases aren't`() throws {
    #expect(
      try changes(from: Plain<Side>.self, to: Plain<OtherSide>.self).sorted() == [
        #"the case `left` of `color` was `"l"`, and is now `"r"`"#,
        #"the case `right` of `color` was `"r"`, and is now `"l"`"#,
      ])
    #expect(try changes(from: Plain<Side>.self, to: Plain<RenamedSide>.self) == [])
  }

  private enum Turn: Codable { case left, right }
  private enum ListedTurn: Codable, CaseIterable { case left, right }
  private enum MoreTurns: Codable, CaseIterable { case left, right, back }
  private enum Turns: Codable { case left, right(degrees: Int) }

  @Test func `making an enum without raw values CaseIterable is no change`() throws {
    #expect(try changes(from: Plain<Turn>.self, to: Plain<ListedTurn>.self) == [])
    #expect(try changes(from: Plain<ListedTurn?>.self, to: Plain<Turn?>.self) == [])
    #expect(
      try changes(from: Plain<Turn>.self, to: Plain<MoreTurns>.self)
        == [#"`color` has the new case `{"back": {}}`"#])
    #expect(
      try changes(from: Plain<ListedTurn>.self, to: Plain<Turns>.self) == [
        "`color` was `ListedTurn`, an enum, and is now `Turns`, an enum with payloads"
      ])
  }

  private struct Layout<Length: Codable>: VersionedCodable {
    static var version: Int { 1 }
    typealias PreviousVersion = NothingOlder
    var width: Length
    var heights: [Length?]
  }

  @Test func `Double in place of CGFloat is no change`() throws {
    #expect(try changes(from: Layout<CGFloat>.self, to: Layout<Double>.self) == [])
    #expect(try changes(from: Layout<Double>.self, to: Layout<CGFloat>.self) == [])
    #expect(
      try changes(from: Layout<CGFloat>.self, to: Layout<Float>.self) == [
        "`heights[]` was `Double`, and is now `Float`", "`width` was `Double`, and is now `Float`",
      ])
  }

  // MARK: - Order

  private protocol PointOrder { static func ordered(_ points: [[Int]]) -> [[Int]] }
  private enum Unchanged: PointOrder {
    static func ordered(_ points: [[Int]]) -> [[Int]] { points }
  }
  private enum Reversed: PointOrder {
    static func ordered(_ points: [[Int]]) -> [[Int]] { points.reversed() }
  }

  /// Points as a flat array: `[x, y, x, y]`.
  private struct Path<Order: PointOrder>: Codable {
    var points: [[Int]]

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      var points: [[Int]] = []
      while !container.isAtEnd {
        points.append([try container.decode(Int.self), try container.decode(Int.self)])
      }
      self.points = Order.ordered(points)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for number in points.joined() { try container.encode(number) }
    }
  }

  private struct DrawingV1<Order: PointOrder>: VersionedCodable {
    static var version: Int { 1 }
    typealias PreviousVersion = NothingOlder
    var path: Path<Order>
  }

  private struct Drawing<Step: PointOrder>: VersionedCodable {
    static var version: Int { 2 }
    var path: Path<Unchanged>

    init(from old: DrawingV1<Unchanged>) throws {
      path = old.path
      path.points = Step.ordered(path.points)
    }
  }

  @Test func `another order of points in a flat array is found`() throws {
    let document = #"{"path":[10,0,2,5,7,1],"version":1}"#
    let directory = TemporaryFixtures()
    try directory.put(document, at: "Poem/v1/flat.json")
    directory.setUp(Drawing<Unchanged>.self)

    #expect(directory.failures(of: Drawing<Unchanged>.self) == [])
    #expect(
      try directory.text(of: "Poem/v1/flat.expected.json").filter { !$0.isWhitespace }
        == #"{"path":[10,0,2,5,7,1],"version":2}"#)
    #expect(
      directory.failures(of: Drawing<Reversed>.self).contains { $0.contains("order    path") })
    let frozen = TemporaryFixtures()
    try frozen.put(document, at: "Poem/v1/flat.json")
    #expect(frozen.setUp(DrawingV1<Unchanged>.self).failures(of: DrawingV1<Unchanged>.self) == [])
    #expect(
      frozen.failures(of: DrawingV1<Reversed>.self).contains { $0.contains("order    path") })
  }

  // MARK: - Values that differ each time

  private struct NoteV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String
  }

  private struct Note: VersionedCodable {
    static let version = 2
    nonisolated(unsafe) static var now = 1
    var text: String
    var at: Int

    init(from old: NoteV1) throws {
      text = old.text
      at = Self.now
    }
  }

  @Test func `the placeholder in an expectation matches any value`() throws {
    let directory = TemporaryFixtures()
    try directory.put(#"{"text":"a","version":1}"#, at: "Poem/v1/sample.json")
    Note.now = 1
    directory.setUp(Note.self)
    #expect(directory.failures(of: Note.self) == [])

    Note.now = 2
    #expect(directory.failures(of: Note.self).count == 1)
    let file = "Poem/v1/sample.expected.json"
    try directory.put(
      directory.text(of: file).replacing(#""at" : 1"#, with: #""at" : "<differs each time>""#),
      at: file)

    #expect(directory.failures(of: Note.self) == [])
  }

  // MARK: - Values that samples have

  private struct Letter<Old: VersionedCodable & Convertible>: VersionedCodable {
    static var version: Int { 2 }
    var isDraft: Bool
    var isPinned: Bool
    var isRead: Bool
    var tags: [String]
    var note: String?

    init(from old: Old) throws {
      (isDraft, isPinned, isRead) = (old.isDraft, old.isPinned, old.isRead)
      (tags, note) = (old.tags, old.note)
    }
  }

  private protocol Convertible {
    var isDraft: Bool { get }
    var isPinned: Bool { get }
    var isRead: Bool { get }
    var tags: [String] { get }
    var note: String? { get }
  }

  private struct LetterV1: VersionedCodable, Convertible {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var isDraft: Bool
    var isPinned: Bool
    var isRead: Bool
    var tags: [String]
    var note: String?
  }

  private enum Drifted {
    struct Adjacent: VersionedCodable, Convertible {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var isDraft: Bool
      var isPinned: Bool
      var isRead: Bool
      var tags: [String]
      var note: String?
      enum CodingKeys: String, CodingKey {
        case isDraft = "isPinned", isPinned = "isDraft", isRead, tags, note
      }
    }

    struct Apart: VersionedCodable, Convertible {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var isDraft: Bool
      var isPinned: Bool
      var isRead: Bool
      var tags: [String]
      var note: String?
      enum CodingKeys: String, CodingKey {
        case isDraft = "isRead", isPinned, isRead = "isDraft", tags, note
      }
    }

    struct FirstTag: VersionedCodable, Convertible {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var isDraft: Bool
      var isPinned: Bool
      var isRead: Bool
      var tags: [String]
      var note: String?

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        isDraft = try container.decode(Bool.self, forKey: .isDraft)
        isPinned = try container.decode(Bool.self, forKey: .isPinned)
        isRead = try container.decode(Bool.self, forKey: .isRead)
        tags = Array(try container.decode([String].self, forKey: .tags).prefix(1))
        note = try container.decodeIfPresent(String.self, forKey: .note)
      }
    }

    struct NeedsNote: VersionedCodable, Convertible {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var isDraft: Bool
      var isPinned: Bool
      var isRead: Bool
      var tags: [String]
      var note: String?

      struct NoNote: Error {}

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        isDraft = try container.decode(Bool.self, forKey: .isDraft)
        isPinned = try container.decode(Bool.self, forKey: .isPinned)
        isRead = try container.decode(Bool.self, forKey: .isRead)
        tags = try container.decode([String].self, forKey: .tags)
        note = try container.decodeIfPresent(String.self, forKey: .note)
        if note == nil { throw NoNote() }
      }
    }

    struct NeedsKey: VersionedCodable, Convertible {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var isDraft: Bool
      var isPinned: Bool
      var isRead: Bool
      var tags: [String]
      var note: String?

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        isDraft = try container.decode(Bool.self, forKey: .isDraft)
        isPinned = try container.decode(Bool.self, forKey: .isPinned)
        isRead = try container.decode(Bool.self, forKey: .isRead)
        tags = try container.decode([String].self, forKey: .tags)
        note = try container.decode(String?.self, forKey: .note)
      }
    }
  }

  @Test func `the samples show fields that are exchanged, left out or cut`() throws {
    let directory = TemporaryFixtures().setUp(Letter<LetterV1>.self)
    #expect(directory.failures(of: Letter<LetterV1>.self) == [])
    func rules<Document: VersionedCodable>(_ type: Document.Type) -> [FixtureFailure.Rule] {
      directory.fixtures(of: type).failuresAfterRecording().map(\.rule)
    }

    #expect(rules(Letter<Drifted.Adjacent>.self).contains(.fixtureMeetsExpectation))
    #expect(rules(Letter<Drifted.Apart>.self).contains(.fixtureMeetsExpectation))
    #expect(rules(Letter<Drifted.FirstTag>.self).contains(.typeWritesFixtureAgain))
    #expect(rules(Letter<Drifted.NeedsNote>.self).contains(.fixtureDecodes))
    #expect(rules(Letter<Drifted.NeedsKey>.self).contains(.fixtureDecodes))
    #expect(rules(Letter<Drifted.NeedsKey>.self).contains(.shapeIsUnchanged))
  }

  @Test(arguments: RecordingMode.allCases)
  func `recorded samples stay as they are, whatever new ones look like`(
    _ mode: RecordingMode
  ) throws {
    let directory = TemporaryFixtures()
    // Samples were once like this one.
    let sample = """
      {
        "isDraft" : true,
        "isPinned" : true,
        "isRead" : true,
        "note" : "note",
        "tags" : [
          "tags"
        ],
        "version" : 1
      }

      """
    try directory.put(sample, at: "Poem/v1/sample.json")
    try directory.put(sample.replacing(": 1", with: ": 2"), at: "Poem/v2/sample.json")
    directory.setUp(Letter<LetterV1>.self)
    let before = try directory.contents()

    #expect(directory.failures(of: Letter<LetterV1>.self, mode: mode) == [])
    #expect(try directory.contents() == before)
    try directory.ship(Letter<LetterV1>.self)
    let shipped = try directory.contents()

    #expect(directory.failures(of: Letter<LetterV1>.self, mode: mode) == [])
    #expect(try directory.contents() == shipped)
    #expect(shipped.keys.sorted() == before.keys.sorted())
  }

  // MARK: - Ranges

  private struct Bounds: Codable {
    let lower: Int
    let upper: Int

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      lower = try container.decode(Int.self)
      upper = try container.decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(lower)
      try container.encode(upper)
    }
  }

  @Test(arguments: [false, true])
  func `another kind of range is found, although it is written in the same way`(
    _ isOptional: Bool
  ) throws {
    let found =
      isOptional
      ? try changes(from: Plain<Range<Int>?>.self, to: Plain<ClosedRange<Int>?>.self)
      : try changes(from: Plain<Range<Int>>.self, to: Plain<ClosedRange<Int>>.self)

    #expect(
      found == [
        """
        `color` was `Range<Int>`, written as `(Int, Int)`, and is now `ClosedRange<Int>`, written as \
        `(Int, Int)`
        """
      ])
    #expect(try changes(from: Plain<Range<Int>>.self, to: Plain<Range<Int>>.self) == [])
    #expect(try changes(from: Plain<Range<Int>>.self, to: Plain<Bounds>.self) == [])
  }

  // MARK: - Cases that few documents have

  private protocol Rule {
    static func isOpen(_ status: TicketV1.Status) throws -> Bool
    static func text(of part: String) -> String
  }
  private enum FirstRule: Rule {
    static func isOpen(_ status: TicketV1.Status) -> Bool { status != .rejected }
    static func text(of part: String) -> String { part }
  }
  private enum OtherCase: Rule {
    static func isOpen(_ status: TicketV1.Status) -> Bool { status == .new || status == .started }
    static func text(of part: String) -> String { part }
  }
  private enum OtherPayload: Rule {
    static func isOpen(_ status: TicketV1.Status) -> Bool { status != .rejected }
    static func text(of part: String) -> String { part.uppercased() }
  }

  private enum Picky: Rule {
    static func isOpen(_ status: TicketV1.Status) throws -> Bool {
      if status == .solved { throw CocoaError(.coderInvalidValue) }
      return true
    }
    static func text(of part: String) -> String { part }
  }

  private struct TicketV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    enum Status: String, Codable { case new, started, solved, rejected }
    enum Part: Codable {
      case text(String)
      case list([String])
      case image(Image)
    }
    struct Image: Codable {
      var caption: Caption
    }
    struct Caption: Codable {
      var text: String
    }
    var status: Status
    var part: Part
  }

  private struct Ticket<Step: Rule>: VersionedCodable {
    static var version: Int { 2 }
    typealias PreviousVersion = TicketV1
    var isOpen: Bool
    var caption: String?

    init(from old: TicketV1) throws {
      isOpen = try Step.isOpen(old.status)
      if case .image(let image) = old.part { caption = Step.text(of: image.caption.text) }
    }
  }

  private struct NewTicket<Step: Rule>: VersionedCodable {
    static var version: Int { 3 }
    typealias PreviousVersion = Ticket<Step>
    var isOpen: Bool
    var caption: String?
    var title: String?

    init(from old: Ticket<Step>) {
      isOpen = old.isOpen
      caption = old.caption
    }
  }

  /// The next version, whose step rejects some documents.
  private struct LastTicket: VersionedCodable {
    static var version: Int { 4 }
    typealias PreviousVersion = NewTicket<FirstRule>
    var isOpen: Bool

    init(from old: NewTicket<FirstRule>) throws {
      isOpen = old.isOpen
      if old.caption == nil { throw CocoaError(.coderInvalidValue) }
    }
  }

  @Test(arguments: [false, true])
  func `an edited step that treats one case in another way is found`(_ isPayload: Bool) throws {
    let directory = TemporaryFixtures()
    directory.setUp(TicketV1.self, named: "Ticket")
    directory.setUp(Ticket<FirstRule>.self, named: "Ticket")

    let failures =
      isPayload
      ? directory.failures(of: NewTicket<OtherPayload>.self, named: "Ticket")
      : directory.failures(of: NewTicket<OtherCase>.self, named: "Ticket")

    #expect(
      failures.contains { $0.contains(" no longer migrates to the document of version 2 in ") })
  }

  @Test(arguments: RecordingMode.allCases)
  func `a step that is edited after the next version was begun is found`(_ mode: RecordingMode)
    throws
  {
    let directory = TemporaryFixtures()
    try directory.put(
      #"{"version":1,"status":"solved","part":{"text":{"_0":"a"}}}"#, at: "Poem/v1/solved.json")
    directory.setUp(Ticket<FirstRule>.self).setUp(NewTicket<FirstRule>.self)
    #expect(directory.failures(of: NewTicket<FirstRule>.self) == [])
    let before = try directory.contents()

    #expect(
      directory.failures(of: NewTicket<OtherCase>.self, mode: mode).first == """
        MigrationFixtures/Poem/v1/solved.json no longer migrates to the document of version 2 that it did when \
        version 2 shipped, by the digest in MigrationFixtures/Poem/schema.json.
        Documents have been migrated to that one. Undo the change to the steps or the types up to it, and correct the \
        result in version 3. If the new result is right all the same, delete the line of v1/solved.expected.json from \
        the "expectations" of version 2.
        """)
    #expect(try directory.contents() == before)
    try directory.removeLine(containing: "v1/solved.expected.json")
    directory.setUp(NewTicket<OtherCase>.self)
    _ = directory.failures(of: NewTicket<OtherCase>.self, mode: .newest)
    #expect(directory.failures(of: NewTicket<OtherCase>.self) == [])
  }

  @Test func `the next version may reject a document, and a version that has shipped may not`()
    throws
  {
    let directory = TemporaryFixtures()
    try directory.put(
      #"{"version":1,"status":"solved","part":{"text":{"_0":"a"}}}"#, at: "Poem/v1/solved.json")
    directory.setUp(Ticket<FirstRule>.self).setUp(NewTicket<FirstRule>.self)
    try directory.ship(NewTicket<FirstRule>.self)
    #expect(directory.failures(of: NewTicket<FirstRule>.self) == [])
    let expected = """
      MigrationFixtures/Poem/v1/solved.json no longer migrates from version 1 to version 3 (NewTicket<Picky>), as it did \
      when version 3 shipped. The step from version '1' (TicketV1) to version '2' (Ticket<Picky>) failed. The step threw \
      CocoaError (see underlyingError). Fix the step, so that it accepts every document of the older version. Known \
      versions: '3' (NewTicket<Picky>), '2' (Ticket<Picky>), '1' (TicketV1).
      Users may have documents like this one, which they could open: undo the change to the steps or the types up to \
      version 3.
      """
    let failures = directory.failures(of: NewTicket<Picky>.self)
    #expect(failures.first?.contains("doesn't migrate") == true)
    #expect(failures.first?.contains("migrationFails") == false)

    // The note doesn't help.
    try directory.put(#"{"migrationFails": true}"#, at: "Poem/v1/solved.notes.json")
    #expect(directory.failures(of: NewTicket<Picky>.self).first == expected)
    try directory.remove("Poem/v1/solved.expected.json")
    #expect(directory.failures(of: NewTicket<Picky>.self).first == expected)

    // A step to the next version may reject it.
    directory.setUp(LastTicket.self)
    #expect(directory.failures(of: LastTicket.self).allSatisfy { !$0.contains("solved.json") })
  }

  // MARK: - Lost entries

  @Test func `a lost entry of the newest version is reported`() throws {
    let directory = TemporaryFixtures().setUp(NoteV1.self)
    let older = try directory.text(of: "Poem/schema.json")
    Note.now = 1
    directory.setUp(Note.self)
    try directory.put(older, at: "Poem/schema.json")

    for mode in RecordingMode.allCases {
      #expect(
        directory.failures(of: Note.self, mode: mode).first == """
          MigrationFixtures/Poem/schema.json has no entry for versions of Poem that have been recorded before, so it \
          seems to have lost them:
            version 2
          Restore the file from version control: new entries would describe the types as they are now, and couldn't \
          show what has changed since those versions shipped. If it never had them, delete the .expected files of \
          Poem, and record them together with the lock: MIGRATION_FIXTURES=missing swift test
          """)
    }
    #expect(try directory.text(of: "Poem/schema.json") == older)
  }
}
