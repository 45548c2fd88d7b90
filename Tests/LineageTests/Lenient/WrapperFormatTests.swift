import Foundation
import Lineage
import Testing

/// A property with a wrapper is decoded and encoded as without it.
struct WrapperFormatTests {
  struct Poem: VersionedCodable, DefaultFillable {
    static let version = 3
    typealias PreviousVersion = NothingOlder
    var title = "Frogs"
  }

  // MARK: - Types without wrappers, and the same with them

  struct PlainFilled: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var count = 1
    var maybe: Int?
    var color: String? = "red"
    var list: [Int] = [1]
    var byName: [String: Int] = ["a": 1]
    var poem = Poem()
  }

  struct WrappedFilled: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Lenient var count = 1
    @Lenient var maybe: Int?
    @Lenient var color: String? = "red"
    @LenientElements var list: [Int] = [1]
    @LenientValues var byName: [String: Int] = ["a": 1]
    @Versioned var poem = Poem()
  }

  struct PlainSparse: VersionedCodable, DefaultFillable {
    static let version = 1
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    var count = 1
    var maybe: Int?
    var color: String? = "red"
    var list: [Int] = [1]
    var byName: [String: Int] = ["a": 1]
    var poem = Poem()
  }

  struct WrappedSparse: VersionedCodable, DefaultFillable {
    static let version = 1
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    @Lenient var count = 1
    @Lenient var maybe: Int?
    @Lenient var color: String? = "red"
    @LenientElements var list: [Int] = [1]
    @LenientValues var byName: [String: Int] = ["a": 1]
    @Versioned var poem = Poem()
  }

  struct PlainZero: VersionedCodable, ZeroFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var count: Int
    var maybe: Int?
    var color: String?
    var list: [Int]
    var byName: [String: Int]
    var poem: Poem
  }

  struct WrappedZero: VersionedCodable, ZeroFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Lenient var count: Int
    @Lenient var maybe: Int?
    @Lenient var color: String?
    @LenientElements var list: [Int]
    @LenientValues var byName: [String: Int]
    @Versioned var poem: Poem
  }

  struct PlainStrict: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var count: Int
    var maybe: Int?
    var color: String?
    var list: [Int]
    var byName: [String: Int]
    var poem: Poem
  }

  struct WrappedStrict: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Lenient var count: Int
    @Lenient var maybe: Int?
    @Lenient var color: String?
    @LenientElements var list: [Int]
    @LenientValues var byName: [String: Int]
    @Versioned var poem: Poem
  }
  enum Kind: CaseIterable {
    case filled, sparse, zero, strict

    func outcome(wrapped: Bool, _ format: FutureFormat, _ document: DocumentValue) -> String {
      switch self {
      case .filled:
        wrapped
          ? WrapperFormatTests.outcome(of: WrappedFilled.self, format, document)
          : WrapperFormatTests.outcome(of: PlainFilled.self, format, document)
      case .sparse:
        wrapped
          ? WrapperFormatTests.outcome(of: WrappedSparse.self, format, document)
          : WrapperFormatTests.outcome(of: PlainSparse.self, format, document)
      case .zero:
        wrapped
          ? WrapperFormatTests.outcome(of: WrappedZero.self, format, document)
          : WrapperFormatTests.outcome(of: PlainZero.self, format, document)
      case .strict:
        wrapped
          ? WrapperFormatTests.outcome(of: WrappedStrict.self, format, document)
          : WrapperFormatTests.outcome(of: PlainStrict.self, format, document)
      }
    }
  }

  static let complete: DocumentValue = [
    "version": 1, "count": 7, "maybe": 7, "color": "blue", "list": [7], "byName": ["b": 7],
    "poem": ["title": "Toads", "version": 3],
  ]

  /// A description of what is decoded, encoded and reported.
  private static func outcome<Value: VersionedCodable>(
    of type: Value.Type, _ format: FutureFormat, _ document: DocumentValue
  ) -> String {
    var report = MigrationReport()
    do {
      let value = try format.read(type, document, report: &report)
      let saved = try format.write(value)
      let again = try format.write(try format.read(type, saved))
      return """
        \(try Future.text(saved)), \(saved == again ? "the same again" : "not the same again"),         filled: \(report.filled), dropped: \(report.unknownFieldsDropped)
        """
    } catch let error as MigrationError {
      let problem = (error.underlyingError as? DecodingError)?.problem ?? "\(error.reason)"
      return "\(error.path): \(problem)"
    } catch {
      return "\(error)"
    }
  }

  static let keys = ["count", "maybe", "color", "list", "byName", "poem"]

  @Test(arguments: Kind.allCases, FutureFormat.allCases)
  func `a wrapper changes nothing if a field is missing, null or valid`(
    kind: Kind, format: FutureFormat
  ) {
    for key in Self.keys {
      for value in [nil, .null, Self.complete[key]] {
        var document = Self.complete
        document[key] = value

        let plain = kind.outcome(wrapped: false, format, document)
        let wrapped = kind.outcome(wrapped: true, format, document)

        // Errors must have the same path; their texts may be those of another decoder.
        let compared = plain.hasPrefix("{") ? wrapped : "\(wrapped.prefix { $0 != ":" })"
        let expected = plain.hasPrefix("{") ? plain : "\(plain.prefix { $0 != ":" })"
        #expect(compared == expected, "\(key): \(value.map { "\($0)" } ?? "missing")")
      }
    }
  }

  static let bad: [(key: String, value: DocumentValue)] = [
    ("count", "many"), ("maybe", "none"), ("color", 5), ("list", [1, "two"]),
    ("byName", ["a": "one", "b": 7]),
  ]

  @Test(arguments: Kind.allCases, FutureFormat.allCases)
  func `an invalid value is written back unchanged, or is an error`(
    kind: Kind, format: FutureFormat
  ) throws {
    for (key, value) in Self.bad {
      var document = Self.complete
      document[key] = value
      let isCollection = key == "list" || key == "byName"

      let outcome = kind.outcome(wrapped: true, format, document)

      if kind == .strict, !isCollection {
        #expect(outcome.hasPrefix("\(key): "))
      } else {
        #expect(outcome.hasPrefix("\(try Future.text(document)), the same again"))
      }
    }
  }

  // MARK: - Plain coders

  @Test func `a plain coder codes a lenient nil like any other`() throws {
    let value = try JSONDecoder().decode(PlainLenient.self, from: Data("{}".utf8))

    #expect(value.maybe == nil)
    #expect(String(decoding: try JSONEncoder().encode(value), as: UTF8.self) == "{}")
  }

  struct PlainLenient: Codable {
    @Lenient var maybe: Int?
  }

  // MARK: - Required

  struct RequiredFilled: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Required var count = 1
    @Required var maybe: Int?
  }

  struct RequiredSparse: VersionedCodable, DefaultFillable {
    static let version = 1
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    @Required var count = 1
    @Required var maybe: Int?
  }

  struct RequiredZero: VersionedCodable, ZeroFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Required var count: Int
    @Required var maybe: Int?
  }

  struct RequiredStrict: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Required var count: Int
    @Required var maybe: Int?
  }

  static let required: [(document: DocumentValue, expected: String)] = [
    (["count": 1, "maybe": 2, "version": 1], #"{"count":1,"maybe":2,"version":1}"#),
    (["count": 1, "maybe": .null, "version": 1], #"{"count":1,"maybe":null,"version":1}"#),
    (["maybe": 2, "version": 1], "count: The field is missing, and a @Required field"),
    (["count": .null, "maybe": 2, "version": 1], "count: The field is null, and a @Required"),
    (["count": 1, "version": 1], "maybe: The field is missing, and a @Required field"),
    (["count": "one", "maybe": 2, "version": 1], "count: "),
    (["count": 1, "maybe": "two", "version": 1], "maybe: "),
  ]

  @Test(arguments: required.indices, FutureFormat.allCases)
  func `a required field always exists`(index: Int, format: FutureFormat) {
    let (document, expected) = Self.required[index]

    let outcomes = [
      Self.outcome(of: RequiredFilled.self, format, document),
      Self.outcome(of: RequiredSparse.self, format, document),
      Self.outcome(of: RequiredZero.self, format, document),
      Self.outcome(of: RequiredStrict.self, format, document),
    ]

    for outcome in outcomes { #expect(outcome.hasPrefix(expected)) }
  }

  @Test func `a required field is written even if it equals its default`() throws {
    let saved = try Future.write(RequiredSparse())

    #expect(saved == #"{"count":1,"maybe":null,"version":1}"#)
    #expect(try Future.write(Future.read(RequiredSparse.self, saved)) == saved)
  }
}

extension DecodingError {
  /// The problem in Lineage's own errors.
  fileprivate var problem: String? {
    switch self {
    case .keyNotFound(_, let context), .valueNotFound(_, let context),
      .typeMismatch(_, let context), .dataCorrupted(let context):
      context.debugDescription
    @unknown default: nil
    }
  }
}
