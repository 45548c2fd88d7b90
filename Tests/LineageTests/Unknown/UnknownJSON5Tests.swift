import Foundation
import Lineage
import Testing

/// Unknown fields of JSON5 documents, written as JSON.
struct UnknownJSON5Tests {
  struct Note: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var unknownFields = UnknownFields()
  }

  struct Grown: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = Note
    var size = 0.0
    var unknownFields = UnknownFields()
  }

  struct Number: Sendable, CustomTestStringConvertible {
    let json5: String
    let json: String

    init(_ json5: String, _ json: String) { (self.json5, self.json) = (json5, json) }

    var testDescription: String { json5 }
  }

  static let numbers = [
    Number("+1", "1"), Number("+1.500", "1.500"), Number("-1.0", "-1.0"), Number(".50", "0.50"),
    Number("-.50", "-0.50"), Number("+.5", "0.5"), Number("5.", "5"), Number("-5.", "-5"),
    Number("5.e5", "5e5"), Number("+5.e-05", "5e-05"), Number(".5E+10", "0.5E+10"),
    Number("+1e400", "1e400"),
    Number("+1.00000000000000000000000000001", "1.00000000000000000000000000001"),
    Number("+0", "0"), Number("-0", "-0"), Number("+0.0", "0.0"), Number("-.0", "-0.0"),
    Number("0x1F", "31"), Number("-0x1f", "-31"), Number("+0X10", "16"), Number("-0x0", "-0"),
    Number("0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", "340282366920938463463374607431768211455"),
    Number("-0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", "-340282366920938463463374607431768211455"),
  ]

  static let json5Only = [
    Number("Infinity", "Infinity"), Number("+Infinity", "Infinity"),
    Number("-Infinity", "-Infinity"),
    Number("NaN", "NaN"), Number("+NaN", "NaN"), Number("-NaN", "-NaN"),
    Number("0x1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", "0x1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"),
  ]

  private var json5: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    return decoder
  }

  @Test(arguments: numbers + json5Only)
  func `a number in an unknown field keeps its digits`(number: Number) throws {
    let document = Data("{a:[\(number.json5)],b:\(number.json5),version:1}".utf8)

    let note = try json5.decode(versioned: Note.self, from: document)
    let written = try JSONEncoder().encode(versioned: note)

    #expect(
      String(decoding: written, as: UTF8.self)
        == #"{"a":[\#(number.json)],"b":\#(number.json),"version":1}"#)
    #expect(try json5.decode(versioned: Note.self, from: written) == note)
  }

  @Test(arguments: numbers + json5Only)
  func `a number in an unknown field keeps its digits from version to version`(
    number: Number
  ) throws {
    let document = Data("{a:[\(number.json5)],version:1}".utf8)

    let note = try json5.decode(versioned: Grown.self, from: document)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys

    #expect(
      String(decoding: try encoder.encode(versioned: note), as: UTF8.self)
        == #"{"a":[\#(number.json)],"size":0,"version":2}"#)
  }

  @Test(arguments: numbers)
  func `what JSON can represent is written as JSON`(number: Number) throws {
    let document = Data("[\(number.json5)]".utf8)

    let value = try json5.decode(unversioned: [DocumentValue].self, from: document)
    let written = try JSONEncoder().encode(unversioned: value)

    #expect(
      try JSONDecoder().decode(unversioned: [DocumentValue].self, from: written) == value)
  }

  @Test func `an infinity is decoded into the field of a newer version`() throws {
    let grown = try json5.decode(
      versioned: Grown.self, from: Data("{size:-Infinity,version:1}".utf8))

    #expect(grown.size == -.infinity)
  }

  @Test func `a strategy for non-conforming floats applies to unknown fields too`() throws {
    let note = try json5.decode(
      versioned: Note.self, from: Data("{a:NaN,b:-Infinity,version:1}".utf8))
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")

    let written = try encoder.encode(versioned: note)

    #expect(
      String(decoding: written, as: UTF8.self) == #"{"a":"nan","b":"-inf","version":1}"#)
  }

  @Test func `a NaN set in code is an error, as in a field`() throws {
    let expected = try encodingContext { try JSONEncoder().encode(unversioned: ["a": Double.nan]) }
    let found = try encodingContext {
      try JSONEncoder().encode(
        unversioned: ["a": .number(DocumentNumber(Double.nan))] as DocumentValue)
    }

    #expect(found.debugDescription == expected.debugDescription)
    #expect(found.codingPath.map(\.stringValue) == ["a"])
  }

  @Test func `infinities are written to property lists`() throws {
    let note = try json5.decode(versioned: Note.self, from: Data("{a:Infinity,version:1}".utf8))

    let written = try PropertyListEncoder().encode(versioned: note)

    let back = try PropertyListDecoder().decode([String: Double].self, from: written)
    #expect(back["a"] == .infinity)
  }
}
