import Foundation
import Lineage
import Testing

/// The values of missing, null and invalid fields.
struct FillingRulesTests {
  // MARK: - Models

  enum Theme: String, Codable {
    case light, dark
  }

  struct Window: DefaultFillable, Equatable {
    var width = 80
    var title = "untitled"
  }

  struct Plain: Codable, Equatable {
    var a: Int
    var b: Int
  }

  struct Config: DefaultFillable, Equatable {
    var tabSize = 4
    var wordWrap = true
    var scale = 1.5
    var font = "Mono"
    var theme = Theme.dark
    var recent = ["a", "b"]
    var shortcuts = ["save": "s"]
    var window = Window(width: 120, title: "main")
    var plain = Plain(a: 1, b: 2)
    var matrix = [[1], [2, 3]]
    var link = URL(filePath: "/tmp")
    var cover = Data([1, 2])
    var price = Decimal(string: "12345678901234567890.123456789") ?? 0
    var large = UInt64.max
    var nothing: Int?
    var something: Int? = 7
    var windowOrNot: Window? = Window(width: 1, title: "w")
  }

  /// The same as a version of a document.
  struct Document: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var config = Config()
    var configs: [Config] = []
    var configsByName: [String: Config] = [:]
    var optionalConfig: Config?
  }

  // MARK: - Missing

  @Test(arguments: StoredFormat.allCases)
  func `a missing field gets the initial value`(format: StoredFormat) throws {
    let config = try format.decode(unversioned: Config.self, from: format.document("{}"))

    #expect(config == Config())
  }

  @Test(arguments: StoredFormat.allCases)
  func `fillable types are filled wherever they appear`(format: StoredFormat) throws {
    let part = #"{"tabSize": 2, "window": {"width": 9}}"#
    let document = try format.document(
      """
      {"version": 1, "config": \(part), "configs": [{}, \(part)],
       "configsByName": {"a": \(part)}, "optionalConfig": \(part)}
      """)
    let expected = Config().copy {
      $0.tabSize = 2
      $0.window = Window(width: 9)
    }

    let value = try format.decode(Document.self, from: document)

    #expect(
      value
        == Document(
          config: expected, configs: [Config(), expected], configsByName: ["a": expected],
          optionalConfig: expected))
  }

  @Test func `a missing nested value is that of the outer type's initial value`() throws {
    let config = try filled(Config.self, "{}")

    #expect(config.window == Window(width: 120, title: "main"))
  }

  @Test func `an existing nested value is filled by its own type`() throws {
    let config = try filled(Config.self, #"{"window": {"width": 9}}"#)

    #expect(config.window == Window(width: 9, title: "untitled"))
  }

  @Test func `a nested value of a type that isn't fillable is not filled`() throws {
    let error = try migrationError { try filled(Config.self, #"{"plain": {"a": 5}}"#) }

    #expect(error.path == "plain.b")
  }

  // MARK: - Null

  static let nonOptionals = [
    "tabSize", "wordWrap", "scale", "font", "theme", "recent", "shortcuts", "window", "plain",
    "matrix", "link", "cover", "price", "large",
  ]

  @Test(arguments: nonOptionals, StoredFormat.allCases)
  func `a non-optional field that is null gets the initial value`(
    key: String, format: StoredFormat
  ) throws {
    let document = try format.document(#"{"\#(key)": null}"#)

    let config = try format.decode(unversioned: Config.self, from: document)

    #expect(config == Config())
  }

  @Test(arguments: StoredFormat.allCases)
  func `null for an optional field is nil, regardless of its initial value`(
    format: StoredFormat
  ) throws {
    let document = try format.document(
      #"{"something": null, "nothing": null, "windowOrNot": null}"#)

    let config = try format.decode(unversioned: Config.self, from: document)

    #expect(
      config
        == Config().copy {
          $0.something = nil
          $0.windowOrNot = nil
        })
  }

  @Test(arguments: StoredFormat.allCases)
  func `a missing optional field gets its initial value`(format: StoredFormat) throws {
    let config = try format.decode(unversioned: Config.self, from: format.document("{}"))

    #expect(config.something == 7)
    #expect(config.windowOrNot == Window(width: 1, title: "w"))
    #expect(config.nothing == nil)
  }

  @Test func `null for a fillable element of an array is an error`() throws {
    let error = try migrationError {
      try migrated(Document.self, #"{"version": 1, "configs": [{}, null]}"#)
    }

    #expect(error.path == "configs[1]")
  }

  // MARK: - Wrong types

  @Test(
    arguments: [
      ("tabSize", #""4""#), ("tabSize", "4.5"), ("tabSize", "true"), ("tabSize", "{}"),
      ("tabSize", "1e30"), ("wordWrap", "1"), ("wordWrap", #""true""#), ("scale", #""1""#),
      ("font", "1"), ("font", "[]"), ("theme", #""blue""#), ("theme", "1"), ("recent", "{}"),
      ("recent", "[1]"), ("recent", "[null]"), ("shortcuts", "[]"), ("shortcuts", #"{"a": 1}"#),
      ("window", "[]"), ("window", #"{"width": "wide"}"#), ("window", "1"), ("plain", "[]"),
      ("matrix", "[1]"), ("nothing", #""1""#), ("something", "{}"), ("windowOrNot", "1"),
      ("large", "-1"), ("large", "18446744073709551616"),
    ])
  func `a value of the wrong type is an error and never a default`(
    key: String, value: String
  ) throws {
    let error = try migrationError { try filled(Config.self, #"{"\#(key)": \#(value)}"#) }

    #expect(error.path.description.hasPrefix(key))
  }

  @Test(arguments: [
    ("null", "Expected an object, found null."),
    ("[]", "Expected an object, found an array."), ("1", "Expected an object, found a number."),
    (#""text""#, "Expected an object, found a string."),
  ])
  func `a document that is not an object is an error and never all defaults`(
    text: String, expected: String
  ) throws {
    let error = try migrationError { try filled(Config.self, text) }

    #expect(error.description.contains(expected), "\(error)")
  }

  // MARK: - Laws

  static let values = [
    Config(),
    Config().copy { $0.something = nil },
    Config().copy { $0.windowOrNot = nil },
    Config().copy {
      $0.recent = []
      $0.shortcuts = [:]
      $0.window = Window(width: 0, title: "")
      $0.nothing = 5
    },
  ]

  @Test(arguments: values, StoredFormat.allCases)
  func `decoding what was encoded gives the same value`(
    config: Config, format: StoredFormat
  ) throws {
    let document = Document(
      config: config, configs: [config], configsByName: ["a": config], optionalConfig: config)

    let decoded = try format.decode(Document.self, from: format.encode(document))

    #expect(decoded == document)
  }

  struct Outer: DefaultFillable, Equatable {
    var inner = Inner(choice: nil)

    struct Inner: DefaultFillable, Equatable {
      var choice: Int? = 7
    }
  }

  @Test func `a missing value equals the initial value exactly`() throws {
    let outer = try filled(Outer.self, "{}")

    #expect(outer == Outer())
  }

  // MARK: - Reports

  @Test(arguments: StoredFormat.allCases)
  func `the report says what was filled, where and why`(format: StoredFormat) throws {
    struct Small: DefaultFillable {
      var a = 1
      var inner = Window()
      var list = [Window()]
      var none: Int?
      var some: Int? = 1
    }
    let document = try format.document(#"{"a": null, "inner": {"title": "t"}, "list": [{}]}"#)
    var report = MigrationReport()

    _ = try format.decode(unversioned: Small.self, from: document, report: &report)

    #expect(
      report.filled == [
        .init(path: "a", cause: .null), .init(path: "inner.width"), .init(path: "list[0].width"),
        .init(path: "list[0].title"), .init(path: "some"),
      ])
    #expect(report.needsRewrite)
  }

  @Test func `a nested value that was missing is one entry in the report`() throws {
    let report = try report(unversioned: Document.self, "{}")

    #expect(
      report.filled == [
        .init(path: "config"), .init(path: "configs"), .init(path: "configsByName"),
      ])
  }

  struct MaybeOld: VersionedCodable, Equatable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
    var text: String
  }

  struct Now: VersionedCodable, Equatable {
    static let version = 1
    var title: String
  }

  struct Shelf: DefaultFillable, Equatable {
    var now = Now(title: "default")
  }

  @Test func `a default that replaces a null is not a migration`() throws {
    let report = try report(unversioned: Shelf.self, #"{"now": null}"#)

    #expect(report.filled == [.init(path: "now", cause: .null)])
    #expect(report.nestedMigrations == [])
  }

  @Test func `a versioned value can be a default`() throws {
    let shelf = try filled(Shelf.self, "{}")

    #expect(shelf == Shelf())
  }

  struct ExternalVersion: VersionedCodable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.external
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  struct ExternalShelf: DefaultFillable, Equatable {
    var value = ExternalVersion(title: "default")
  }

  @Test func `a value with an external version can be a default`() throws {
    let shelf = try filled(ExternalShelf.self, "{}")

    #expect(shelf == ExternalShelf())
  }

  // MARK: - Key strategies

  @Test func `a default with objects does not depend on the key strategy`() throws {
    struct Pair: Codable, Equatable {
      var first: Int
      var second: Int
    }
    struct Pairs: DefaultFillable, Equatable {
      var pair = Pair(first: 1, second: 2)
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in
      AnyKey(String((path.last?.stringValue ?? "").dropFirst(2)))
    }

    let pairs = try decoder.decode(unversioned: Pairs.self, from: Data("{}".utf8))

    #expect(pairs == Pairs())
  }

  // MARK: - Copies

  @Test func `a copy has the changes and the original has not`() {
    let config = Config()

    let copy = config.copy { $0.tabSize = 8 }

    #expect(copy.tabSize == 8)
    #expect(config.tabSize == 4)
  }

  final class Shared: DefaultFillable {
    var size = 1
    init() {}
  }

  @Test func `a class that has no copies says so`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Shared().copy { $0.size = 2 }
      })
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      text.contains("Shared is a class, so its values have no copies: change the object itself."))
  }

  @Test func `a copy rethrows what the edit throws`() {
    #expect(throws: CancellationError.self) {
      try Config().copy { _ in throw CancellationError() }
    }
  }
}

extension FillingRulesTests.Now {
  init(from old: FillingRulesTests.MaybeOld) throws { title = old.text }
}
