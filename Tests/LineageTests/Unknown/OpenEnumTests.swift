import Foundation
import Lineage
import Testing

/// Enums with cases that were added after the program was built.
struct OpenTests {
  enum Kind: String, CaseIterable, Sendable { case web, print }
  enum Level: Int, CaseIterable, Sendable { case low = 1, high = 10 }

  struct Link: VersionedCodable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var kind: OpenEnum<Kind>
    var level: OpenEnum<Level>
    var maybe: OpenEnum<Kind>?
    var list: [OpenEnum<Kind>]
    var byName: [String: OpenEnum<Level>]
    var byKind: [OpenEnum<Kind>: Int]
    var byLevel: [OpenEnum<Level>: String]
  }

  @Test(arguments: FutureFormat.allCases)
  func `unknown cases are written back unchanged`(format: FutureFormat) throws {
    let document: DocumentValue = [
      "version": 1, "kind": "podcast", "level": 99, "maybe": "vhs",
      "list": ["web", "podcast", "print"], "byName": ["a": 1, "b": -7],
      "byKind": ["web": 1, "podcast": 2], "byLevel": ["10": "x", "99": "y"],
    ]

    let link = try format.read(Link.self, document)

    #expect(link.kind == .unknown("podcast"))
    #expect(link.level == .unknown(99))
    #expect(link.list == [.known(.web), .unknown("podcast"), .known(.print)])
    #expect(link.byKind[.unknown("podcast")] == 2)
    #expect(link.byLevel[.unknown(99)] == "y")
    #expect(try format.write(link) == document)
  }

  struct Counts: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var byKind: [OpenEnum<Kind>: Int]
  }

  enum Medium: String, Codable, Sendable { case longRead = "long_read", html = "HTML5", web }

  struct Issue: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var pageCounts: [OpenEnum<Medium>: Int]
    var shownTitles: [OpenEnum<Medium>: Title] = [:]

    struct Title: Codable, Equatable { var firstLine: String }
  }

  @Test(arguments: [false, true])
  func `key strategies leave the keys of a dictionary as they are`(ofSubclasses: Bool) throws {
    let encoder = ofSubclasses ? OtherEncoder() : JSONEncoder()
    let decoder = ofSubclasses ? OtherDecoder() : JSONDecoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = .sortedKeys
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let issue = Issue(
      pageCounts: [.known(.longRead): 3, .known(.html): 5, .unknown("PDF"): 1],
      shownTitles: [.unknown("a_b"): .init(firstLine: "x"), .known(.web): .init(firstLine: "y")])

    let data = try encoder.encode(versioned: issue)

    #expect(
      String(decoding: data, as: UTF8.self) == """
        {"page_counts":{"HTML5":5,"PDF":1,"long_read":3},\
        "shown_titles":{"a_b":{"first_line":"x"},"web":{"first_line":"y"}},"version":1}
        """)
    #expect(try decoder.decode(versioned: Issue.self, from: data) == issue)
  }

  /// An enum that takes two texts for one case.
  struct Folded: RawRepresentable, Hashable, Sendable {
    let rawValue: String
    init?(rawValue: String) { self.rawValue = rawValue.lowercased() }
  }

  @Test(arguments: StoredFormat.allCases)
  func `of two spellings of one key, the last wins, and the other is reported`(
    format: StoredFormat
  ) throws {
    let document = try format.document(#"{"PDF":1,"epub":3,"pdf":2}"#)
    var report = MigrationReport()

    let counts = try format.decode(
      unversioned: [OpenEnum<Folded>: Int].self, from: document, report: &report)

    // Property lists have no order.
    let last = format == .json ? 2 : counts[.unknown("pdf")] ?? 0
    #expect(counts == [OpenEnum(rawValue: "pdf"): last, OpenEnum(rawValue: "EPUB"): 3])
    #expect(report.unknownFieldsDropped == [last == 2 ? "PDF" : "pdf"])
  }

  @Test func `an open enum compares with a plain case`() {
    let known: OpenEnum<Kind> = .known(.web)
    let unknown: OpenEnum<Kind> = .unknown("podcast")

    #expect(known == .web)
    #expect(known != .print)
    #expect(unknown != .web)
    #expect(unknown.known == nil)
    #expect(OpenEnum<Kind>(.print).known == .print)
  }

  @Test(arguments: [
    (OpenEnum<Kind>.known(.web), "w"), (.known(.print), "p"), (.unknown("x"), "?x"),
  ])
  func `a switch over an open enum is exhaustive`(open: OpenEnum<Kind>, expected: String) {
    let found =
      switch open {
      case .known(.web): "w"
      case .known(.print): "p"
      case .unknown(let name): "?\(name)"
      }

    #expect(found == expected)
  }

  @Test(arguments: [
    (OpenEnum<Kind>.known(.web), true), (.known(.print), false), (.unknown("x"), false),
  ])
  func `a plain case in a constant matches in a switch`(open: OpenEnum<Kind>, expected: Bool) {
    let web = Kind.web
    let isWeb =
      switch open {
      case web: true
      default: false
      }

    #expect(isWeb == expected)
  }

  @Test func `an unknown case equals the known one with the same raw value`() {
    #expect(OpenEnum<Kind>.unknown("web") == .known(.web))
    #expect(Set([OpenEnum<Kind>.unknown("web"), .known(.web)]).count == 1)
    #expect(OpenEnum<Kind>(rawValue: "web").known == .web)
  }

  @Test func `an open enum lists the cases that are known`() {
    #expect(OpenEnum<Kind>.allCases == [.known(.web), .known(.print)])
  }

  @Test func `an open enum describes itself`() {
    #expect("\(OpenEnum<Kind>.known(.web)) \(OpenEnum<Kind>.unknown("vhs"))" == "web unknown(vhs)")
  }

  @Test(arguments: [
    (#"{"kind":7}"#, "Expected a string, found a number."),
    (#"{"kind":null}"#, "Expected a string, found null."),
    (#"{"kind":["web"]}"#, "Expected a string, found an array."), ("{}", "The field is missing,"),
  ])
  func `a raw value of the wrong type is an error`(json: String, expected: String) throws {
    struct One: Codable { var kind: OpenEnum<Kind> }

    let error = try migrationError { try filled(One.self, json) }

    #expect(error.description.contains("At kind: \(expected)"), "\(error)")
  }

  @Test func `an open enum is assigned by its case`() throws {
    var defaults = Defaults()

    defaults.kind = .known(.web)
    defaults.maybe = .known(.print)
    #expect(defaults.kind == .web)
    #expect(try Future.text(defaults) == #"{"kind":"web","level":5,"maybe":"print"}"#)

    defaults.kind = OpenEnum(.print)
    defaults.maybe = nil
    #expect(try Future.text(defaults) == #"{"kind":"print","level":5,"maybe":null}"#)
  }

  struct Zeroes: ZeroFillable {
    let kind: OpenEnum<Kind>
    let level: OpenEnum<Level>
    let maybe: OpenEnum<Kind>?
  }

  struct Defaults: DefaultFillable, Equatable {
    var kind: OpenEnum<Kind> = .known(.print)
    var level: OpenEnum<Level> = .unknown(5)
    var maybe: OpenEnum<Kind>? = .known(.web)
  }

  @Test func `a missing open enum gets the first case as its zero value`() throws {
    let zeroes = try JSONDecoder().decode(unversioned: Zeroes.self, from: Data("{}".utf8))

    #expect(zeroes.kind == .web)
    #expect(zeroes.level == .low)
    #expect(zeroes.maybe == nil)
  }

  @Test func `a missing open enum gets its default`() throws {
    let filled = try JSONDecoder().decode(unversioned: Defaults.self, from: Data("{}".utf8))

    #expect(filled == Defaults())
  }
}

private final class OtherEncoder: JSONEncoder, @unchecked Sendable {}
private final class OtherDecoder: JSONDecoder, @unchecked Sendable {}
