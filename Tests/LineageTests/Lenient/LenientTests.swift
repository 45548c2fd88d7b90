import Foundation
import Lineage
import Testing

/// Properties that get their initial value if the data is invalid.
struct LenientTests {
  struct Song: Codable, Hashable {
    var title: String
  }

  struct Job: VersionedCodable, DefaultFillable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Lenient var retries = 3
    @Lenient var song = Song(title: "none")
    @Lenient var tags: [String] = ["a"]
    @Lenient var nickname: String?
    @Lenient var color: String? = "red"
  }

  private func fill(_ json: String) throws -> Job {
    try JSONDecoder().decode(unversioned: Job.self, from: Data(json.utf8))
  }

  @Test func `a valid value is decoded`() throws {
    let job = try fill(
      #"{"retries":1,"song":{"title":"x"},"tags":[],"nickname":"n","color":null}"#)

    #expect(job.retries == 1)
    #expect(job.song == Song(title: "x"))
    #expect(job.tags == [])
    #expect(job.nickname == "n")
    #expect(job.color == nil)
  }

  @Test func `an error says why a lenient property isn't replaced`() throws {
    struct Plain: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      @Lenient var size = 1
      @Lenient var song: Song?
    }
    let hint =
      " @Lenient has nothing to replace it with, because the type that has the property is neither "
      + "DefaultFillable nor ZeroFillable."
    for (json, text) in [
      (#"{"size":"x","version":1}"#, "At size: Expected a number, found a string."),
      (
        #"{"size":1,"song":{"title":7},"version":1}"#,
        "At song.title: Expected a string, found a number."
      ),
    ] {
      let error = #expect(throws: MigrationError.self) {
        try JSONDecoder().decode(versioned: Plain.self, from: Data(json.utf8))
      }
      #expect(error?.description.contains(text + hint) == true)
    }
    #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(versioned: Plain.self, from: Data(#"{"version":1}"#.utf8))
    }
  }

  @Test func `a missing value gets the initial one`() throws {
    let job = try fill("{}")

    #expect(job == Job())
  }

  @Test func `a missing optional without a default is nil`() throws {
    struct Pet: DefaultFillable {
      @Lenient var age: Int?
    }

    let pet = try JSONDecoder().decode(unversioned: Pet.self, from: Data("{}".utf8))

    #expect(pet.age == nil)
    #expect(pet.$age.rejected == nil)
  }

  @Test func `an optional without a default is nil if the value doesn't decode`() throws {
    struct Pet: DefaultFillable {
      @Lenient var age: Int?
    }

    let pet = try JSONDecoder().decode(unversioned: Pet.self, from: Data(#"{"age":"old"}"#.utf8))

    #expect(pet.age == nil)
    #expect(pet.$age.rejected == "old")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let json: String

    var testDescription: String { id }
  }

  static let bad = [
    Case(id: "number", json: #"{"retries":"many"}"#),
    Case(id: "fraction", json: #"{"retries":1.5}"#),
    Case(id: "too large", json: #"{"retries":1e400}"#),
    Case(id: "object", json: #"{"song":{"name":{"a":[1.10]}}}"#),
    Case(id: "array", json: #"{"tags":["x",null,1]}"#),
    Case(id: "optional", json: #"{"color":[]}"#),
  ]

  @Test(arguments: bad)
  func `a rejected value is written back unchanged`(bad: Case) throws {
    let fields = "{\(#""nickname":"n","#)\(bad.json.dropFirst())"
    let job = try JSONDecoder().decode(
      versioned: Job.self, version: 1, from: Data(fields.utf8))

    let saved = try Future.write(job)

    #expect(saved.contains(bad.json.dropFirst().dropLast()))
  }

  @Test(arguments: FutureFormat.allCases)
  func `a rejected value is reported, and replaced with the initial one`(
    format: FutureFormat
  ) throws {
    let document: DocumentValue = [
      "version": 1, "retries": "many", "song": ["name": 1, "deep": ["a": 1]], "nickname": "n",
    ]
    var report = MigrationReport()

    let job = try format.read(Job.self, document, report: &report)
    let saved = try format.write(job)

    #expect(job.retries == 3)
    #expect(job.$retries.rejected == "many")
    #expect(report.rejected == ["retries", "song"])
    #expect(report.unknownFieldsDropped == [])
    #expect(saved["retries"] == "many")
    #expect(saved["song"] == ["name": 1, "deep": ["a": 1]])
  }

  @Test func `setting the property discards the rejected value`() throws {
    var job = try fill(#"{"retries":"many","nickname":"n"}"#)
    job.retries += 1

    let saved = try Future.write(job)

    #expect(job.$retries.rejected == nil)
    #expect(saved.contains(#""retries":4"#))
  }

  @Test func `a non-optional value that is null gets the initial one`() throws {
    let job = try fill(#"{"retries":null,"nickname":"n"}"#)

    #expect(job.retries == 3)
    #expect(job.$retries.rejected == nil)
  }

  enum Mark: OpenUnion, Equatable {
    case star(Song)
    case unknown(DocumentValue)

    static let tagKey = "kind"
    static let payloads: [Payload] = [
      Payload("star", star) { if case .star(let it) = $0 { it } else { nil } },
      .unknown(unknown) { if case .unknown(let it) = $0 { it } else { nil } },
    ]
  }

  struct Notes: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Lenient var anything: DocumentValue = "none"
    @Lenient var nothing: DocumentValue = .null
    @Lenient var mark = Mark.star(Song(title: "none"))
  }

  @Test(arguments: StoredFormat.allCases)
  func `null is preserved by a type that can decode it`(format: StoredFormat) throws {
    let document = try format.document(
      #"{"anything":null,"nothing":null,"mark":null,"version":1}"#)

    let notes = try format.decode(Notes.self, from: document)

    #expect(notes == Notes(anything: .null, nothing: .null, mark: .unknown(.null)))
    #expect(try format.decode(Notes.self, from: format.encode(notes)) == notes)
  }

  @Test func `a missing value whose default is null is null`() throws {
    let notes = try Future.read(Notes.self, #"{"version":1}"#)

    #expect(notes == Notes())
  }

  @Test func `without an initial value, the error is thrown`() throws {
    struct Plain: Codable {
      @Lenient var retries: Int
    }

    let error = try migrationError { try filled(Plain.self, #"{"retries":"many"}"#) }

    #expect(error.path == "retries")
    #expect(error.description.contains("@Lenient has nothing to replace it with"), "\(error)")
  }

  @Test func `in a zero-fillable type, an invalid value is replaced with zero`() throws {
    struct Zeroes: ZeroFillable {
      @Lenient var retries: Int
    }

    let zeroes = try JSONDecoder().decode(
      unversioned: Zeroes.self, from: Data(#"{"retries":"many"}"#.utf8))

    #expect(zeroes.retries == 0)
    #expect(zeroes.$retries.rejected == "many")
  }

  struct Rejecting: VersionedCodable, DefaultFillable {
    static let version = 1
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    @Lenient var retries = 3
    @Lenient var limit = 9
  }

  @Test func `a rejected value is written even if defaults are left out`() throws {
    let saved = try Future.saved(#"{"retries":"many","version":1}"#, by: Rejecting.self)

    #expect(saved == #"{"retries":"many","version":1}"#)
  }

  // MARK: - Nullable properties

  struct PlaceV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Lenient @Nullable var height: Int?
  }

  struct Place: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = PlaceV1
    @Lenient @Nullable var height: Int?
  }

  struct ZeroPlace: VersionedCodable, ZeroFillable {
    static let version = 2
    typealias PreviousVersion = PlaceV1
    @Lenient @Nullable var height: Int?
  }

  struct SparsePlace: VersionedCodable, DefaultFillable {
    static let version = 2
    static let encodesDefaults = false
    typealias PreviousVersion = PlaceV1
    @Lenient @Nullable var height: Int?
  }

  struct HighPlace: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = NothingOlder
    @Lenient @Nullable var height: Int? = 9
  }

  static let places: [DocumentValue] = [[:], ["height": .null], ["height": 1]]

  @Test(arguments: places, FutureFormat.allCases)
  func `a missing key of a nullable property stays missing`(
    place: DocumentValue, format: FutureFormat
  ) throws {
    for version: DocumentValue in [1, 2] {
      var document = place
      document["version"] = version
      var expected = place
      expected["version"] = 2

      #expect(try format.saved(document, by: Place.self) == expected)
      #expect(try format.saved(document, by: ZeroPlace.self) == expected)
      #expect(try format.saved(document, by: SparsePlace.self) == expected)
    }
  }

  @Test func `a nullable property keeps a rejected value, a default, and a null`() throws {
    #expect(
      try Future.saved(#"{"height":"x","version":2}"#, by: Place.self)
        == #"{"height":"x","version":2}"#)
    #expect(
      try Future.saved(#"{"version":2}"#, by: HighPlace.self) == #"{"height":9,"version":2}"#)
    #expect(
      try Future.saved(#"{"height":null,"version":2}"#, by: HighPlace.self)
        == #"{"height":null,"version":2}"#)
    #expect(
      try Future.saved(#"{"version":2}"#, by: Place.self) { $0.height = nil }
        == #"{"height":null,"version":2}"#)
  }

  @Test(arguments: [("{}", true), (#"{"height":null}"#, false), (#"{"height":"x"}"#, false)])
  func `a rejected value of a nullable property isn't missing, whatever fills it`(
    fields: String, isMissing: Bool
  ) throws {
    let data = Data(
      fields.replacing("{", with: #"{"version":2"# + (fields == "{}" ? "" : ",")).utf8)
    let decoder = JSONDecoder()

    #expect(
      try decoder.decode(versioned: Place.self, from: data).$height.wrappedValue.isMissing
        == isMissing)
    #expect(
      try decoder.decode(versioned: ZeroPlace.self, from: data).$height.wrappedValue.isMissing
        == isMissing)
    #expect(
      try decoder.decode(versioned: SparsePlace.self, from: data).$height.wrappedValue.isMissing
        == isMissing)
  }

  struct Listing: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Lenient var count = 1
    @LenientElements var sizes: [Int] = []
  }

  struct LooseListing: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = Listing
    var number = DocumentValue.null
    var list: [DocumentValue] = []

    init() {}
    init(from old: Listing) throws {
      try self.init(carryingOver: old) {
        $0.rename("count", to: "number")
        $0.rename("sizes", to: "list")
      }
    }
  }

  @Test func `a rejected value that has another name without a type isn't lost`() throws {
    let text = #"{"count":"s","sizes":[1,"t"],"version":1}"#

    let report = try Future.report(reading: LooseListing.self, text)

    #expect(
      try Future.saved(text, by: LooseListing.self) == #"{"list":[1,"t"],"number":"s","version":2}"#
    )
    #expect(report.rejectedDropped == [])
  }

  @Test func `a plain coder leaves a missing nullable property out, too`() throws {
    let place = try JSONDecoder().decode(PlaceV1.self, from: Data("{}".utf8))

    #expect(String(decoding: try JSONEncoder().encode(place), as: UTF8.self) == "{}")
  }

  @Test func `the null of a nullable property isn't reported as dropped`() throws {
    let report = try Future.report(reading: Place.self, #"{"height":null,"version":2}"#)

    #expect(report.nullsDropped == [])
  }

  struct JobV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Lenient var retries = 3
  }

  struct JobV2: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = JobV1
    @Lenient var retries = 5
    var note = ""
  }

  struct StrictJob: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = JobV1
    var retries = 5
  }

  @Test func `a rejected value is carried over and reported once`() throws {
    let json = #"{"retries":"many","version":1}"#

    let saved = try Future.saved(json, by: JobV2.self)
    let report = try Future.report(reading: JobV2.self, json)

    #expect(saved == #"{"note":"","retries":"many","version":2}"#)
    #expect(report.rejected == ["retries"])
  }

  @Test func `a rejected value that a stricter version rejects is an error`() {
    let error = #expect(throws: MigrationError.self) {
      try Future.read(StrictJob.self, #"{"retries":"many","version":1}"#)
    }

    #expect(error?.reason == .carryOverFailed(from: "JobV1", to: "StrictJob"))
  }

  /// A property that may be null or missing, by way of its field.
  struct Delay: FieldCodable {
    enum CodingKeys: CodingKey, CaseIterable { case seconds }
    var seconds = Lenient(wrappedValue: Nullable<Int>(wrappedValue: nil))

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.fill(&seconds, at: 0)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(seconds, at: 0)
    }
  }

  @Test(
    arguments: [
      ("{}", nil, true), (#"{"seconds":null}"#, nil, false), (#"{"seconds":5}"#, 5, false),
      (#"{"seconds":"soon"}"#, nil, false),
    ] as [(String, Int?, Bool)])
  func `a rejected value of a property that may be null isn't missing`(
    json: String, seconds: Int?, isMissing: Bool
  ) throws {
    let delay = try JSONDecoder().decode(unversioned: Delay.self, from: Data(json.utf8))

    #expect(delay.seconds.wrappedValue.wrappedValue == seconds)
    #expect(delay.seconds.wrappedValue.isMissing == isMissing)
    #expect(String(decoding: try JSONEncoder().encode(unversioned: delay), as: UTF8.self) == json)
  }
}
