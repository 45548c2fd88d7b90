import Foundation
import Testing

@testable import Lineage

/// The options of a decoder apply in steps too, however deeply values are carried over.
struct StepOptionsTests {
  struct MarkV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var day: DocumentValue
    var height: DocumentValue
    var place: String
  }

  struct MarkV2: VersionedCodable {
    static let version = 2
    var day: DocumentValue
    var height: DocumentValue
    var place: String
    init(from old: MarkV1) throws { try self.init(carryingOver: old) }
  }

  /// Decodes parts of the document that two steps have carried over unchanged.
  struct Mark: VersionedCodable, Equatable {
    static let version = 3
    static let place = CodingUserInfoKey(rawValue: "place")
    var day: Date
    var height: Double
    @Place var place: String
    init(from old: MarkV2) throws { try self.init(carryingOver: old) { $0.drop() } }
  }

  /// What the decoder's `userInfo` says.
  @propertyWrapper struct Place: Codable, Equatable {
    var wrappedValue: String
    init(from decoder: any Decoder) throws {
      wrappedValue = Mark.place.flatMap { decoder.userInfo[$0] as? String } ?? "nowhere"
    }
    func encode(to encoder: any Encoder) throws {}
  }

  struct PageV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var marks: [MarkV1]
  }

  /// Its marks change their type, so they are encoded and decoded in a step inside a step.
  struct Page: VersionedCodable, Equatable {
    static let version = 2
    var marks: [Mark]
    init(from old: PageV1) throws { try self.init(carryingOver: old) }
  }

  private static func decoder() -> JSONDecoder {
    let json = JSONDecoder()
    json.dateDecodingStrategy = .iso8601
    json.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "high", negativeInfinity: "low", nan: "none")
    if let place = Mark.place { json.userInfo[place] = "here" }
    return json
  }

  private static let mark =
    #"{"day":"2026-11-22T13:48:37Z","height":"high","place":"","version":1}"#

  @Test func `values that steps carry over are decoded with the decoder's options`() throws {
    let mark = try Self.decoder().decode(versioned: Mark.self, from: Data(Self.mark.utf8))
    #expect(mark.day == Date(timeIntervalSince1970: 1_795_355_317))
    #expect(mark.height == .infinity)
    #expect(mark.place == "here")
  }

  @Test func `nested values are decoded with the decoder's options too`() throws {
    let text = #"{"marks":[\#(Self.mark),\#(Self.mark)],"version":1}"#
    let page = try Self.decoder().decode(versioned: Page.self, from: Data(text.utf8))
    let mark = try Self.decoder().decode(versioned: Mark.self, from: Data(Self.mark.utf8))
    #expect(page.marks == [mark, mark])
  }

  @Test func `a step that fails doesn't affect the next document`() throws {
    let json = Self.decoder()
    let wrong = #"{"day":"yesterday","height":1,"place":"","version":1}"#
    for _ in 0..<40 {
      let error = #expect(throws: MigrationError.self) {
        try json.decode(versioned: Mark.self, from: Data(wrong.utf8))
      }
      #expect(error?.codingPath.map(\.stringValue) == ["day"])
      #expect(try json.decode(versioned: Mark.self, from: Data(Self.mark.utf8)).place == "here")
      let plain = JSONDecoder()
      #expect(throws: MigrationError.self) {
        try plain.decode(versioned: Mark.self, from: Data(Self.mark.utf8))
      }
    }
  }

  /// Keeps the decoders of its steps.
  final class Keeper: VersionedCodable {
    final class V1: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var number = 0
    }

    static let version = 2
    nonisolated(unsafe) static var decoders: [any Decoder] = []
    let number: Int

    init(number: Int) { self.number = number }

    convenience init(from old: V1) throws {
      let carried = try Carried(carryingOver: old)
      self.init(number: carried.number)
    }

    struct Carried: Codable {
      enum CodingKeys: String, CodingKey {
        case number
      }

      let number: Int

      init(from decoder: any Decoder) throws {
        Keeper.decoders.append(decoder)
        number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
      }
    }
  }

  @Test func `a decoder that is stored in a step reads its own value later`() throws {
    let json = Self.decoder()
    Keeper.decoders = []
    defer { Keeper.decoders = [] }
    for number in 0..<20 {
      let text = Data(#"{"number":\#(number),"version":1}"#.utf8)
      #expect(try json.decode(versioned: Keeper.self, from: text).number == number)
    }
    for (number, decoder) in Keeper.decoders.enumerated() {
      let container = try decoder.container(keyedBy: Keeper.Carried.CodingKeys.self)
      #expect(try container.decode(Int.self, forKey: .number) == number)
      #expect(Mark.place.flatMap { decoder.userInfo[$0] as? String } == "here")
    }
  }
}
