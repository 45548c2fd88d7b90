import Testing

@testable import LineageSchemas

/// Listing the cases of enums that aren't `CaseIterable`.
struct EnumCasesTests {
  enum Size: Int { case small = 7, medium = 1, large = 3 }
  enum Keys: String, CodingKey { case title = "t", lines }

  @Test func `cases have the order of their declaration`() {
    #expect(EnumCases.all(of: Size.self) == [.small, .medium, .large])
    #expect(EnumCases.keys(of: Keys.self) == [.title, .lines])
    #expect(EnumCases.first(of: Size.self) == .small)
  }

  enum Only: String, Codable { case one }
  enum OnlyKey: CodingKey { case one }

  @Test func `a single case is found, although its value has no bytes`() {
    #expect(EnumCases.all(of: Only.self) == [.one])
    #expect(EnumCases.first(of: Only.self) == .one)
    #expect(EnumCases.keys(of: OnlyKey.self) == [.one])
  }

  enum NoKeys: CodingKey {}

  enum NoCases: RawRepresentable {
    init?(rawValue: Int) { nil }
    var rawValue: Int { 0 }
  }

  struct Unit: RawRepresentable {
    init?(rawValue: Int) {}
    var rawValue: Int { 0 }
  }

  @Test func `types without a case have none`() {
    #expect(EnumCases.keys(of: NoKeys.self) == nil)
    #expect(EnumCases.all(of: NoCases.self) == nil)
    #expect(EnumCases.first(of: NoCases.self) == nil)
    #expect(EnumCases.all(of: Unit.self) == nil)
  }

  struct AnyByte: RawRepresentable { var rawValue: UInt8 }

  struct Flag: RawRepresentable { var rawValue: Bool }

  enum Payloads: RawRepresentable {
    case known(Bool), other(Bool), none

    init?(rawValue: Int) { self = rawValue == 0 ? .none : .known(rawValue == 1) }
    var rawValue: Int { if case .known(true) = self { 1 } else { 0 } }
  }

  @Test func `types with other bytes have no cases`() {
    #expect(EnumCases.all(of: AnyByte.self) == nil)
    #expect(EnumCases.all(of: Flag.self) == nil)
    #expect(EnumCases.all(of: Payloads.self) == nil)
    #expect(EnumCases.all(of: Int.self) == nil)
  }
}
