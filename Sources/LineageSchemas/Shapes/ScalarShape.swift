import Lineage

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A type whose values are scalars in every format: text, a number, a date.
package protocol ScalarShape: Codable, SendableMetatype {
  /// Values of all kinds that types may require, the harmless ones first.
  ///
  /// Types that have already accepted another value also get the first two and the last, to find
  /// out what else they request. So those must not be values that make programs trap.
  static var palette: [Self] { get }
}

extension Shape {
  /// The types that shapes refer to by name and schemas don't describe.
  package static let scalars: [String: any ScalarShape.Type] = {
    let types: [any ScalarShape.Type] = [
      Bool.self, String.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self,
      Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
      UInt128.self, Date.self, Data.self, URL.self, UUID.self, Decimal.self, TimeZone.self,
      Locale.self, Calendar.self, DateComponents.self, URLComponents.self,
    ]
    return Dictionary(uniqueKeysWithValues: types.map { (TypeName.of($0), $0) })
  }()
}

// MARK: - Conformances

extension String: ScalarShape {
  package static var palette: [String] {
    [
      "a", "1", "https://example.com/a", "2020-01-01T00:00:00Z", "2020-01-01",
      "6F3E2B0A-8C1D-4E5F-9A7B-0C1D2E3F4A5B", "GMT", "en", "EUR", "#336699", "a@example.com",
      "1.0.0", "12:00", "", "true",
    ]
  }
}

extension Bool: ScalarShape {
  package static var palette: [Bool] { [true, false] }
}

extension ScalarShape where Self: BinaryInteger {
  package static var palette: [Self] { [1, 0, 2, 10, 100] }
}

extension Int: ScalarShape {}
extension Int8: ScalarShape {}
extension Int16: ScalarShape {}
extension Int32: ScalarShape {}
extension Int64: ScalarShape {}
extension Int128: ScalarShape {}
extension UInt: ScalarShape {}
extension UInt8: ScalarShape {}
extension UInt16: ScalarShape {}
extension UInt32: ScalarShape {}
extension UInt64: ScalarShape {}
extension UInt128: ScalarShape {}

extension ScalarShape where Self: BinaryFloatingPoint {
  package static var palette: [Self] { [1, 0, 0.5, 10, -1, 100] }
}

extension Double: ScalarShape {}
extension Float: ScalarShape {}

extension Decimal: ScalarShape {
  package static var palette: [Decimal] { [1, 0, 10, -1, 100] }
}

extension Date: ScalarShape {
  package static var palette: [Date] {
    [Date(timeIntervalSince1970: 1_577_836_800), Date(timeIntervalSince1970: 4_102_444_800)]
  }
}

extension Data: ScalarShape {
  package static var palette: [Data] { [Data([1]), Data(), Data(repeating: 1, count: 32)] }
}

extension URL: ScalarShape {
  package static var palette: [URL] {
    ["https://example.com/a", "file:///a", "a"].compactMap { URL(string: $0) }
  }
}

extension UUID: ScalarShape {
  package static var palette: [UUID] {
    [UUID(uuid: (0x6F, 0x3E, 0x2B, 0x0A, 0x8C, 0x1D, 0x4E, 0x5F, 0x9A, 0x7B, 0, 0, 0, 0, 0, 1))]
  }
}
