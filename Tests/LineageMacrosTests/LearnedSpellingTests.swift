import Foundation
import LineageMacros
import Testing

@testable import LineageSchemas

/// The learned schemas of annotated types, beside those of the same types by hand.
struct LearnedSpellingTests {
  struct Spellings: CustomTestStringConvertible, Sendable {
    let byInit: any VersionedCodable.Type
    let byFields: any VersionedCodable.Type
    var testDescription: String { "\(byInit)" }
  }

  static let spellings = [
    Spellings(byInit: FilledByInit.Scalars.self, byFields: FilledByFields.Scalars.self),
    Spellings(byInit: FilledByInit.Optionals.self, byFields: FilledByFields.Optionals.self),
    Spellings(byInit: FilledByInit.Overridden.self, byFields: FilledByFields.Overridden.self),
    Spellings(byInit: FilledByInit.Dates.self, byFields: FilledByFields.Dates.self),
    Spellings(byInit: FilledByInit.Enums.self, byFields: FilledByFields.Enums.self),
    Spellings(byInit: FilledByInit.Collections.self, byFields: FilledByFields.Collections.self),
    Spellings(byInit: FilledByInit.Tolerant.self, byFields: FilledByFields.Tolerant.self),
    Spellings(byInit: FilledByInit.Nested.self, byFields: FilledByFields.Nested.self),
    Spellings(byInit: FilledByInit.Note.self, byFields: FilledByFields.Note.self),
  ]

  @Test(arguments: spellings)
  func `both spellings have the same schema`(spellings: Spellings) throws {
    let byInit = Schema.learned(from: spellings.byInit)
    let byFields = Schema.learned(from: spellings.byFields)

    #expect(byFields.root == byInit.root)
    #expect(byFields.types == byInit.types)
  }

  @Test func `a field that becomes optional changes the schema`() throws {
    let filled = Schema.learned(from: Filled.self)
    let optional = Schema.learned(from: FilledOptional.self)

    #expect(
      filled.types["Filled"]?.form
        == .object(["rating": .init(shape: .named("Int"), initial: .value(14))]))
    #expect(
      optional.types["FilledOptional"]?.form
        == .object(["rating": .init(shape: .optional(.named("Int")), initial: .value(14))]))
    #expect(filled.digest != optional.digest)
  }

  @Test func `optional fields alone make no type that fills`() throws {
    #expect(LearnedSchema(of: Plain.self).digest == LearnedSchema(of: Annotated.self).digest)
  }

  @Document(version: 1) struct Filled {
    var rating = 14
  }

  @Document(version: 1) struct FilledOptional {
    var rating: Int? = 14
  }

  struct Plain: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var note: String?
  }

  @Document(version: 1) struct Annotated {
    var name: String
    var note: String?
  }
}
