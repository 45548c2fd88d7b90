import Foundation
import Lineage
import Testing

/// Defaults of types that need `userInfo` to be coded.
struct UserInfoDefaultsTests {
  static let unit = CodingUserInfoKey(rawValue: "unit")

  /// Is coded in the unit of the coder.
  struct Length: Codable, Equatable {
    var centimeters: Double

    init(_ centimeters: Double) { self.centimeters = centimeters }

    init(from decoder: any Decoder) throws {
      let number = try decoder.singleValueContainer().decode(Double.self)
      centimeters = number * Self.unit(decoder.userInfo)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(centimeters / Self.unit(encoder.userInfo))
    }

    static func unit(_ userInfo: [CodingUserInfoKey: Any]) -> Double {
      UserInfoDefaultsTests.unit.flatMap { userInfo[$0] as? Double } ?? 1
    }
  }

  struct Sheet: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    var width = Length(10)
    var margins: [Length]? = [Length(1)]
    var id = UUID()
    var count = 0
  }

  /// Can't be coded without a unit.
  struct Exact: Codable, Equatable {
    var length = Length(10)

    init() {}

    init(from decoder: any Decoder) throws {
      guard Length.unit(decoder.userInfo) != 1 else { throw CocoaError(.coderReadCorrupt) }
      length = try Length(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      guard Length.unit(encoder.userInfo) != 1 else { throw CocoaError(.coderInvalidValue) }
      try length.encode(to: encoder)
    }
  }

  struct ExactSheet: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var width = Exact()
    var count = 0
  }

  struct Empty: VersionedCodable, ZeroFillable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var count: Int
    var inner: Inner
    var inners: [Inner]

    struct Inner: ZeroFillable, Equatable {
      var number: Int

      init(from decoder: any Decoder) throws {
        guard Length.unit(decoder.userInfo) != 1 else { throw CocoaError(.coderReadCorrupt) }
        number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
      }
    }
  }

  /// Coders with a unit.
  struct Coders {
    let format: FutureFormat
    let unit: Double?

    private var userInfo: [CodingUserInfoKey: any Sendable] {
      guard let key = UserInfoDefaultsTests.unit, let unit else { return [:] }
      return [key: unit]
    }

    func read<Value: VersionedCodable>(
      _ type: Value.Type, _ content: DocumentValue, report: inout MigrationReport
    ) throws -> Value {
      let data = try format.document(content)
      switch format {
      case .json, .foreign:
        let decoder = format == .json ? JSONDecoder() : FutureForeignDecoder()
        decoder.userInfo = userInfo
        return try decoder.decode(versioned: type, from: data, report: &report)
      case .xml, .binary:
        let decoder = PropertyListDecoder()
        decoder.userInfo = userInfo
        return try decoder.decode(versioned: type, from: data, report: &report)
      }
    }

    func read<Value: VersionedCodable>(
      _ type: Value.Type, _ content: DocumentValue
    ) throws -> Value {
      var report = MigrationReport()
      return try read(type, content, report: &report)
    }

    func write<Value: VersionedCodable>(_ value: Value) throws -> DocumentValue {
      switch format {
      case .json, .foreign:
        let encoder = format == .json ? JSONEncoder() : FutureForeignEncoder()
        encoder.userInfo = userInfo
        return try format.content(of: encoder.encode(versioned: value))
      case .xml, .binary:
        let encoder = PropertyListEncoder(format == .xml ? .xml : .binary)
        encoder.userInfo = userInfo
        return try format.content(of: encoder.encode(versioned: value))
      }
    }
  }

  static let units: [Double?] = [nil, 2, nil, 0.5, 2]

  @Test(arguments: FutureFormat.allCases)
  func `a default is the same in every unit`(format: FutureFormat) throws {
    for unit in Self.units {
      var report = MigrationReport()

      let sheet = try Coders(format: format, unit: unit)
        .read(Sheet.self, ["version": 1, "count": 1], report: &report)

      #expect(sheet == Sheet(id: sheet.id, count: 1))
      #expect(report.filled.map(\.path) == ["width", "margins", "id"])
    }
  }

  @Test func `a default is the same in every unit without a report`() throws {
    let decoder = JSONDecoder()
    for unit in Self.units {
      if let key = Self.unit { decoder.userInfo[key] = unit }

      let sheets = try decoder.decode(
        unversioned: [Sheet].self, from: Data(#"[{"version":1},{"version":1},{"version":1}]"#.utf8))

      #expect(sheets == sheets.map { Sheet(id: $0.id) })
      #expect(Set(sheets.map(\.id)).count == 3)
    }
  }

  @Test(arguments: FutureFormat.allCases)
  func `only what equals its default is left out`(format: FutureFormat) throws {
    for unit in Self.units {
      let coders = Coders(format: format, unit: unit)
      for sheet in [
        Sheet(), Sheet(width: Length(20)), Sheet(width: Length(5)), Sheet(margins: [Length(2)]),
        Sheet(margins: nil),
      ] {
        let written = try coders.write(sheet)

        #expect(try coders.read(Sheet.self, written) == sheet)
        #expect((written["width"] == nil) == (sheet.width == Length(10)))
      }
    }
  }

  @Test(arguments: FutureFormat.allCases)
  func `a type that needs a unit can have a default`(format: FutureFormat) throws {
    let coders = Coders(format: format, unit: 2)

    #expect(
      try coders.read(ExactSheet.self, ["version": 1, "width": 5]) == ExactSheet())
    #expect(
      try coders.read(ExactSheet.self, ["version": 1, "count": 1]) == ExactSheet(count: 1))
    #expect(try coders.write(ExactSheet()) == ["version": 1, "width": 5, "count": 0])
    let error = #expect(throws: CocoaError.self) {
      try Coders(format: format, unit: nil).write(ExactSheet())
    }
    #expect(error?.code == .coderInvalidValue)
  }

  @Test(arguments: FutureFormat.allCases)
  func `a type that needs a unit can be zero`(format: FutureFormat) throws {
    var report = MigrationReport()

    let value = try Coders(format: format, unit: 2)
      .read(Empty.self, ["version": 1, "count": 1], report: &report)

    #expect(value.count == 1)
    #expect(value.inner.number == 0)
    #expect(report.filled.map(\.path) == ["inner", "inners"])
  }
}
