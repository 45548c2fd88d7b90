import Foundation
import LineageMacros
import Testing

/// What ReerCodable does that concerns a program's own data, by the macros.
struct ReerCodableTests {
  enum Gender: String, CaseIterable, Codable, Sendable { case male, female }

  @Fillable struct User: Hashable {
    @Key("user_name") let name: String
    @Key("user_age") var age = 33
    var nickname = "phoenix"
    @Lenient var gender: Gender?
    @LenientElements var tags: [String] = []
    @Ignored var drafts: Set<String> = []
    let info: Info
  }

  @Fillable struct Info: Hashable {
    let weight: Double
    @Filled("") let city: String
  }

  /// Before `user_name` was called so.
  @Document(version: 1) struct AccountV1 {
    let username: String
    let location: Location
  }

  @Fillable struct Location { let city: String }

  @Document(version: 2, after: AccountV1.self) struct Account: Hashable {
    let name: String
    let city: String
  }

  @Fillable class Animal {
    let name: String
  }

  @Fillable class Cat: Animal {
    let color: String
    var lives = 9
  }

  @Fillable final class Kitten: Cat {
    var isAsleep = true
  }

  @Test(arguments: Coder.allCases)
  func `keys have names of their own`(coder: Coder) throws {
    let user = try coder.decode(User.self, #"{"user_name":"n","info":{"weight":70}}"#)

    #expect(user == User(name: "n", info: Info(weight: 70, city: "")))
    #expect(
      try coder.encode(user)
        == #"{"info":{"city":"","weight":70},"nickname":"phoenix","tags":[],"user_age":33,"user_name":"n"}"#
    )
  }

  @Test(arguments: Coder.allCases)
  func `an optional enum with an unknown case is nil, and is written back`(coder: Coder) throws {
    let user = try coder.decode(
      User.self, #"{"user_name":"n","gender":"other","info":{"weight":1}}"#)

    #expect(user.gender == nil)
    #expect(try coder.encode(user).contains(#""gender":"other""#))
  }

  @Test(arguments: Coder.withNull)
  func `null elements are left out of a list`(coder: Coder) throws {
    let user = try coder.decode(
      User.self, #"{"user_name":"n","tags":["a",null,"b"],"info":{"weight":1}}"#)

    #expect(user.tags == ["a", "b"])
  }

  @Test(arguments: Coder.allCases)
  func `ignored properties are neither read nor written`(coder: Coder) throws {
    var user = try coder.decode(
      User.self, #"{"user_name":"n","drafts":["d"],"info":{"weight":1}}"#)
    #expect(user.drafts.isEmpty)
    user.drafts = ["e"]

    #expect(!(try coder.encode(user).contains("drafts")))
  }

  @Test(arguments: Coder.allCases)
  func `a field with an older name and place is migrated`(coder: Coder) throws {
    let account = try coder.decode(
      document: Account.self, #"{"username":"u","location":{"city":"c"},"version":1}"#)

    #expect(account == Account(name: "u", city: "c"))
  }

  @Test(arguments: Coder.allCases)
  func `each class of a chain has its fields`(coder: Coder) throws {
    let kitten = try coder.decode(Kitten.self, #"{"name":"Mia","color":"grey","lives":7}"#)

    #expect(kitten.name == "Mia")
    #expect(kitten.color == "grey")
    #expect(kitten.lives == 7)
    #expect(kitten.isAsleep)
    #expect(
      try coder.encode(kitten) == #"{"color":"grey","isAsleep":true,"lives":7,"name":"Mia"}"#)
    #expect(try coder.failure(decoding: Cat.self, #"{"name":"Mia"}"#) == "color")
  }

  @Test(arguments: Coder.withNull)
  func `values of any shape are preserved`(coder: Coder) throws {
    let json = #"{"any":{"a":[1,"x",true,null]}}"#

    let value = try coder.decode([String: DocumentValue].self, json)

    #expect(try coder.encode(value) == json)
  }
}

extension ReerCodableTests.Account {
  init(from old: ReerCodableTests.AccountV1) throws {
    self.init(name: old.username, city: old.location.city)
  }
}
