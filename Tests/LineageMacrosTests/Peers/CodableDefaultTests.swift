import Foundation
import LineageMacros
import Testing

/// What CodableDefault does, by the macros; a wrong type and a transformation are spelled differently.
struct CodableDefaultTests {
  @Fillable struct Download: Hashable {
    let title: String
    var isPaused = false
    @Key("owner_name") var owner = "anyone"
    @Lenient var speed = 10
    @Filled(Priority.low) let priority: Priority

    /// The value in the range that the program supports.
    var usableSpeed: Int { min(max(speed, 0), 100) }

    enum Priority: String, Codable, Sendable { case low, high }
  }

  @Fillable final class Login {
    let token: String
    var lifetime = 3_600
    @Key("is_guest") var isGuest = false
    @Lenient var limit: Int? = 5
  }

  @Fillable struct Named: Hashable {
    enum CodingKeys: String, CodingKey {
      case title = "display_title"
      case isPaused = "is_paused"
    }

    let title: String
    var isPaused = false
  }

  @Test(arguments: Coder.allCases)
  func `a missing required property is an error beside filled ones`(coder: Coder) throws {
    let download = try coder.decode(Download.self, #"{"title":"t"}"#)

    #expect(download == Download(title: "t", priority: .low))
    #expect(try coder.failure(decoding: Download.self, "{}") == "title")
  }

  @Test(arguments: Coder.allCases)
  func `present values win over defaults`(coder: Coder) throws {
    let download = try coder.decode(
      Download.self,
      #"{"title":"t","isPaused":true,"owner_name":"o","speed":3,"priority":"high"}"#)

    #expect(
      download == Download(title: "t", isPaused: true, owner: "o", speed: 3, priority: .high))
  }

  @Test(arguments: Coder.withNull)
  func `null is filled`(coder: Coder) throws {
    let download = try coder.decode(
      Download.self, #"{"title":"t","isPaused":null,"owner_name":null,"priority":null}"#)

    #expect(download == Download(title: "t", priority: .low))
  }

  @Test(arguments: Coder.allCases)
  func `a wrong type is filled where the property is lenient, and else an error`(
    coder: Coder
  ) throws {
    let download = try coder.decode(Download.self, #"{"title":"t","speed":"fast"}"#)

    #expect(download.speed == 10)
    // Nothing is lost: the wrong value is written back until the program sets the property.
    #expect(try coder.encode(download).contains(#""speed":"fast""#))
    #expect(
      try coder.failure(decoding: Download.self, #"{"title":"t","isPaused":"no"}"#) == "isPaused")
  }

  @Test(arguments: Coder.allCases)
  func `a value out of range is limited where it is used, and kept as it was`(
    coder: Coder
  ) throws {
    let download = try coder.decode(Download.self, #"{"title":"t","speed":150}"#)

    #expect(download.usableSpeed == 100)
    #expect(try coder.encode(download).contains(#""speed":150"#))
  }

  @Test(arguments: Coder.allCases)
  func `own CodingKeys name the keys of both directions`(coder: Coder) throws {
    let named = try coder.decode(Named.self, #"{"display_title":"t"}"#)

    #expect(named == Named(title: "t"))
    #expect(try coder.encode(named) == #"{"display_title":"t","is_paused":false}"#)
  }

  @Test(arguments: Coder.allCases)
  func `a class is filled and lenient as a struct is`(coder: Coder) throws {
    let login = try coder.decode(Login.self, #"{"token":"x","is_guest":true,"limit":"y"}"#)

    #expect(login.token == "x")
    #expect(login.lifetime == 3_600)
    #expect(login.isGuest)
    #expect(login.limit == 5)
  }

  @Test(arguments: Coder.allCases)
  func `what was written is read again`(coder: Coder) throws {
    let download = Download(title: "t", isPaused: true, owner: "o", speed: 5, priority: .high)

    #expect(try coder.decode(Download.self, coder.encode(download)) == download)
  }
}
