import Foundation
import Lineage
import Testing

/// Defaults that can't be encoded are a mistake in the program, with every coder.
struct UnusableDefaultsTests {
  /// A type whose values can be encoded, except the one that `init()` makes.
  struct Broken: Codable, DefaultFillable {
    static let encodesDefaults = false
    var author = "default"
    var added = 1

    init() {}

    enum CodingKeys: CodingKey { case author, added }

    func encode(to encoder: any Encoder) throws {
      if author == "default" { throw CancellationError() }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(author, forKey: .author)
      try container.encode(added, forKey: .added)
    }
  }

  struct Plain: Codable {
    @Lenient var broken: Broken
  }

  @Test func `a plain decoder names the type with unusable defaults`() throws {
    let error = #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(Plain.self, from: Data(#"{"broken":{"author":"b"}}"#.utf8))
    }

    #expect(error?.reason == .unusableDefaults(type: "Broken"))
    #expect(error?.underlyingError is CancellationError)
  }

  @Test func `a plain encoder names the type with unusable defaults`() throws {
    var plain = Plain(broken: Broken())
    plain.broken.author = "b"

    let error = #expect(throws: MigrationError.self) { try JSONEncoder().encode(plain) }

    #expect(error?.reason == .unusableDefaults(type: "Broken"))
    #expect(error?.underlyingError is CancellationError)
  }
}
