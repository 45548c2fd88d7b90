import Foundation
import Lineage
import Testing

/// Values of any shape.
struct FieldValueTests {
  @Test func `literals make values`() throws {
    let value: DocumentValue = ["a": .null, "b": true, "c": [1, -2, 1.5, "x", [:], []]]

    #expect(value == (try Future.value(#"{"a":null,"b":true,"c":[1,-2,1.5,"x",{},[]]}"#)))
  }

  @Test func `dates and data of property lists are found`() {
    let (date, data) = (Date(timeIntervalSince1970: 7), Data([1, 2]))
    let value: DocumentValue = ["when": .date(date), "what": .data(data)]
    #expect(value["when"]?.date == date && value["what"]?.data == data)
    #expect(value["what"]?.date == nil && value["when"]?.data == nil)
  }

  @Test func `subscripts return members and elements`() {
    let value: DocumentValue = ["title": "Frogs", "lines": [3, 1.5], "draft": false]

    #expect(value["title"]?.string == "Frogs")
    #expect(value["lines"]?[1]?.number?.double == 1.5)
    #expect(value["lines"]?.array?.count == 2)
    #expect(value["draft"]?.bool == false)
    #expect(value.object?.keys == ["title", "lines", "draft"])
    #expect(value["none"] == nil)
    #expect(value["lines"]?[2] == nil)
    #expect(value["lines"]?[-1] == nil)
    #expect(value["title"]?["x"] == nil)
    #expect(value[0] == nil)
  }

  @Test func `members are set, added at the end and removed`() throws {
    var value: DocumentValue = ["a": 1, "b": 2, "c": 3]

    value["b"] = nil
    value["a"] = ["x": 0]
    value["a"]?["y"] = 1
    value["b"] = 4

    #expect(value.object?.keys == ["a", "c", "b"])
    #expect("\(value)" == #"{"a": {"x": 0, "y": 1}, "c": 3, "b": 4}"#)
  }

  @Test(arguments: [true, false])
  func `setting nil removes the member`(isKnown: Bool) throws {
    let known: DocumentValue = 2
    var value: DocumentValue = ["a": 1, "b": 1]
    var unknown: UnknownFields = ["a": 1, "b": 1]

    value["b"] = isKnown ? known : nil
    unknown["b"] = isKnown ? known : nil

    #expect(value == (isKnown ? ["a": 1, "b": 2] : ["a": 1]))
    #expect(unknown == (isKnown ? ["a": 1, "b": 2] : ["a": 1]))
  }

  @Test func `null is set by its case`() {
    var value: DocumentValue = ["a": 1]

    value["a"] = .null
    value["b"] = .some(.null)

    #expect(value == ["a": .null, "b": .null])
  }

  @Test func `setting a member of a value that is not an object changes nothing`() {
    var value: DocumentValue = [1]

    value["a"] = 1

    #expect(value == [1])
  }

  @Test func `changes inside members and elements change these only`() {
    var value: DocumentValue = ["items": [["done": false], [1, 2]], "none": .null, "last": 0]
    var fields: UnknownFields = ["items": [["done": false]]]
    var null = DocumentValue.null

    value["items"]?[0]?["done"] = true
    value["items"]?[1]?[0] = nil
    value["items"]?[2]?["x"] = 1
    value["missing"]?["x"] = 1
    value["none"]?["x"] = 1
    value["last"]?["x"] = 1
    fields["items"]?[0]?["done"] = true
    fields["missing"]?["x"] = 1
    null["missing"]?["x"] = 1

    #expect(
      "\(value)" == #"{"items": [{"done": true}, [2]], "none": {"x": 1}, "last": 0}"#)
    #expect(fields == ["items": [["done": true]]])
    #expect(null == .null)
  }

  @Test func `members and elements are removed and added in place`() {
    func replace(_ value: inout DocumentValue?, _ newValue: DocumentValue?) { value = newValue }
    var value: DocumentValue = ["a": 1, "b": 2, "c": 3]
    var list: DocumentValue = [1, 2]

    replace(&value["b"], nil)
    replace(&value["d"], 4)
    replace(&value["b"], 5)
    replace(&list[0], nil)
    replace(&list[7], 1)

    #expect("\(value)" == #"{"a": 1, "c": 3, "d": 4, "b": 5}"#)
    #expect(list == [2])
  }

  @Test(arguments: UInt64(1)...40)
  func `members keep the order in which they were added, whatever is removed`(seed: UInt64) {
    func replace(_ value: inout DocumentValue?, _ newValue: DocumentValue?) { value = newValue }
    var random = FutureRandom(seed: seed)
    var object = DocumentObject()
    var expected: [(key: String, value: DocumentValue)] = []

    for step in 0..<200 {
      let key = "k\(Int.random(in: 0..<12, using: &random))"
      let newValue: DocumentValue? =
        Bool.random(using: &random) ? .number(DocumentNumber(step)) : nil
      if Bool.random(using: &random) {
        object[key] = newValue
      } else {
        replace(&object[key], newValue)
      }
      let index = expected.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): expected[index].value = value
      case (let index?, nil): expected.remove(at: index)
      case (nil, let value?): expected.append((key, value))
      case (nil, nil): break
      }

      #expect(object.keys == expected.map(\.key))
      #expect(object.map(\.value) == expected.map(\.value))
      #expect(object.count == expected.count)
      #expect(object == DocumentObject(expected.reversed().map { ($0.key, $0.value) }))
    }
  }

  @Test func `all keys of a large object can be renamed one by one`() {
    let count = 100_000
    var object = DocumentObject(
      (0..<count).map { ("old\($0)", .number(DocumentNumber($0))) })

    for key in object.keys {
      let value = object[key]
      object[key] = nil
      object[key.replacing("old", with: "new")] = value
    }

    #expect(object.keys == (0..<count).map { "new\($0)" })
  }

  @Test func `changes before an error stay`() {
    struct Failure: Error {}
    func change(_ value: inout DocumentValue?) throws {
      value = 7
      throw Failure()
    }
    var (value, list, null): (DocumentValue, DocumentValue, DocumentValue) = (["a": 1], [1], .null)

    #expect(throws: Failure.self) { try change(&value["a"]) }
    #expect(throws: Failure.self) { try change(&value["b"]) }
    #expect(throws: Failure.self) { try change(&list[0]) }
    #expect(throws: Failure.self) { try change(&null["a"]) }

    #expect(value == ["a": 7, "b": 7])
    #expect(list == [7])
    #expect(null == ["a": 7])
  }

  @Test func `objects are equal regardless of the order of their members`() {
    let first: DocumentValue = ["a": 1, "b": [1, 2]]
    let second: DocumentValue = ["b": [1, 2], "a": 1]

    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(first != ["a": 1, "b": [2, 1]])
  }

  @Test func `numbers are equal if their texts are`() throws {
    #expect(try Future.value("1.0") != Future.value("1"))
    #expect(try Future.value("1.10") == Future.value("1.10"))
    #expect(try Future.value("1") != Future.value(#""1""#))
    #expect(try Future.value("0") != Future.value("false"))
  }

  @Test func `the first of equal keys wins`() throws {
    #expect(try Future.value(#"{"a":1,"a":2}"#) == ["a": 1])
    #expect(DocumentObject([("a", 1), ("b", 2), ("a", 3)]).keys == ["a", "b"])
    #expect(DocumentObject([("a", 1), ("a", 3)])["a"] == 1)
  }

  struct Number: Sendable, CustomTestStringConvertible {
    let literal: String
    var int: Int?
    var double: Double?
    var testDescription: String { literal }
  }

  static let numbers = [
    Number(literal: "0", int: 0, double: 0),
    Number(literal: "-0", int: 0, double: -0.0),
    Number(literal: "1.0", int: 1, double: 1),
    Number(literal: "1e2", int: 100, double: 100),
    Number(literal: "1.5", int: nil, double: 1.5),
    Number(literal: "9223372036854775807", int: .max, double: 0x1p63),
    Number(literal: "9223372036854775808", int: nil, double: 9_223_372_036_854_775_808),
    Number(literal: "-9223372036854775808", int: .min, double: -9_223_372_036_854_775_808),
    Number(literal: "1e400", int: nil, double: nil),
    Number(literal: "-1e400", int: nil, double: nil),
  ]

  @Test(arguments: numbers)
  func `a number converts only exactly`(number: Number) throws {
    let value = try #require(try Future.value(number.literal).number)

    #expect(value.literal == number.literal)
    #expect(value.int == number.int)
    #expect(value.double == number.double)
  }

  @Test func `a number converts to other integer types and decimals too`() throws {
    let large = try #require(try Future.value("18446744073709551615").number)

    #expect(large.integer(as: UInt64.self) == .max)
    #expect(large.integer(as: UInt8.self) == nil)
    #expect(large.decimal == Decimal(string: "18446744073709551615"))
    #expect(DocumentNumber(Int128.max).literal == "170141183460469231731687303715884105727")
    #expect(DocumentNumber(1.1).literal == "1.1")
  }

  @Test(arguments: UInt64(1)...200)
  func `any JSON is written back byte for byte`(seed: UInt64) throws {
    var generator = FutureGenerator(seed: seed)
    let json = generator.json(depth: 5)

    let value = try Future.value(json)
    let encoder = VersionedJSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let written = String(decoding: try encoder.encode(value), as: UTF8.self)

    #expect(written == json)
  }

  @Test(arguments: UInt64(1)...50)
  func `plain coders read and write the same values`(seed: UInt64) throws {
    var generator = FutureGenerator(seed: seed)
    let value = try Future.value(generator.json(depth: 4))
    // Foundation rejects a number that isn't a double, and writes others in its own format.
    let plain = value.replacingNumbers()

    let data = try JSONEncoder().encode(["": plain])
    let read = try JSONDecoder().decode([String: DocumentValue].self, from: data)

    #expect(read == ["": plain])
  }

  @Test(arguments: [FutureFormat.xml, .binary])
  func `a property list keeps its dates and data`(format: FutureFormat) throws {
    let value: DocumentValue = [
      "date": .date(Date(timeIntervalSince1970: 1_000_000)), "data": .data(Data("x".utf8)),
      "deep": [.date(Date(timeIntervalSince1970: 0)), ["x": .data(Data())], 1, 2.5, true, "s"],
    ]

    #expect(try format.content(of: format.document(value)) == value)
  }

  @Test func `JSON writes dates and data with the encoder's strategies`() throws {
    let encoder = VersionedJSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    let value: DocumentValue = [.date(Date(timeIntervalSince1970: 7)), .data(Data([1, 2]))]

    #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == #"[7,"AQI="]"#)
  }

  static let json5 = [
    ("0x10", "16"), ("-0xFF", "-255"), ("+5", "5"), (".5", "0.5"), ("5.", "5"), ("1e3", "1e3"),
    ("0xFFFFFFFFFFFFFFFF", "18446744073709551615"),
    (".1234567890123456789012345", "0.1234567890123456789012345"),
  ]

  @Test(arguments: json5)
  func `a JSON5 number becomes a JSON number`(json5: String, json: String) throws {
    let decoder = VersionedJSONDecoder()
    decoder.allowsJSON5 = true

    let value = try decoder.decode(DocumentValue.self, from: Data(json5.utf8))

    #expect(try Future.text(value) == json)
  }

  @Test(arguments: [".5e400", "+1e400", "0x1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"])
  func `a JSON5 number that is too large is still a number`(json5: String) throws {
    let decoder = VersionedJSONDecoder()
    decoder.allowsJSON5 = true

    let value = try decoder.decode(DocumentValue.self, from: Data(json5.utf8))

    #expect(value.number?.literal != "nan")
    #expect(throws: Never.self) { try Future.text(value) }
  }

  @Test func `infinity is written with the encoder's strategy, or unchanged`() throws {
    let decoder = VersionedJSONDecoder()
    decoder.allowsJSON5 = true
    let value = try decoder.decode(DocumentValue.self, from: Data("[Infinity,-Infinity]".utf8))
    let encoder = VersionedJSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")

    #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == #"["+","-"]"#)
    #expect(try Future.text(value) == "[Infinity,-Infinity]")
  }

  @Test func `numbers that no document has are an error, like those of their types`() throws {
    for number in [DocumentNumber(Double.nan), DocumentNumber(Decimal.nan)] {
      #expect(throws: EncodingError.self) {
        try JSONEncoder().encode(unversioned: ["a": DocumentValue.number(number)])
      }
    }
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    let data = try encoder.encode(unversioned: [DocumentValue.number(DocumentNumber(Decimal.nan))])
    #expect(String(decoding: data, as: UTF8.self) == #"["?"]"#)
  }

  struct Extra: DefaultFillable {
    var nothing: DocumentValue = .null
    var something: DocumentValue = ["a": 1]
    var maybe: DocumentValue?
  }

  @Test func `a missing value gets its default, even null`() throws {
    let extra = try JSONDecoder().decode(unversioned: Extra.self, from: Data("{}".utf8))

    #expect(extra.nothing == .null)
    #expect(extra.something == ["a": 1])
    #expect(extra.maybe == nil)
  }

  @Test func `null is a value`() throws {
    let extra = try JSONDecoder().decode(
      unversioned: Extra.self, from: Data(#"{"nothing":null,"something":null,"maybe":null}"#.utf8))

    #expect(extra.something == .null)
  }

  @Test func `the description of a value is like JSON`() {
    let value: DocumentValue = ["a": [.null, true, 1, "x\"y"], "d": .data(Data([1]))]

    #expect("\(value)" == #"{"a": [null, true, 1, "x\"y"], "d": data(1 bytes)}"#)
  }

  struct Box: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var anyValue: DocumentValue
  }

  struct ObjectBox: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var metadata = DocumentObject()
    var maybe: DocumentObject?
    var list: [DocumentObject] = []
  }

  @Test(arguments: [false, true])
  func `an object property preserves its keys and their order`(snakeCase: Bool) throws {
    let json = """
      {"metadata":{"zB":1,"a_c":{"y":[],"b":1.10},"m":null},"maybe":{"b":1,"a":2},\
      "list":[{"d":1,"c":2}],"version":1}
      """
    let decoder = Future.decoder(snakeCase: snakeCase)
    let encoder = JSONEncoder()
    if snakeCase { encoder.keyEncodingStrategy = .convertToSnakeCase }

    let box = try decoder.decode(versioned: ObjectBox.self, from: Data(json.utf8))
    let saved = String(decoding: try encoder.encode(versioned: box), as: UTF8.self)

    #expect(box.metadata.keys == ["zB", "a_c", "m"])
    #expect(saved == json)
  }

  @Test(arguments: FutureFormat.allCases)
  func `an object is preserved in every format`(format: FutureFormat) throws {
    let document: DocumentValue = [
      "metadata": ["a": ["b": [1, "x"]], "empty": [:]], "list": [[:], ["c": true]], "version": 1,
    ]

    #expect(try format.saved(document, by: ObjectBox.self) == document)
    #expect(try format.read(ObjectBox.self, ["version": 1]).metadata.isEmpty)
  }

  @Test(arguments: ["[]", "5", #""x""#, "true"], FutureFormat.allCases)
  func `a value that is not an object is an error if one is expected`(
    value: String, format: FutureFormat
  ) throws {
    let document: DocumentValue = ["metadata": try Future.value(value), "version": 1]

    let error = #expect(throws: MigrationError.self) { try format.read(ObjectBox.self, document) }

    #expect(error?.path == "metadata")
  }

  @Test func `plain coders read and write objects too`() throws {
    let data = try JSONEncoder().encode(ObjectBox(metadata: ["a": 1, "b": [.null]]))

    #expect(
      try JSONDecoder().decode(ObjectBox.self, from: data).metadata == ["a": 1, "b": [.null]])
  }

  @Test func `the keys in a value are data, also under snake case`() throws {
    let json = #"{"any_value":{"aB":{"c_d":[{"E_f":1.10}]}},"version":1}"#

    #expect(try Future.saved(json, by: Box.self, snakeCase: true) == json)
  }
}

extension DocumentValue {
  fileprivate func replacingNumbers() -> DocumentValue {
    switch self {
    case .number: .number(DocumentNumber(7))
    case .array(let elements): .array(elements.map { $0.replacingNumbers() })
    case .object(let object):
      .object(DocumentObject(object.map { ($0.key, $0.value.replacingNumbers()) }))
    default: self
    }
  }
}
