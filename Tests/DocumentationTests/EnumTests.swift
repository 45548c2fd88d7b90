import Foundation
import Lineage
import Testing

/// A type of the program, which doesn't get in the way of those of Lineage.
private struct Payload: Codable {}

/// The code of `Docs/EnumsThatGrow.md`, and that of `Docs/DataWithoutAType.md` for invalid values.
struct EnumTests {
  enum Medium: String, CaseIterable {
    case web, print
  }

  struct Source: DefaultFillable {
    var medium = OpenEnum<Medium>(.web)
    var other: [OpenEnum<Medium>] = []
  }

  enum Block: OpenUnion {
    case text(Text)
    case image(Image)
    case unknown(DocumentValue)

    struct Text: Codable {
      var body: String
    }

    struct Image: DefaultFillable {
      var url = ""
      var caption = ""
    }

    static let tagKey = "type"
    static let payloads: [UnionPayload<Self>] = [
      UnionPayload("text", text) { if case .text(let it) = $0 { it } else { nil } },
      UnionPayload("image", image) { if case .image(let it) = $0 { it } else { nil } },
      .unknown(unknown) { if case .unknown(let it) = $0 { it } else { nil } },
    ]
  }

  struct Queue: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Lenient var retries = 3
    @LenientElements var delays: [Int] = []
  }

  struct Schedule: VersionedCodable, DefaultFillable {
    static let version = 2
    @LenientElements var delays: [Double] = []
  }

  private let decoder = JSONDecoder()
  private let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return encoder
  }()

  @Test func `an unknown case is preserved`() throws {
    var names: [String] = []

    let json = Data(#"{"medium":"podcast","other":["print"]}"#.utf8)
    let source = try decoder.decode(unversioned: Source.self, from: json)
    // source.medium is .unknown("podcast"), source.other[0] == .print

    switch source.medium {
    case .known(.web): break
    case .known(.print): break
    case .unknown(let name): names.append(name)
    }

    #expect(names == ["podcast"])
    #expect(source.other.first.map { $0 == .print } == true)
  }

  @Test func `an unknown block is preserved`() throws {
    let page = Data(#"[{"type":"text","body":"Hi"},{"type":"poll","votes":[2,1]}]"#.utf8)
    let blocks = try decoder.decode(unversioned: [Block].self, from: page)
    // blocks[1] is .unknown({"type": "poll", "votes": [2, 1]})

    guard case .unknown(let poll) = blocks[1] else {
      Issue.record("A poll is not known here.")
      return
    }
    #expect("\(poll)" == #"{"type": "poll", "votes": [2, 1]}"#)
  }

  @Test func `a damaged queue can be used, and its rejected values are preserved`() throws {
    let damaged = Data(#"{"delays":[1,"soon",2],"retries":"many","version":1}"#.utf8)
    var queue = try decoder.decode(versioned: Queue.self, from: damaged)
    // queue.retries == 3, queue.delays == [1, 2]
    queue.delays.append(5)
    let rewritten = try encoder.encode(versioned: queue)
    // {"delays":[1,"soon",2,5],"retries":"many","version":1}

    var report = MigrationReport()
    let schedule = try decoder.decode(versioned: Schedule.self, from: damaged, report: &report)
    let upgraded = try encoder.encode(versioned: schedule)
    // {"delays":[60,"soon",120],"version":2}
    // report.rejectedDropped == ["retries"]

    #expect(String(decoding: upgraded, as: UTF8.self) == #"{"delays":[60,"soon",120],"version":2}"#)
    #expect(report.rejectedDropped == ["retries"])
    #expect(queue.retries == 3)
    #expect(
      String(decoding: rewritten, as: UTF8.self)
        == #"{"delays":[1,"soon",2,5],"retries":"many","version":1}"#)
  }
}

typealias Queue = EnumTests.Queue
typealias Schedule = EnumTests.Schedule

extension Schedule {
  init(from old: Queue) throws {
    self.init()
    _delays = old.$delays.map { Double($0) * 60 }
  }
}
