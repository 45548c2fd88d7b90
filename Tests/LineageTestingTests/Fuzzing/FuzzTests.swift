import Foundation
import Lineage
import Synchronization
import Testing

@testable import LineageTesting

/// For each law, a type that breaks it on purpose is found.
struct FuzzTests {
  private func failures<Document: VersionedCodable>(
    of type: Document.Type, at directory: TemporaryFixtures = TemporaryFixtures(), seed: UInt64 = 1,
    iterations: Int = 300
  ) -> [String] {
    directory.fixtures(of: type).failures(fuzzing: iterations, seed: seed).map(\.description)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `valid types obey all laws`(_ seed: UInt64) {
    #expect(failures(of: Shipped.Poem.self, seed: seed) == [])
    #expect(failures(of: Next.Poem.self, seed: seed) == [])
    #expect(failures(of: Drifted.Poem.self, seed: seed) == [])
  }

  @Test func `a step can reject documents`() {
    #expect(failures(of: Selective.Poem.self) == [])
  }

  @Test func `other formats than JSON are fuzzed as well`() {
    let fixtures = TemporaryFixtures().fixtures(of: Next.Poem.self, formats: [.propertyList])

    #expect(fixtures.failures(fuzzing: 300, seed: 1).map(\.description) == [])
  }

  @Test func `a version whose documents are all rejected is a failure`() {
    #expect(
      failures(of: Refusing.Poem.self) == [
        """
        The steps rejected every generated document of version 1 of Poem, so nothing was tested.
        If they should accept such documents, fix them. If not, add fixtures that they do accept.
        """
      ])
  }

  @Test func `a type whose documents can't be made up is a failure`() {
    #expect(
      failures(of: Picky.self) == [
        """
        A sample of Picky couldn't be generated. No value of the type Picky could be generated. Add a \
        fixture of this version as an example.
        Until then, there is nothing to fuzz.
        """
      ])
  }

  private struct Picky: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String

    init(from decoder: any Decoder) throws { throw Selective.NoText() }
  }

  /// A book, whose number has a check digit.
  private struct Book: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
    var number: Int
    var checkDigit: Int

    enum CodingKeys: CodingKey { case title, number, checkDigit }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      title = try container.decode(String.self, forKey: .title)
      number = try container.decode(Int.self, forKey: .number)
      checkDigit = try container.decode(Int.self, forKey: .checkDigit)
      guard checkDigit == number % 97 + 700_000 else { throw Selective.NoText() }
    }
  }

  @Test func `a version that rejects all generated documents is a failure`() throws {
    let directory = TemporaryFixtures()
    try directory.put(
      #"{"version": 1, "title": "Dew", "number": 5, "checkDigit": 700005}"#,
      at: "Poem/v1/one.json")
    try directory.put(
      #"{"version": 1, "title": "Dew", "number": 6, "checkDigit": 700006}"#,
      at: "Poem/v1/two.json")

    #expect(
      failures(of: Book.self, at: directory) == [
        """
        Book, the type of version 1 of Poem, rejects all generated documents, so only a few known ones \
        were tested.
        Add fixtures with other values: with 3 or more, those are tested. Or, if init(from:) has rules for \
        some values, such as a checksum, decode them with a type of their own: documents are then generated \
        with its values in the fixtures.
        """
      ])
    try directory.put(
      #"{"version": 1, "title": "Rain", "number": 7, "checkDigit": 700007}"#,
      at: "Poem/v1/three.json")
    #expect(failures(of: Book.self, at: directory) == [])
  }

  /// Its numbers are checked by a type of their own.
  private struct Volume: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
    var id: Number

    struct Number: Codable {
      var number: Int
      var checkDigit: Int

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        number = try container.decode(Int.self, forKey: .number)
        checkDigit = try container.decode(Int.self, forKey: .checkDigit)
        guard checkDigit == number % 97 + 700_000 else { throw Selective.NoText() }
      }
    }
  }

  @Test func `values that can't be generated come from fixtures`() throws {
    let directory = TemporaryFixtures()
    try directory.put(
      #"{"version": 1, "title": "Dew", "id": {"number": 5, "checkDigit": 700005}}"#,
      at: "Poem/v1/one.json")

    #expect(failures(of: Volume.self, at: directory) == [])
  }

  /// A decoder that notes the documents that it decodes, each once.
  private final class NotingDecoder: VersionedDecoder, Sendable {
    private let noted = Mutex<[String]>([])

    var documents: [String] { noted.withLock(\.self) }

    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      let document = String(decoding: data, as: UTF8.self)
      noted.withLock { if !$0.contains(document) { $0.append(document) } }
      return try JSONDecoder().decode(type, from: data)
    }
  }

  @Test func `one iteration reaches a valid and a damaged document of every version`() {
    let decoder = NotingDecoder()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let format = FixtureFormat(fileExtension: "json", decoder: decoder, encoder: encoder)
    let fixtures = TemporaryFixtures().fixtures(of: Next.Poem.self, formats: [format])

    #expect(fixtures.failures(fuzzing: 1, seed: 1).map(\.description) == [])

    func isValid<Value: VersionedCodable>(_ document: String, as type: Value.Type) -> Bool {
      let value = try? JSONDecoder().decode(versioned: type, from: Data(document.utf8))
      return (try? value.map(encoder.encode(versioned:))) == Data(document.utf8)
    }
    // Samples have no version at first.
    let kinds = decoder.documents.filter { $0.contains("version") }.map { document in
      isValid(document, as: Shipped.PoemV1.self)
        ? "1"
        : isValid(document, as: Shipped.Poem.self)
          ? "2" : isValid(document, as: Next.Poem.self) ? "3" : "damaged"
    }
    #expect(
      kinds == ["1", "2", "3", "2", "3", "3", "1", "damaged", "2", "damaged", "3", "damaged"])
  }

  private enum Refusing {
    struct Never: Error {}

    struct Poem: VersionedCodable {
      static let version = 2
      var text: String

      init(from old: Shipped.PoemV1) throws { throw Never() }
    }
  }

  // MARK: - Migrating

  private enum Retyped {
    struct NoteV1: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var text: String
      var priority: String
    }

    struct Note: VersionedCodable, DefaultFillable {
      static let version = 2
      typealias PreviousVersion = NoteV1
      var text = ""
      var priority = 0
    }
  }

  @Test func `a document without a step that handles it is found`() {
    #expect(
      failures(of: Retyped.Note.self) == [
        """
        A document of version 1 of Poem that its type has written doesn't migrate. A field of NoteV1 \
        has another type in Note, so it can't be carried over by name. At priority: Expected a \
        number, found a string. In the step, Note.init(from: NoteV1), call try \
        self.init(carryingOver: old) { fields in try fields.set(…, for: …) }. Known versions: '2' \
        (Note), '1' (NoteV1).
          {
            "priority" : "",
            "text" : "",
            "version" : 1
          }
        This is the smallest document that shows it, found by fuzz(seed: 1) in iteration 0. To \
        keep it as a fixture, save it as MigrationFixtures/Poem/v1/fuzz-1-0.json.
        """
      ])
  }

  // MARK: - Nested documents

  private struct Pad: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var notes: [Retyped.Note]
    var pinned: Retyped.Note?
  }

  @Test func `an old document inside another one that doesn't migrate is found`() throws {
    let failure = try #require(failures(of: Pad.self).first)

    #expect(
      failure.hasPrefix(
        "A document of version 1 of Poem that its type has written doesn't migrate."))
    #expect(failure.contains("NoteV1"))
    // The smallest document has one old note.
    #expect(failure.components(separatedBy: #""priority""#).count == 2)
  }

  private struct Anthology: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var poems: [Shipped.Poem]
    var best: [String: Selective.Poem]
  }

  @Test func `old documents inside another one obey the laws`() {
    #expect(failures(of: Anthology.self) == [])
  }

  // MARK: - Step by step

  private enum Hidden {
    struct NoteV1: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var text: String
    }

    struct NoteV2: VersionedCodable {
      static let version = 2
      var text: String
      /// It isn't encoded, so it is lost if a document of version 2 is written in between.
      var length = 0

      enum CodingKeys: CodingKey { case text }

      init(from old: NoteV1) throws {
        text = old.text
        length = old.text.count
      }
    }

    struct Note: VersionedCodable {
      static let version = 3
      var text: String
      var length: Int

      init(from old: NoteV2) throws {
        text = old.text
        length = old.length
      }
    }
  }

  @Test func `a step that relies on a property that isn't encoded is found`() throws {
    let failure = try #require(failures(of: Hidden.Note.self).first)

    #expect(
      failure.hasPrefix(
        """
        A document of version 1 of Poem migrates to another result when it is encoded and decoded after \
        every step:
          {
            "text" : "a",
            "version" : 1
          }
          changed  length: 1 → 0
        This is the smallest document
        """))
  }

  // MARK: - Stability

  @Test func `an unstable newest form is found`() throws {
    let failure = try #require(failures(of: Growing.Poem.self).last)

    #expect(
      failure.hasPrefix(
        """
        A document of version 1 of Poem changes when its newest form is encoded and decoded:
        """))
    #expect(failure.contains(#"  extra    lines[1]: "and""#))
  }

  // MARK: - Unknown fields

  private enum Keeping {
    struct NoteV1: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var text: String
      var unknownFields = UnknownFields()
    }

    struct Note: VersionedCodable {
      static let version = 2
      var lines: [String]
      var unknownFields = UnknownFields()

      init(from old: NoteV1) throws {
        lines = [old.text]
      }
    }

    struct Careful: VersionedCodable {
      static let version = 2
      var lines: [String]
      var unknownFields = UnknownFields()

      init(from old: NoteV1) throws {
        lines = [old.text]
        unknownFields = old.unknownFields
      }
    }
  }

  @Test func `a step that drops the unknown fields is found`() throws {
    let failure = try #require(failures(of: Keeping.Note.self).first)

    #expect(
      failure.hasPrefix(
        """
        A document of version 1 of Poem loses an unknown field, although all types on the way \
        preserve such fields:
        """))
    #expect(failure.contains(#"  missing  ["an unknown field"]: 0"#))
    #expect(failures(of: Keeping.Careful.self) == [])
  }

  private struct Shelf: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var books: [Book]

    /// It has unknown fields, but doesn't encode them.
    struct Book: Codable {
      var title: String
      var unknownFields = UnknownFields()

      enum CodingKeys: CodingKey { case title, unknownFields }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
      }
    }
  }

  @Test func `a nested type that drops its unknown fields is found`() throws {
    let failure = try #require(failures(of: Shelf.self).first)

    #expect(
      failure.contains(#"  missing  books[0]["an unknown field"]: {"digits": 1.10}"#))
  }

  private enum Illegible {
    struct Poem: VersionedCodable {
      static let version = 2
      var text: String

      init(from old: Shipped.PoemV1) throws { text = old.text }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode([text], forKey: .text)
      }

      enum CodingKeys: CodingKey { case text }
    }
  }

  @Test func `a newest form that can't be decoded is found`() throws {
    let failure = try #require(failures(of: Illegible.Poem.self).first)

    #expect(
      failure.hasPrefix(
        """
        A document of version 1 of Poem changes when its newest form is encoded and decoded: The \
        document (Poem) has version '2', but it can't be decoded as Poem.
        """))
  }

  @Test func `a version that can't decode what it encodes gets no sample`() throws {
    let directory = TemporaryFixtures().setUp(Illegible.Poem.self)

    #expect(!directory.files.contains("Poem/v2/sample.json"))
    #expect(
      directory.failures(of: Illegible.Poem.self, mode: .missing).contains {
        $0.contains("A sample couldn't be generated: The document (Poem) has version '2'")
      })
    #expect(failures(of: Illegible.Poem.self, at: directory).count > 0)
  }

  // MARK: - Rejections

  private struct Secretive: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String

    enum CodingKeys: CodingKey { case text }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      guard let text = try? container.decode(String.self, forKey: .text) else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "No."))
      }
      self.text = text
    }
  }

  @Test func `an error that doesn't say where is found`() throws {
    let failure = try #require(failures(of: Secretive.self).first)

    #expect(
      failure.hasPrefix(
        """
        A document of version 1 of Poem that is damaged is rejected with an error that doesn't say what \
        and where. The document (Secretive) has version '1'
        """))
  }

  /// A decoder that adds the brackets that are missing at the end, and so reads a part of a document as a whole one.
  private struct RepairingDecoder: VersionedDecoder {
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      for ending in ["", "}", "]}", "\"}", "\"]}"] {
        if let value = try? JSONDecoder().decode(type, from: data + Data(ending.utf8)) {
          return value
        }
      }
      return try JSONDecoder().decode(type, from: data)
    }
  }

  @Test func `a document that is cut off and accepted is found`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let format = FixtureFormat(
      fileExtension: "json", decoder: RepairingDecoder(), encoder: encoder)
    let fixtures = TemporaryFixtures().fixtures(of: Shipped.PoemV1.self, formats: [format])

    let failure = try #require(fixtures.failures(fuzzing: 300, seed: 1).first?.description)

    #expect(
      failure.hasPrefix("A document of version 1 of Poem that is cut off is read as a whole one:"))
    #expect(
      failure.hasSuffix(
        "The decoder has to reject it, since saving what it has read would lose the rest."))
  }

  @Test(arguments: [
    (#"{"#, true), (#" [1, {"a": "}]"#, true), (#"{"a": "\"}"#, true), (#"{"a": {}"#, true),
    (#"{"a": "\""}"#, false), ("[]\n", false), ("", false), ("a: {", false), (#""{"#, false),
  ])
  func `text that is cut off ends inside of brackets`(_ text: String, _ isCutOff: Bool) {
    #expect(Data(text.utf8).isCutOff == isCutOff)
  }

  // MARK: - Reporting

  @Test func `the same seed finds the same documents`() {
    let first = failures(of: Keeping.Note.self, seed: 7)

    #expect(first == failures(of: Keeping.Note.self, seed: 7))
    #expect(first != failures(of: Keeping.Note.self, seed: 8))
  }

  @Test func `the smallest document works as a fixture under the reported name`() throws {
    let directory = TemporaryFixtures()
    let found = directory.fixtures(of: Hidden.Note.self).failures(fuzzing: 100, seed: 1)
    let failure = try #require(found.first)
    let file = try #require(failure.file)
    let document = try #require(failure.attachments.first)

    try directory.put(
      String(decoding: document.content, as: UTF8.self),
      at: String(file.dropFirst("MigrationFixtures/".count)))
    directory.setUp(Hidden.Note.self)

    #expect(directory.failures(of: Hidden.Note.self) == [])
  }

  @Test func `a document that crashed an earlier run is reported`() throws {
    let directory = TemporaryFixtures()
    let folder = try FixtureFolder(
      of: "Poem", bundle: nil, folder: directory.folder, testFile: "", mode: .never)
    defer { Self.deleteFiles(of: folder) }
    try LastDocument(of: folder, seed: 3, process: directory.endedProcess).write(
      Data("{]".utf8), iteration: 41)

    #expect(
      failures(of: Shipped.Poem.self, at: directory) == [
        """
        An earlier run of fuzz(seed: 3) ended in iteration 41, while it read this document of Poem:
          {]
        If it crashed, fix the trap in init(from:) or in a step; if it was stopped, run the test again.
        """
      ])
    #expect(failures(of: Shipped.Poem.self, at: directory) == [])
  }

  @Test(arguments: [false, true])
  func `a run that ended together with another isn't blamed for the crash`(
    isOtherFirst: Bool
  ) throws {
    let directory = TemporaryFixtures()
    let folder = try FixtureFolder(
      of: "Poem", bundle: nil, folder: directory.folder, testFile: "", mode: .never)
    let otherFolder = folder.beside("Other")
    defer { Self.deleteFiles(of: folder, otherFolder) }
    let last = try LastDocument(of: folder, seed: 3, process: directory.endedProcess)
    try last.write(Data("{]".utf8), iteration: 41)
    _ = try LastDocument(of: otherFolder, seed: 5, process: directory.endedProcess)
    // Whichever document is checked first.
    if isOtherFirst { _ = LastDocument.takeUnfinished(of: otherFolder) }

    #expect(
      failures(of: Shipped.Poem.self, at: directory) == [
        """
        An earlier run of fuzz(seed: 3) ended in iteration 41, while it read this document of Poem:
          {]
        Other fuzz tests were running at the same time, so one of them may have crashed instead. Run \
        this test alone: if it crashes again, fix the trap in init(from:) or in a step.
        """
      ])
    #expect(failures(of: Shipped.Poem.self, at: directory) == [])
  }

  @Test func `a run is blamed for the crash if the others had finished`() throws {
    let directory = TemporaryFixtures()
    let folder = try FixtureFolder(
      of: "Poem", bundle: nil, folder: directory.folder, testFile: "", mode: .never)
    let otherFolder = folder.beside("Other")
    defer { Self.deleteFiles(of: folder, otherFolder) }
    let other = try LastDocument(of: otherFolder, seed: 5, process: directory.endedProcess)
    let last = try LastDocument(of: folder, seed: 3, process: directory.endedProcess)
    try last.write(Data("{]".utf8), iteration: 41)
    other.forget()

    #expect(LastDocument.takeUnfinished(of: folder).map(\.isOnly) == [true])
  }

  @Test func `the files of processes that ended a week ago are deleted`() throws {
    let directory = TemporaryFixtures()
    let folder = try FixtureFolder(
      of: "Poem", bundle: nil, folder: directory.folder, testFile: "", mode: .never)
    let folders = ["Old", "Together", "New"].map { folder.beside($0) }
    let processes = [directory.endedProcess, TemporaryFixtures().endedProcess]
    defer { for folder in folders { Self.deleteFiles(of: folder) } }
    func files(of process: Int32) throws -> [URL] {
      // Not their URLs, which look at files that other tests are deleting.
      let folder = FileManager.default.temporaryDirectory
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.contains("-\(process)-") }.map { folder.appending(path: $0) }
    }
    let weekAgo = Date(timeIntervalSinceNow: -7 * 24 * 60 * 60 - 1)
    // The last run of the other process ended a moment ago.
    try LastDocument(of: folders[2], seed: 3, process: processes[1]).write(
      Data("{]".utf8), iteration: 41)
    for process in processes {
      let newFiles = try files(of: process)
      for folder in folders.dropLast() {
        _ = try LastDocument(of: folder, seed: 3, process: process)
      }
      for file in try files(of: process) where !newFiles.contains(file) {
        try FileManager.default.setAttributes([.modificationDate: weekAgo], ofItemAtPath: file.path)
      }
    }

    #expect(LastDocument.takeUnfinished(of: folder).isEmpty)

    #expect(try files(of: processes[0]) == [])
    #expect(try files(of: processes[1]).count == 3)
    #expect(LastDocument.takeUnfinished(of: folders[2]).map(\.isOnly) == [false])
  }

  /// Deletes the files that runs of an ended process have left behind, renamed ones too.
  private static func deleteFiles(of folders: FixtureFolder...) {
    for folder in folders { _ = LastDocument.takeUnfinished(of: folder) }
  }

  @Test func `a document that another run is still decoding is ignored`() throws {
    let directory = TemporaryFixtures()
    let folder = try FixtureFolder(
      of: "Poem", bundle: nil, folder: directory.folder, testFile: "", mode: .never)
    let last = try LastDocument(of: folder, seed: 3)
    defer { last.forget() }
    try last.write(Data("{]".utf8), iteration: 41)

    #expect(failures(of: Shipped.Poem.self, at: directory) == [])
  }

  @Test func `a document that a run of another user is still decoding is ignored`() throws {
    let directory = TemporaryFixtures()
    let folder = try FixtureFolder(
      of: "Poem", bundle: nil, folder: directory.folder, testFile: "", mode: .never)
    // The first process of the system, to which only its administrator may send signals.
    let last = try LastDocument(of: folder, seed: 3, process: 1)
    defer { last.forget() }
    try last.write(Data("{]".utf8), iteration: 41)

    #expect(failures(of: Shipped.Poem.self, at: directory) == [])
  }

  @Test func `fuzzing without documents is a programmer error`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try MigrationFixtures(of: Shipped.Poem.self).fuzz(iterations: 0)
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("fuzz(iterations:) needs at least one iteration."))
  }
}
