import Testing

@testable import Lineage

/// What a report has of an attempt to decode a value that fails.
struct FailedAttemptTests {
  struct Failure: Error {}

  /// What is only added at the end of a report.
  static let addedAtEnd: Set = ["rejected", "valuesToRenew"]

  @Test func `a report has nothing of an attempt that has failed`() {
    let reportBuilder = ReportBuilder()

    #expect(throws: Failure.self) {
      try reportBuilder.attempt {
        addEverything(to: reportBuilder)
        let lists = lists(of: reportBuilder.report)
        #expect(
          Set(lists.filter { !$0.isEmpty }.map(\.name)).union(Self.addedAtEnd)
            == Set(lists.map(\.name)),
          "add an entry to each list above, and the list to `ReportMark`")
        throw Failure()
      }
    }
    reportBuilder.forgetFailedAttempt()

    #expect(reportBuilder.takeReport() == MigrationReport())
  }

  @Test func `nulls are as they were before an attempt that has failed`() {
    let reportBuilder = ReportBuilder()
    let (read, carried) = (FieldPath([.key("a")]), FieldPath([.key("b")]))

    reportBuilder.recordNull(at: read)
    #expect(throws: Failure.self) {
      try reportBuilder.attempt {
        reportBuilder.recordPreservedNull(at: read)
        reportBuilder.recordPreservedNull(at: carried, isCarriedOver: true)
        throw Failure()
      }
    }
    reportBuilder.recordNull(at: carried)

    #expect(reportBuilder.takeReport().nullsDropped == [read, carried])
  }

  struct LabelV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var unknownFields = UnknownFields()
  }

  /// Gives up an unknown field that it can't decode.
  struct Label: VersionedCodable {
    static let version = 2
    var name: String
    var color: String?

    init(name: String) { self.name = name }

    init(from old: LabelV1) {
      do {
        try self.init(carryingOver: old) { $0.rename("colour", to: "color") }
      } catch {
        self.init(name: old.name)
      }
    }
  }

  @Test func `an unknown field is lost if the step that renames it fails`() throws {
    let report = try Future.report(reading: Label.self, #"{"version":1,"name":"x","colour":5}"#)

    #expect(report.unknownFieldsDropped == ["colour"])
  }

  struct Loose: Codable {
    var k: Int?
    var m: Int?
    var unknownFields = UnknownFields()
  }

  struct Tight: Codable {
    var k: Int
  }

  struct ListV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var all: [Loose]
  }

  /// Replaces the elements that it can't carry over.
  struct List: VersionedCodable {
    static let version = 2
    var all: [Tight]

    init(from old: ListV1) {
      all = old.all.map { element in
        let tight = try? Tight(carryingOver: element) { fields in
          fields.drop("m")
          if fields.contains("zz") { fields.drop("zz") }
        }
        return tight ?? Tight(k: 0)
      }
    }
  }

  @Test(arguments: [
    (#"{"k":1,"zz":1},{"zz":1}"#, ["all[1].zz"], [] as [FieldPath]),
    (#"{"zz":1},{"k":1,"zz":1}"#, ["all[1].zz"], []),
    (#"{"k":1,"m":null},{"m":null}"#, [], ["all[1].m"]),
    (#"{"k":1,"m":null},{"k":1,"m":null}"#, [], []),
  ])
  func `only what was dropped before a failure stays dropped`(
    elements: String, lost: [FieldPath], nulls: [FieldPath]
  ) throws {
    let report = try Future.report(
      reading: List.self, #"{"version":1,"all":[\#(elements)]}"#)

    #expect(report.unknownFieldsDropped == lost)
    #expect(report.nullsDropped == nulls)
  }

  struct MetaWithRest: Codable {
    var m: Int
    var unknownFields = UnknownFields()
  }

  struct Meta: Codable {
    var m: Int
    var color: String?
  }

  struct FrameV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var meta: MetaWithRest
  }

  /// How a step gives up after it has taken an unknown field.
  enum Attempt: CaseIterable {
    case removesAndThrows, carriesOverAndThrows, removesAndSetsAWrongValue
  }

  /// Its step gives up an unknown field that it has already taken.
  struct Frame: VersionedCodable {
    static let version = 2
    @TaskLocal static var attempt = Attempt.removesAndThrows
    var m: Int

    init(m: Int) { self.m = m }

    init(from old: FrameV1) {
      do {
        try self.init(carryingOver: old) { fields in
          switch Self.attempt {
          case .removesAndThrows:
            _ = try fields.remove("meta", as: DocumentValue.self)
            throw Failure()
          case .carriesOverAndThrows:
            _ = try Meta(carryingOver: old.meta, at: "meta")
            throw Failure()
          case .removesAndSetsAWrongValue:
            _ = try fields.remove("meta", as: Meta.self)
            try fields.set("wrong", for: "m")
          }
        }
      } catch {
        self.init(m: old.meta.m)
      }
    }
  }

  @Test(arguments: Attempt.allCases)
  func `an unknown field is lost if the step gives up after taking it`(attempt: Attempt) throws {
    let report = try Frame.$attempt.withValue(attempt) {
      try Future.report(
        reading: Frame.self, #"{"version":1,"meta":{"m":2,"color":"red"}}"#)
    }

    #expect(report.unknownFieldsDropped == ["meta.color"])
  }

  private func addEverything(to reportBuilder: ReportBuilder) {
    let path = FieldPath([.key("a")])
    reportBuilder.record {
      $0.versionFound = .unversioned
      $0.typesWalked = ["Old", "New"]
      $0.isOfOlderDocument = true
      $0.nestedMigrations = [.init(path: path, versionFound: .unversioned, typesWalked: [])]
      $0.filled = [.init(path: path)]
      $0.fieldsToAdd = [path]
      $0.newerValuesRead = [.init(path: FieldPath([.key("b")]), version: .unversioned)]
      $0.rejectedDropped = [path]
      $0.unknownFieldsDropped = [path]
      $0.carryOverDropped = [path]
      $0.carryOverRenamed = [.init(path: path, newName: "b")]
    }
    reportBuilder.recordUnknownKept(at: path, .null)
    reportBuilder.recordNull(at: path)
    reportBuilder.recordMissingTag(.init(path: path, text: "n"))
    reportBuilder.recordRejected(at: path, .null)
  }

  private func lists(of report: MigrationReport) -> [(name: String, isEmpty: Bool)] {
    Mirror(reflecting: report).children.compactMap { name, value in
      guard let name, let list = value as? any Collection else { return nil }
      return (name, list.isEmpty)
    }
  }
}
