import Foundation
import LineageMacros
import Testing

/// What Bourne does with immutable models, by the macros: properties with `let`, defaults, copies.
struct BourneTests {
  enum Role: String, Codable, CaseIterable, Sendable { case reader, author }

  @Fillable struct Town: Hashable {
    @Filled("") let name: String
    @Filled("") let street: String
  }

  @Fillable struct Member: Hashable {
    @Filled("") let name: String
    @Filled(18) let age: Int
    @Key("member_email") @Filled("") let email: String
    @Filled(Role.reader) let role: Role
    @Filled(0) let score: Double
    @Filled(false) let isChild: Bool
    @Filled([]) let tags: [String]
    @Filled(Town(name: "", street: "")) let town: Town
    @Filled(UUID()) let id: UUID
    let nickname: String?
    @Filled(OpenEnum(Role.reader)) let open: OpenEnum<Role>
  }

  @Fillable struct Strict: Hashable {
    @Filled(Decimal(1) / 2) let price: Decimal
    let total: Decimal
  }

  @Test(arguments: Coder.allCases)
  func `an empty object gives a model of defaults`(coder: Coder) throws {
    let member = try coder.decode(Member.self, "{}")

    #expect(member.name.isEmpty)
    #expect(member.age == 18)
    #expect(member.role == .reader)
    #expect(member.tags.isEmpty)
    #expect(member.town == Town(name: "", street: ""))
    #expect(member.nickname == nil)
  }

  @Test(arguments: Coder.allCases)
  func `a full object is read, with the keys of its attributes`(coder: Coder) throws {
    let id = "0C7B5F3A-8F0A-4D59-9F2B-2F64E1B2A001"
    let member = try coder.decode(
      Member.self,
      #"""
      {"name":"张三","age":25,"member_email":"e","role":"author","score":1.5,"isChild":true,
      "tags":["a"],"town":{"name":"T"},"id":"\#(id)","nickname":"n"}
      """#)

    #expect(member.name == "张三")
    #expect(member.email == "e")
    #expect(member.role == .author)
    #expect(member.town == Town(name: "T", street: ""))
    #expect(member.id.uuidString == id)
    #expect(try coder.encode(member).contains(#""member_email":"e""#))
  }

  @Test(arguments: Coder.allCases)
  func `a missing identifier is a new one for each value, and stays after a save`(coder: Coder)
    throws
  {
    let first = try coder.decode(Member.self, "{}")
    let second = try coder.decode(Member.self, "{}")

    #expect(first.id != second.id)
    #expect(try coder.decode(Member.self, coder.encode(first)) == first)
  }

  @Test(arguments: Coder.allCases)
  func `an invalid identifier is an error and not another identifier`(coder: Coder) throws {
    #expect(try coder.failure(decoding: Member.self, #"{"id":"none"}"#) == "id")
  }

  // Foundation writes a decimal as a number in JSON only.
  @Test(arguments: [Coder.own, .json])
  func `decimals are read, filled and required`(coder: Coder) throws {
    let strict = try coder.decode(Strict.self, #"{"total":3}"#)

    #expect(strict.total == 3)
    #expect(strict.price == Decimal(1) / 2)
    #expect(try coder.failure(decoding: Strict.self, "{}") == "total")
  }

  @Test func `a copy changes one property, and can set nil`() throws {
    let member = try Coder.json.decode(Member.self, #"{"name":"A","nickname":"n"}"#)

    let older = member.copy { $0.age = 26 }
    let plain = member.copy { $0.nickname = nil }

    #expect(older.age == 26)
    #expect(older.nickname == "n")
    #expect(older.id == member.id)
    #expect(plain.nickname == nil)
  }
}
