import Foundation
import Lineage
import Testing

/// Options that are changed during a call apply to the next one.
struct ChangingOptionsTests {
  static let key = CodingUserInfoKey(rawValue: "coder")

  /// Changes the options of its coder while it is decoded or encoded.
  private struct Changing: Codable {
    enum CodingKeys: CodingKey { case someDate, someData, number, userInfoCount }

    var date = Date(timeIntervalSince1970: 1)
    var data = Data([1])
    var number = Double.infinity
    var userInfoCount = 0

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      date = try container.decode(Date.self, forKey: .someDate)
      data = try container.decode(Data.self, forKey: .someData)
      number = try container.decode(Double.self, forKey: .number)
      userInfoCount = decoder.userInfo.count
      let json = try #require(ChangingOptionsTests.key.map { decoder.userInfo[$0] } as? JSONDecoder)
      json.dateDecodingStrategy = .secondsSince1970
      json.dataDecodingStrategy = .deferredToData
      json.nonConformingFloatDecodingStrategy = .throw
      json.keyDecodingStrategy = .useDefaultKeys
      json.userInfo = [:]
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(date, forKey: .someDate)
      try container.encode(data, forKey: .someData)
      try container.encode(number, forKey: .number)
      try container.encode(encoder.userInfo.count, forKey: .userInfoCount)
      let json = try #require(ChangingOptionsTests.key.map { encoder.userInfo[$0] } as? JSONEncoder)
      json.dateEncodingStrategy = .secondsSince1970
      json.dataEncodingStrategy = .deferredToData
      json.nonConformingFloatEncodingStrategy = .throw
      json.keyEncodingStrategy = .useDefaultKeys
      json.userInfo = [:]
    }
  }

  @Test func `options that change during decoding apply to the next document`() throws {
    let key = try #require(Self.key)
    let element = #"{"some_date":1000,"some_data":"AQ==","number":"inf"}"#
    func decode(_ decode: (JSONDecoder, Data) throws -> [Changing]) throws -> [Changing] {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .millisecondsSince1970
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      decoder.userInfo = [key: decoder]
      return try decode(decoder, Data("[\(element),\(element)]".utf8))
    }

    for values in try [
      decode { try $0.decode([Changing].self, from: $1) },
      decode { try $0.decode(unversioned: [Changing].self, from: $1) },
    ] {
      #expect(values.map(\.date.timeIntervalSince1970) == [1, 1])
      #expect(values.map(\.data) == [Data([1]), Data([1])])
      #expect(values.map(\.number) == [.infinity, .infinity])
      #expect(values.map(\.userInfoCount) == [1, 1])
    }
  }

  @Test func `options that change during encoding apply to the next document`() throws {
    let key = try #require(Self.key)
    func encode(_ encode: (JSONEncoder, [Changing]) throws -> Data) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      encoder.dateEncodingStrategy = .millisecondsSince1970
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      encoder.keyEncodingStrategy = .convertToSnakeCase
      encoder.userInfo = [key: encoder]
      return String(decoding: try encode(encoder, [Changing(), Changing()]), as: UTF8.self)
    }

    let element = #"{"number":"inf","some_data":"AQ==","some_date":1000,"user_info_count":1}"#

    #expect(try encode { try $0.encode($1) } == "[\(element),\(element)]")
    #expect(try encode { try $0.encode(unversioned: $1) } == "[\(element),\(element)]")
  }
}
