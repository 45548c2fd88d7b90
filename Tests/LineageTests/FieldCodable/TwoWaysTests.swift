import Foundation
import Lineage
import Testing

/// What is true by way of containers is true by fields: values, reports, errors and what is written.
struct TwoWaysTests {
  /// Documents that are right or wrong in every way that a field can be.
  static let documents: [String] = {
    let item = #"{"id":1,"price":2.5,"label":"x","parts":[]}"#
    let options = #"{"color":"blue"}"#
    func order(_ items: String, _ options: String, _ more: String = "", version: Int = 2) -> String
    {
      #"{"version":\#(version),"name":"n","items":[\#(items)],"options":\#(options),"placed":0\#(more)}"#
    }
    let itemVariations = [
      item, "", "\(item),\(item)", #"{"id":1,"price":2,"parts":[\#(item)]}"#,
      #"{"parts":[],"label":null,"price":1e2,"id":-4}"#, #"{"id":"1","price":2,"parts":[]}"#,
      #"{"id":1,"parts":[]}"#, #"{"id":null,"price":2,"parts":[]}"#, "7", "null", "[]",
      #"{"id":1,"id":2,"price":3,"parts":[],"price":4}"#,
      #"{"\u0069d":1,"price":3,"parts":[],"label":"\u00e9"}"#,
      #"{"x":1,"id":1,"price":3,"y":{"z":[1]},"label":"l","parts":[]}"#,
      #"{"id":1.5,"price":3,"parts":[]}"#, #"{"id":99999999999999999999,"price":3,"parts":[]}"#,
      #"{"id":1,"price":3,"label":5,"parts":[]}"#, #"{"id":1,"price":3,"parts":[{"id":true}]}"#,
      #"{"é":1,"id":1,"price":3,"parts":[]}"#,
    ]
    let optionVariations = [
      options, "{}", "null", "5", #"{"color":null}"#, #"{"count":7,"color":"c"}"#,
      #"{"color":"c","inner":{"lastName":"L"},"medium":"tv","count":3,"strange":{"a":[1,null]}}"#,
      #"{"color":"c","note":null,"maybe":null,"delay":null,"tags":null,"count":null,"isOn":null}"#,
      #"{"color":"c","delay":"soon","maybe":"never","sizes":[1,"two",3]}"#,
      #"{"color":"c","count":"7"}"#, #"{"color":"c","tags":[1]}"#, #"{"color":"c","small":300}"#,
      #"{"color":"c","inner":{"first_name":5}}"#, #"{"color":"c","inner":null}"#,
      #"{"color":"c","sizes":{},"rate":false,"title":[]}"#, #"{"color":"c","rate":3,"note":"m"}"#,
      #"{"count":1,"rate":0.25,"isOn":false,"title":"t","note":"n","tags":[],"small":-1,"medium":"print","delay":1,"maybe":2,"sizes":[],"color":"c","inner":{"first_name":"F","lastName":"L"}}"#,
      #"{"inner":{},"color":"c","sizes":[4],"maybe":2,"delay":1,"medium":"web","small":1,"tags":["z"],"note":"n","title":"t","isOn":false,"rate":0.25,"count":1,"count":2}"#,
      #"{"firstName":"x","color":"c","inner":{"firstName":"B","first_name":"A"}}"#,
    ]
    return itemVariations.map { order($0, options) } + optionVariations.map { order(item, $0) }
      + [
        order(item, options, #","rush":true,"extra":[1,2]"#),
        order(item, options, #","rush":null"#),
        order(item, options, #","rush":1"#), order(item, options, "", version: 3),
        #"{"version":1,"customer":"c","items":[\#(item)],"left":"over"}"#,
        #"{"version":1,"customer":5,"items":[]}"#, #"{"version":1,"customer":"c","items":[{}]}"#,
        #"{"version":1,"customer":"c","items":[\#(item)],"name":"clash"}"#,
        "[]", "5", "{}", "null", #"{"version":2}"#, #"{"name":"n"}"#, "{",
      ]
  }()

  /// What a way makes of a document, in words without the names of types.
  private func outcome<Value: VersionedCodable>(
    _ type: Value.Type, _ data: Data, in format: StoredFormat, withReport: Bool
  ) -> String {
    var report = MigrationReport()
    var text: String
    do {
      let value =
        withReport
        ? try format.decode(type, from: data, report: &report) : try format.decode(type, from: data)
      let written = try format.encode(value)
      let again = try format.decode(type, from: written)
      text = "\(value)\n\(written as NSData)\n\(again)"
    } catch {
      text = "\(error)"
    }
    return (text + "\n\(report)").sameNames
  }

  @Test(arguments: StoredFormat.allCases, documents)
  func `a document has the same value, report, error and text by both ways`(
    format: StoredFormat, json: String
  ) throws {
    guard let data = try? format.document(json) else { return }
    for withReport in [false, true] {
      let byContainers = outcome(
        ByContainers.Order.self, data, in: format, withReport: withReport)
      let byFields = outcome(ByFields.Order.self, data, in: format, withReport: withReport)
      #expect(byFields == byContainers)
    }
  }

  @Test(arguments: documents)
  func `strategies for keys and dates apply by both ways`(json: String) throws {
    let decoder = JSONDecoder.inSnakeCase
    decoder.dateDecodingStrategy = .secondsSince1970
    let encoder = JSONEncoder.inSnakeCase()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    func outcome<Value: VersionedCodable>(_ type: Value.Type) -> String {
      var report = MigrationReport()
      let text: String
      do {
        let value = try decoder.decode(versioned: type, from: Data(json.utf8), report: &report)
        text = try "\(value)" + String(decoding: encoder.encode(versioned: value), as: UTF8.self)
      } catch {
        text = "\(error)"
      }
      return (text + "\(report)").sameNames
    }
    #expect(outcome(ByFields.Order.self) == outcome(ByContainers.Order.self))
  }

  @Test(arguments: documents)
  func `other libraries' coders code fields as they code containers`(json: String) throws {
    guard
      let value = try? JSONDecoder().decode(
        unversioned: DocumentValue.self, from: Data(json.utf8)),
      let document = try? ForeignTextEncoder().encode(unversioned: value)
    else { return }
    func outcome<Value: VersionedCodable>(_ type: Value.Type) -> String {
      var report = MigrationReport()
      let text: String
      do {
        let value = try ForeignTextDecoder().decode(
          versioned: type, from: document, report: &report)
        let written = try ForeignTextEncoder().encode(versioned: value)
        let members = try ForeignTextDecoder().decode(
          unversioned: DocumentValue.self, from: written)
        let sorted = try JSONEncoder([.sortedKeys]).encode(unversioned: members)
        text = "\(value) " + String(decoding: sorted, as: UTF8.self)
      } catch {
        text = "\(error)"
      }
      return (text + "\(report)").sameNames
    }
    #expect(outcome(ByFields.Order.self) == outcome(ByContainers.Order.self))
  }

  @Test(arguments: documents)
  func `a type that codes fields and one that uses containers nest in each other`(json: String)
    throws
  {
    func outcome<Value: Codable>(_ type: Value.Type) -> String {
      var report = MigrationReport()
      let text: String
      do {
        let value = try JSONDecoder().decode(
          unversioned: type, from: Data(json.utf8), report: &report)
        let written = try JSONEncoder([.sortedKeys]).encode(unversioned: value)
        text = "\(value)" + String(decoding: written, as: UTF8.self)
      } catch {
        text = "\(error)"
      }
      return (text + "\(report)").sameNames
    }
    let plain = outcome(Mixed.PlainOrder.self)
    #expect(outcome(Mixed.Order.self) == plain)
    #expect(outcome(Mixed.FieldOrder.self) == plain)
  }

  @Test func `a thousand objects are the same whatever the order of their members is`() throws {
    var random = JSONRandom(seed: 3)
    let members = [
      #""count":2"#, #""rate":3"#, #""isOn":false"#, #""title":"t""#, #""note":null"#,
      #""tags":["x"]"#, #""small":4"#, #""medium":"print""#, #""delay":"?""#, #""color":"c""#,
      #""inner":{"lastName":"L","first_name":"F"}"#, #""other":1"#, #""count":3"#,
      #""title":"u""#, #""\u0072ate":9"#, #""another":{"a":1}"#,
    ]
    for _ in 0..<1_000 {
      var chosen = members.shuffled(using: &random)
      chosen.removeLast(random.number(below: members.count))
      let json = "{" + chosen.joined(separator: ",") + "}"
      func outcome<Value: Codable>(_ type: Value.Type) -> String {
        var text: String
        do {
          let value = try JSONDecoder().decode(unversioned: type, from: Data(json.utf8))
          let written = try JSONEncoder([.sortedKeys]).encode(unversioned: value)
          text = "\(value)" + String(decoding: written, as: UTF8.self)
        } catch {
          text = "\(error)"
        }
        return text.sameNames
      }
      #expect(
        outcome(ByFields.Options.self) == outcome(ByContainers.Options.self), "\(json)")
    }
  }

  /// Reads the fields that a test names, in its order.
  struct Choosing: FieldCodable {
    enum CodingKeys: String, CodingKey, CaseIterable { case a, b, c, d, e, unknownFields }

    nonisolated(unsafe) static var asked: [Int] = []
    var found: [Int?] = []
    var unknown: UnknownFields?

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      for index in Self.asked {
        var value: Int? = -1
        if index % 2 == 0 {
          try fields.fill(&value, at: index)
        } else {
          value = try fields.value(at: index) ?? -1
        }
        found.append(value)
      }
      unknown = try fields.value(at: 5)
    }

    func write(to fields: inout FieldWriter) throws {}
  }

  @Test func `fields are found in any order, once or twice or not at all`() throws {
    var random = JSONRandom(seed: 9)
    let names = ["a", "b", "c", "d", "e", "x", "unknownFields"]
    for _ in 0..<5_000 {
      var present = random.chance(50) ? names : names.shuffled(using: &random)
      present.removeAll { _ in random.chance(40) }
      // Of equal keys the first one wins.
      if random.chance(30) { present = present.flatMap { random.chance(50) ? [$0] : [$0, $0] } }
      if random.chance(30) { present += present }
      let members = present.enumerated().map { #""\#($1)":\#($0)"# }
      let json = "{" + members.joined(separator: ",") + "}"
      var asked = Array(0..<5)
      if random.chance(50) { asked.shuffle(using: &random) }
      asked.removeAll { _ in random.chance(30) }
      if random.chance(30) { asked = asked.flatMap { [$0, $0] } }
      if random.chance(30) { asked += asked }
      Choosing.asked = asked

      let value = try JSONDecoder().decode(unversioned: Choosing.self, from: Data(json.utf8))

      let expected = asked.map { present.firstIndex(of: names[$0]) ?? -1 }
      #expect(value.found == expected, "\(json) \(asked)")
      let unknown = Set(present).subtracting(["a", "b", "c", "d", "e"])
      #expect(Set(value.unknown?.fields.keys ?? []) == unknown, "\(json)")
    }
  }

  @Test func `a plain JSONDecoder migrates, fills and keeps unknown fields`() throws {
    let old = #"{"version":1,"customer":"c","items":[],"left":"over"}"#
    let order = try JSONDecoder().decode(ByFields.Order.self, from: Data(old.utf8))
    #expect(order.name == "c")
    #expect(order.options.title == "untitled")

    let encoder = JSONEncoder([.sortedKeys])
    let written = String(decoding: try encoder.encode(order), as: UTF8.self)
    #expect(written.hasSuffix(#""version":2}"#))
    #expect(written.contains(#""left":"over""#))
    #expect(try encoder.encode(versioned: order) == Data(written.utf8))
    let newer = #"{"version":3,"name":"n"}"#
    let error = try #require(throws: (any Error).self) {
      try JSONDecoder().decode(ByFields.Order.self, from: Data(newer.utf8))
    }
    #expect("\(error)".contains("has version '3', but the newest known version is '2'"))
  }
}

extension String {
  /// The text with the names of both ways' types replaced with one name.
  fileprivate var sameNames: String {
    replacing("ByContainers.", with: "").replacing("ByFields.", with: "")
      .replacing("FieldOrder", with: "Order").replacing("PlainOrder", with: "Order")
      .replacing("Mixed.", with: "")
      // Where keys are numbered has no meaning.
      .replacing(#/\(unknown context at \$[0-9a-f]+\)\./#, with: "")
  }
}

extension JSONEncoder {
  fileprivate convenience init(_ formatting: OutputFormatting) {
    self.init()
    outputFormatting = formatting
  }
}
