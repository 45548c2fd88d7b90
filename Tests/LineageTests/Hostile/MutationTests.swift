import Foundation
import Testing

@testable import Lineage

/// Documents with a few changed bytes: nothing traps, and no error quotes content.
struct MutationTests {
  @Test(arguments: HostileDocuments.all, [false, true])
  func `a damaged JSON document decodes or is a MigrationError`(document: String, isJSON5: Bool) {
    var random = JSONRandom(seed: 20)
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = isJSON5

    for _ in 0..<JSONRandom.count(250) {
      var bytes = Array(document.utf8)
      random.damage(&bytes)
      let problem = HostileOutcome.problem(Data(bytes), decoder)
      #expect(problem == nil, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(arguments: JSONTexts.all, [false, true])
  func `what decodes from a damaged document survives a round trip`(
    document: String, isJSON5: Bool
  ) throws {
    var random = JSONRandom(seed: 24)
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = isJSON5

    for _ in 0..<JSONRandom.count(250) {
      var bytes = Array(document.utf8)
      random.damage(&bytes)
      guard let value = try? decoder.decode(unversioned: DocumentValue.self, from: Data(bytes))
      else {
        continue
      }

      let written = try JSONEncoder().encode(unversioned: value)
      let again = try decoder.decode(unversioned: DocumentValue.self, from: written)

      #expect(again == value, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(arguments: HostileDocuments.all)
  func `a JSON document with swapped values decodes or is a MigrationError`(document: String) {
    var random = JSONRandom(seed: 21)
    let values = [
      "null", "true", "1", "-1", "1.5", "1e400", "\"TOPSECRET\"", "[]", "{}", "[\"TOPSECRET\"]",
      "{\"version\":\"TOPSECRETS\"}", "{\"a\":\"TOPSECRET\"}", "18446744073709551616",
    ]
    let pieces = document.split(separator: ":").map(String.init)

    for _ in 0..<JSONRandom.count(250) {
      var damaged = pieces
      let place = 1 + random.number(below: pieces.count - 1)
      let rest = damaged[place].drop { $0 != "," && $0 != "}" && $0 != "]" }
      damaged[place] = random.pick(values) + rest
      let text = damaged.joined(separator: ":")
      // The version is the only content that an error quotes.
      if place == 1 || text.contains("\"version\":{") { continue }
      let problem = HostileOutcome.problem {
        _ = try JSONDecoder().decode(versioned: Diary.self, from: Data(text.utf8))
      }
      #expect(problem == nil, "\(text)")
    }
  }

  @Test(arguments: PropertyListTests.formats)
  func `a damaged property list decodes or is a MigrationError`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let diary = try JSONDecoder().decode(
      versioned: Diary.self, from: Data(HostileDocuments.current.utf8))
    let encoder = PropertyListEncoder(format)
    let document = try Array(encoder.encode(versioned: diary))
    var random = JSONRandom(seed: 22)

    for _ in 0..<JSONRandom.count(150) {
      var bytes = document
      random.damage(&bytes)
      let problem = HostileOutcome.problem(Data(bytes), PropertyListDecoder())
      #expect(problem == nil, "\(bytes)")
    }
  }

  @Test func `a damaged document of another format decodes or is a MigrationError`() throws {
    let diary = try JSONDecoder().decode(
      versioned: Diary.self, from: Data(HostileDocuments.current.utf8))
    let document = try Array(ForeignTextEncoder().encode(versioned: diary).utf8)
    var random = JSONRandom(seed: 23)

    for _ in 0..<JSONRandom.count(150) {
      var bytes = document
      random.damage(&bytes)
      let text = String(decoding: bytes, as: UTF8.self)
      let problem = HostileOutcome.problem(text, ForeignTextDecoder())
      #expect(problem == nil, "\(text)")
    }
  }
}

/// Documents with all syntax of JSON and JSON5.
private enum JSONTexts {
  static let all = [
    #"{"a":1,"b":[true,false,null,"x\n\u00e9\ud83d\ude00"],"c":{"d":-1.5e3,"e":0.1}}"#,
    #"[1,-0,0.0,1e5,1E-7,9007199254740993,1.7976931348623157e308,5e-324]"#,
    #"{"":"","\u0061":"\/\\\"\b\f\r\t","a key longer than eight":"日本語 and 😀","\ud83d":"\ude00"}"#,
    "{a:1,'b':[+1,-.5,5.,0x1F,Infinity,-Infinity,NaN,],/* c */c:'it\\'s',\n d:\"\\x41\\\n\"}",
    "[.5e1,0XFF,+Infinity,'\"',\"'\",1.e5,0x1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF]",
    "{$a_1:null,é:true,\\u0061b:1,'\\ud83d':'\\ud83d'}",
  ]
}
