import Foundation
import Lineage
import Testing

/// `version(of:in:)` skips what it doesn't need, and must find the same version as reading the
/// whole document.
struct VersionSkimmingTests {
  struct Numbered: VersionedCodable {
    static let version = 4
    typealias PreviousVersion = NothingOlder
  }

  struct Deep: VersionedCodable {
    static let version = 4
    static var versionLocation: VersionLocation { .path("meta", "schema") }
    typealias PreviousVersion = Numbered
    init(from old: Numbered) throws {}
  }

  static let documents: [(text: String, version: AnyVersion?)] = [
    (#"{"version":3}"#, 3),
    (#"{"version":"3"}"#, "3"),
    (#"{"version":-1,"a":1}"#, -1),
    (#"{"version":4.0}"#, 4),
    (#" { "a" : [ ] , "version" : 5 , "b" : { } } "#, 5),
    ("{\r\n\t\"a\": true,\r\n\t\"version\": 5\r\n}", 5),
    // The first of equal keys wins, with or without escapes.
    (#"{"version":1,"version":2}"#, 1),
    (#"{"ver\u0073ion":1,"version":2}"#, 1),
    (#"{"a":{"version":1},"version":2}"#, 2),
    (#"{"a":[{"version":1}],"version":2}"#, 2),
    (#"{"versions":1,"versio":2,"version":3}"#, 3),
    // Brackets and quotes in strings are ignored.
    (#"{"a":"}]\"{[","b":["\\",{"c":"\\\"}"}],"version":6}"#, 6),
    (#"{"a":["12345678]","]]]]]]]]]]]]","\"\"\"\"\"\""],"version":6}"#, 6),
    (#"{"a":["_y_Y"],"version":6}"#, 6),
    (#"{"a":["ä€😀","\ud83d\ude00"],"ключ":[1],"version":6}"#, 6),
    (#"{"a":[[[[[[[[[1,2],3],4],5],6],7],8],9],10],"version":6}"#, 6),
    (#"{"a":[{"b":[{"c":[{},{},[]]}]}],"version":6}"#, 6),
    (#"{"v":[],"version":6}"#, 6),
    // If skimming finds no version, the whole document is read.
    (#"{}"#, nil),
    (#"{"version":null}"#, nil),
    (#"{"version":null,"version":4}"#, nil),
    (#"{"Version":4}"#, nil),
    (#"[{"version":4}]"#, nil),
    (#"4"#, nil),
  ]

  @Test(arguments: documents)
  func `the version is found wherever it is in a document`(text: String, version: AnyVersion?)
    throws
  {
    #expect(try JSONDecoder().version(of: Numbered.self, in: Data(text.utf8)) == version)
  }

  @Test(arguments: [#"{"edition":4,"version":9}"#, #"{"version":4,"edition":9}"#])
  func `the version is the one that decoding finds, whatever a strategy renames`(
    text: String
  ) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in
      let name = path.last?.stringValue ?? ""
      return Renamed(name == "edition" ? "version" : name == "version" ? "other" : name)
    }
    let document = Data(text.utf8)
    var report = MigrationReport()
    _ = try decoder.decode(versioned: Numbered.self, from: document, report: &report)

    #expect(report.versionFound == 4)
    #expect(try decoder.version(of: Numbered.self, in: document) == 4)
  }

  private struct Renamed: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  static let nestedDocuments: [(text: String, version: AnyVersion?)] = [
    (#"{"meta":{"schema":4}}"#, 4),
    (#"{"a":1,"meta":{"b":[{"schema":2}],"schema":4,"c":0},"d":0}"#, 4),
    (#"{"meta":{"schema":4},"meta":{"schema":5}}"#, 4),
    (#"{"meta":{"other":1},"meta":{"schema":5},"version":4}"#, 4),
    (#"{"meta":{"schema":5},"version":4}"#, 5),
    (#"{"version":4}"#, 4),
    (#"{"version":4,"meta":[{"schema":5}]}"#, 4),
    (#"{"version":3,"meta":{"sch\u0065ma":9}}"#, 9),
    (#"{"version":3,"m\u0065ta":{"schema":9}}"#, 9),
    (#"{"schema":1}"#, nil),
  ]

  @Test(arguments: nestedDocuments)
  func `the version is found in nested objects and at older locations`(
    text: String, version: AnyVersion?
  ) throws {
    #expect(try JSONDecoder().version(of: Deep.self, in: Data(text.utf8)) == version)
  }

  @Test(arguments: [
    String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian,
  ])
  func `the version is found in every encoding`(encoding: String.Encoding) throws {
    let text = #"{"a":["ä"],"version":7}"#
    let data = try #require(text.data(using: encoding))
    let marked = try #require("\u{FEFF}\(text)".data(using: encoding))

    #expect(try JSONDecoder().version(of: Numbered.self, in: data) == 7)
    #expect(try JSONDecoder().version(of: Numbered.self, in: marked) == 7)
  }

  @Test func `the version is found with the decoder's options`() throws {
    let json5 = JSONDecoder()
    json5.allowsJSON5 = true
    let bare = JSONDecoder()
    bare.assumesTopLevelDictionary = true
    let snake = JSONDecoder.inSnakeCase

    #expect(
      try json5.version(of: Numbered.self, in: Data("{a:'\"}', /* } */ version:+7,}".utf8)) == 7)
    #expect(try bare.version(of: Numbered.self, in: Data(#""version":7,"a":1"#.utf8)) == 7)
    #expect(try bare.version(of: Numbered.self, in: Data(#"{"version":7,"a":1}"#.utf8)) == 7)
    #expect(try snake.version(of: Deep.self, in: Data(#"{"meta":{"schema":7}}"#.utf8)) == 7)
  }

  /// A version at the beginning is found without reading the options, so the result must not depend
  /// on them.
  @Test(
    arguments: [
      (#"{"version":7,a:'}'}"#, 7), (#"{"version":0x10,a:1}"#, 16), (#"{"version":+7}"#, 7),
      (#"{"version":7/**/,a:1}"#, 7), (#"{"version":'7'}"#, "7"), (#"{"version":"7",}"#, "7"),
      (#"{'version':7}"#, 7), (#"{"a":'"version":8',"version":7}"#, 7),
      (#"{"a":/*}*/1,"version":7}"#, 7),
    ] as [(String, AnyVersion)])
  func `the version is found at the beginning of JSON5`(text: String, version: AnyVersion) throws {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true

    #expect(try decoder.version(of: Numbered.self, in: Data(text.utf8)) == version)
  }

  @Test(
    arguments: [
      (#"{"version":7,"VERSION":8}"#, 7), (#"{"VERSION":8,"version":7}"#, 8),
      (#"{"a":1,"VERSION":8,"version":7}"#, 8), (#"{"a":1,"version":7,"VERSION":8}"#, 7),
    ] as [(String, AnyVersion)])
  func `a first version is found with a key strategy`(text: String, version: AnyVersion) throws {
    struct LowercaseKey: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue.lowercased() }
      init?(intValue: Int) { nil }
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in
      LowercaseKey(stringValue: path.last?.stringValue ?? "")
    }

    #expect(try decoder.version(of: Numbered.self, in: Data(text.utf8)) == version)
  }

  @Test(arguments: [
    #"{"version":4"#, #"{"version":4]"#, #"{"version":4x}"#, #"{"version":4 5}"#, #"{"version":}"#,
    #"{"version":04}"#, #"{"version" 4}"#, #"{"a":[1,"version":4}"#, #"{"a":"x,"version":4}"#,
    #"{"a":1 "version":4}"#, #"{"a":[}],"version""#, "", " ",
  ])
  func `a document that is broken before or at its version is unreadable`(text: String) throws {
    let error = try #require(throws: MigrationError.self) {
      try JSONDecoder().version(of: Numbered.self, in: Data(text.utf8))
    }

    #expect(error.reason == .unreadable)
  }

  @Test func `a line is current whatever is before its version, and not if that isn't balanced`()
    throws
  {
    let lines = try #require(CurrentLines(of: Numbered.self, by: JSONDecoder()))
    var random = JSONRandom(seed: 3)
    func value(_ depth: Int) -> String {
      switch random.number(below: depth > 6 ? 4 : 8) {
      case 0: return random.string(random.characters())
      case 1: return random.string(random.pick(["}", "]]", "[{", "{\"a\":[", "_y_Y", ",:"]))
      case 2: return random.string(String(repeating: "x", count: random.number(below: 40)))
      case 3: return "\(random.number(below: 10_000))"
      case 4, 5:
        return "["
          + (0..<random.number(below: 4)).map { _ in value(depth + 1) }.joined(separator: ",") + "]"
      default:
        let members = (0..<random.number(below: 4)).map { _ in
          "\(random.string(random.characters())):\(value(depth + 1))"
        }
        return "{" + members.joined(separator: ", ") + "}"
      }
    }
    for _ in 0..<JSONRandom.count(2000) {
      let text = value(0)

      for (before, isCurrent) in [(text, true), ("[\(text)", false), ("[\(text)]]", false)] {
        let line = Data(#"{"a":\#(before),"version":4}"#.utf8)

        let run = lines.run(in: line, from: 0)

        #expect(run.count == (isCurrent ? 1 : 0), "\(String(decoding: line, as: UTF8.self))")
      }
    }
  }

  @Test func `a document is searched with any alignment to words of eight bytes`() throws {
    for count in 0..<40 {
      let padding = String(repeating: "x", count: count)
      let text = #"{"\#(padding)":["\#(padding)",{"a":"\\\""},[\#(count)]],"version":\#(count)}"#

      let version = try JSONDecoder().version(of: Numbered.self, in: Data(text.utf8))

      #expect(version == .integer(count))
    }
  }
}
