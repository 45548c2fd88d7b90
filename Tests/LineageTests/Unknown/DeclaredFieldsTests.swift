import Foundation
import Lineage
import Testing

/// Fields that one version declares and another doesn't: never lost silently, and never unknown to
/// the newer version if the older one declared them.
struct DeclaredFieldsTests {
  // MARK: - Declared by the older version and removed in the newer

  struct AccountV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var password: String
    var hint: String?
    var unknownFields = UnknownFields()
  }

  struct Account: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = AccountV1
    var name = ""
    var unknownFields = UnknownFields()
  }

  struct CarefulAccount: VersionedCodable {
    static let version = 2
    var name: String
    var unknownFields = UnknownFields()
  }

  static let account: DocumentValue = [
    "version": 1, "name": "Ada", "password": "secret", "hint": "cat", "x": 1,
  ]

  @Test(arguments: FutureFormat.allCases)
  func `a removed field is dropped and doesn't become unknown`(format: FutureFormat) throws {
    var report = MigrationReport()

    let account = try format.read(Account.self, Self.account, report: &report)

    #expect(try format.write(account) == ["version": 2, "name": "Ada", "x": 1])
    #expect(Set(report.carryOverDropped) == ["password", "hint"])
    #expect(report.unknownFieldsKept == ["x"])
    #expect(report.unknownFieldsDropped == [])
  }

  @Test(arguments: FutureFormat.allCases)
  func `a removed field that the step drops itself is not reported`(format: FutureFormat) throws {
    var report = MigrationReport()

    let account = try format.read(CarefulAccount.self, Self.account, report: &report)

    #expect(try format.write(account) == ["version": 2, "name": "Ada", "x": 1])
    #expect(report.carryOverDropped == ["hint"])
    #expect(report.unknownFieldsDropped == [])
  }

  struct PersonV1: Codable {
    var name: String
    var password: String
    var unknownFields = UnknownFields()
  }

  struct Person: Codable {
    var name: String
    var unknownFields = UnknownFields()
  }

  struct TeamV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var people: [PersonV1]
  }

  struct Team: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = TeamV1
    var people: [Person] = []
  }

  @Test(arguments: FutureFormat.allCases)
  func `a nested removed field is dropped too`(format: FutureFormat) throws {
    var report = MigrationReport()

    let team = try format.read(
      Team.self, ["version": 1, "people": [["name": "Ada", "password": "secret", "x": 1]]],
      report: &report)

    #expect(try format.write(team) == ["version": 2, "people": [["name": "Ada", "x": 1]]])
    #expect(report.carryOverDropped == ["people[0].password"])
    #expect(report.unknownFieldsKept == ["people[0].x"])
  }

  /// A type that preserves unknown fields with its own code, as many do.
  struct SettingsV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var theme: String
    var rest: [String: DocumentValue]

    enum CodingKeys: String, CodingKey {
      case theme
    }

    init(from decoder: any Decoder) throws {
      theme = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .theme)
      rest = try decoder.singleValueContainer().decode([String: DocumentValue].self)
      rest["theme"] = nil
      rest["version"] = nil
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(theme, forKey: .theme)
      var others = encoder.container(keyedBy: AnyKey.self)
      for (name, value) in rest { try others.encode(value, forKey: AnyKey(stringValue: name)) }
    }
  }

  struct Settings: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = SettingsV1
    var unknownFields = UnknownFields()
  }

  @Test(arguments: FutureFormat.allCases)
  func `fields that a type preserved itself become unknown ones`(format: FutureFormat) throws {
    let saved = try format.saved(
      ["version": 1, "theme": "dark", "x": ["y": 1]], by: Settings.self)

    #expect(saved == ["version": 2, "x": ["y": 1]])
  }

  /// A type that writes whatever keys it has in one of several ways.
  struct Groups: Codable {
    enum Way: String, Codable, CaseIterable { case whole, containers, arrays, encoders }

    var way: Way
    var groups: [String: [Int]]

    init(from decoder: any Decoder) throws {
      var groups = try decoder.singleValueContainer().decode([String: DocumentValue].self)
      way = try #require(groups.removeValue(forKey: "way")?.string.flatMap(Way.init(rawValue:)))
      self.groups = groups.mapValues { value in
        (value.array ?? [value["first"] ?? .null]).compactMap { $0.number?.int }
      }
    }

    func encode(to encoder: any Encoder) throws {
      enum NumberKeys: String, CodingKey { case first }
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(way, forKey: .init(stringValue: "way"))
      for (name, numbers) in groups {
        let key = AnyKey(stringValue: name)
        switch way {
        case .whole: try container.encode(numbers, forKey: key)
        case .containers:
          var nested = container.nestedContainer(keyedBy: NumberKeys.self, forKey: key)
          try nested.encode(numbers[0], forKey: .first)
        case .arrays:
          var nested = container.nestedUnkeyedContainer(forKey: key)
          for number in numbers { try nested.encode(number) }
        case .encoders: try numbers.encode(to: container.superEncoder(forKey: key))
        }
      }
    }
  }

  struct Known: Codable {
    var way: Groups.Way
    var known: DocumentValue
    var unknownFields = UnknownFields()
  }

  struct GroupedV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var groups: Groups
  }

  struct Grouped: VersionedCodable {
    static let version = 2
    var groups: Known

    init(from old: GroupedV1) throws { try self.init(carryingOver: old) }
  }

  @Test(arguments: FutureFormat.allCases, Groups.Way.allCases)
  func `fields that a type preserves become unknown ones, however it writes them`(
    format: FutureFormat, way: Groups.Way
  ) throws {
    let group: DocumentValue = way == .containers ? ["first": 1] : [1]
    let groups: DocumentValue = [
      "way": .string(way.rawValue), "known": group, "other": group,
    ]
    var report = MigrationReport()

    let grouped = try format.read(
      Grouped.self, ["version": 1, "groups": groups], report: &report)

    #expect(try format.write(grouped) == ["version": 2, "groups": groups])
    #expect(report.carryOverDropped.isEmpty)
  }

  // MARK: - Unknown to the older version and declared by the newer

  struct Kernel: Codable, Equatable {
    var name = "none"
    var language: String?
  }

  struct NotebookV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var cells: [String]
    var unknownFields = UnknownFields()
  }

  struct CarriedNotebook: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = NotebookV1
    var cells: [String] = []
    var kernel = Kernel()
    var unknownFields = UnknownFields()
  }

  struct HandmadeNotebook: VersionedCodable {
    static let version = 2
    var cells: [String]
    var kernel = Kernel()
    var unknownFields = UnknownFields()
  }

  struct OptionalNotebook: VersionedCodable {
    static let version = 2
    var unknownFields = UnknownFields()
    var cells: [String]
    var kernel: Kernel?
  }

  struct NextNotebook: VersionedCodable, DefaultFillable {
    static let version = 3
    typealias PreviousVersion = HandmadeNotebook
    var cells: [String] = []
    var kernel = Kernel()
    var unknownFields = UnknownFields()
  }

  struct PatientNotebook: VersionedCodable {
    static let version = 2
    var cells: [String]
    var kernel: Kernel
    var unknownFields = UnknownFields()
  }

  static let notebook: DocumentValue = [
    "version": 1, "cells": ["a"], "kernel": ["name": "swift", "language": "swift"], "x": 1,
  ]

  @Test(arguments: FutureFormat.allCases)
  func `an unknown field that is now declared is decoded into its property`(
    format: FutureFormat
  ) throws {
    var report = MigrationReport()

    let notebook = try format.read(CarriedNotebook.self, Self.notebook, report: &report)

    #expect(notebook.kernel == Kernel(name: "swift", language: "swift"))
    #expect(notebook.unknownFields.fields == ["x": 1])
    #expect(report.unknownFieldsKept == ["x"])
    #expect(report.unknownFieldsDropped == [])
  }

  @Test(arguments: FutureFormat.allCases)
  func `copying an unknown field that is now declared is an error`(
    format: FutureFormat
  ) throws {
    for type in [HandmadeNotebook.self, OptionalNotebook.self, NextNotebook.self]
      as [any VersionedCodable.Type]
    {
      let error = try migrationError { try format.read(type, Self.notebook) }

      #expect(error.reason == .unknownFieldIsDeclared)
      #expect(error.path == "kernel")
    }
  }

  @Test func `the error for a copied field that is now declared says what to write`() throws {
    let error = try migrationError {
      try FutureFormat.json.read(HandmadeNotebook.self, Self.notebook)
    }

    #expect(
      error.description == """
        The unknown fields of HandmadeNotebook contain 'kernel', which is also the key of another \
        field or of the version. Only one of the two values can be written. Remove it from the unknown \
        fields: unknownFields = unknownFields.removing(…). In a step or in downgraded(), call \
        init(carryingOver:) instead of copying them. Known versions: '2' (HandmadeNotebook), '1' (NotebookV1).
        """)
  }

  @Test func `a step can copy the unknown fields if none of them is declared`() throws {
    let notebook = try FutureFormat.json.read(
      HandmadeNotebook.self, ["version": 1, "cells": [], "x": 1])

    #expect(notebook.unknownFields.fields == ["x": 1])
  }

  @Test(arguments: FutureFormat.allCases)
  func `a step can remove an unknown field and set the declared one`(
    format: FutureFormat
  ) throws {
    var report = MigrationReport()

    let notebook = try format.read(PatientNotebook.self, Self.notebook, report: &report)

    #expect(notebook.kernel.name == "swift")
    #expect(notebook.unknownFields.fields == ["x": 1])
    #expect(report.unknownFieldsKept == ["x"])
  }

  struct PartV1: Codable {
    var name: String
    var unknownFields = UnknownFields()
  }

  struct Part: Codable {
    var name: String
    var color = "white"
    var unknownFields = UnknownFields()
  }

  struct CarV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var parts: [PartV1]
  }

  struct Car: VersionedCodable {
    static let version = 2
    var parts: [Part]
  }

  struct ForgetfulCar: VersionedCodable {
    static let version = 2
    var parts: [Part]
  }

  @Test(arguments: FutureFormat.allCases)
  func `copying a nested unknown field that is now declared is an error`(format: FutureFormat)
    throws
  {
    let error = try migrationError {
      try format.read(
        Car.self,
        ["version": 1, "parts": [["name": "a", "x": 1], ["name": "b", "color": "red"]]])
    }

    #expect(error.reason == .unknownFieldIsDeclared)
    #expect(error.path == "parts[1].color")
  }

  @Test(arguments: FutureFormat.allCases)
  func `the report lists nested unknown fields that a step drops`(
    format: FutureFormat
  ) throws {
    var report = MigrationReport()

    let car = try format.read(
      ForgetfulCar.self,
      ["version": 1, "parts": [["name": "a", "x": 1], ["name": "b", "x": 2]]],
      report: &report)

    #expect(try format.write(car)["parts"]?[1] == ["name": "b", "color": "white"])
    #expect(report.unknownFieldsKept == [])
    #expect(report.unknownFieldsDropped == ["parts[0].x", "parts[1].x"])
  }

  // MARK: - Newer values

  struct CardV1: VersionedCodable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var name: String
    var unknownFields = UnknownFields()
  }

  struct Card: VersionedCodable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    var label: String
    var color: String?
    var unknownFields = UnknownFields()
  }

  struct DeckV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var card: CardV1
  }

  struct Deck: VersionedCodable {
    static let version = 2
    var card: Card
  }

  @Test(arguments: FutureFormat.allCases)
  func `a newer value that a step carries over keeps its version`(format: FutureFormat) throws {
    let saved = try format.saved(
      ["version": 1, "card": ["version": 9, "name": "a", "color": "red", "x": 1]], by: Deck.self)

    #expect(
      saved == ["version": 2, "card": ["version": 9, "label": "a", "color": "red", "x": 1]])
  }

  @Test(arguments: FutureFormat.allCases)
  func `a value of the version that it is carried over to has that version`(
    format: FutureFormat
  ) throws {
    let saved = try format.saved(
      ["version": 1, "card": ["version": 2, "name": "a", "color": "red", "x": 1]], by: Deck.self)

    #expect(
      saved == ["version": 2, "card": ["version": 2, "label": "a", "color": "red", "x": 1]])
  }

  // MARK: - Order

  @Test func `unknown fields keep their order when they are carried over`() throws {
    let names = (0..<50).map { "x\(($0 * 37) % 50)" }
    let members = names.map { #""\#($0)":1"# }.joined(separator: ",")
    let decoder = JSONDecoder()

    let notebook = try decoder.decode(
      versioned: CarriedNotebook.self,
      from: Data(#"{"version":1,"cells":[],\#(members)}"#.utf8))

    #expect(notebook.unknownFields.fields.keys == names)
  }

  // MARK: - Declared by another type that is decoded from the same object

  struct Place: Codable {
    var x: Int
    var y: Int?
  }

  struct Pin: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var place: Place
    var unknownFields: UnknownFields
    enum CodingKeys: CodingKey { case name, unknownFields, x, y }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      place = try Place(from: decoder)
      unknownFields = try container.decode(UnknownFields.self, forKey: .unknownFields)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try place.encode(to: encoder)
      try container.encode(unknownFields, forKey: .unknownFields)
    }
  }

  @Test(arguments: FutureFormat.allCases)
  func `a field whose key is listed for another type isn't unknown`(format: FutureFormat) throws {
    var report = MigrationReport()
    var pin = try format.read(
      Pin.self, ["version": 1, "name": "a", "x": 1, "y": 2, "z": 3], report: &report)

    #expect(pin.unknownFields == ["z": 3])
    #expect(report.unknownFieldsKept == ["z"])

    pin.place.x = 9
    pin.place.y = nil
    #expect(try format.write(pin) == ["version": 1, "name": "a", "x": 9, "z": 3])
  }
}

extension DeclaredFieldsTests.CarefulAccount {
  init(from old: DeclaredFieldsTests.AccountV1) throws {
    try self.init(carryingOver: old) { $0.drop("password") }
  }
}

extension DeclaredFieldsTests.HandmadeNotebook {
  init(from old: DeclaredFieldsTests.NotebookV1) throws {
    cells = old.cells
    unknownFields = old.unknownFields
  }
}

extension DeclaredFieldsTests.OptionalNotebook {
  init(from old: DeclaredFieldsTests.NotebookV1) throws {
    cells = old.cells
    unknownFields = old.unknownFields
  }
}

extension DeclaredFieldsTests.PatientNotebook {
  init(from old: DeclaredFieldsTests.NotebookV1) throws {
    cells = old.cells
    kernel = DeclaredFieldsTests.Kernel(
      name: old.unknownFields["kernel"]?["name"]?.string ?? "none")
    unknownFields = old.unknownFields.removing("kernel")
  }
}

extension DeclaredFieldsTests.Car {
  init(from old: DeclaredFieldsTests.CarV1) throws {
    parts = old.parts.map { .init(name: $0.name, unknownFields: $0.unknownFields) }
  }
}

extension DeclaredFieldsTests.ForgetfulCar {
  init(from old: DeclaredFieldsTests.CarV1) throws {
    parts = old.parts.map { .init(name: $0.name) }
  }
}

extension DeclaredFieldsTests.Card {
  init(from old: DeclaredFieldsTests.CardV1) throws {
    try self.init(carryingOver: old) { $0.rename("name", to: "label") }
  }
}

extension DeclaredFieldsTests.Deck {
  init(from old: DeclaredFieldsTests.DeckV1) throws {
    card = try .init(from: old.card)
  }
}
