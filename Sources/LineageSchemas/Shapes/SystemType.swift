import Lineage

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

// A shape contains only the names of the system's types.

extension SystemType {
  /// Whether the `init(from:)` of a type traps for values that it doesn't accept, such as a bitmap of another size, so it
  /// can't be learned by trying some.
  static func trapsForOddValues(_ type: any Any.Type) -> Bool {
    TypeName.of(type) == "CharacterSet" && isOne(type)
  }

  /// Whether a type is `CGFloat`, whose encoding is well known: that of a `Double`.
  static func isCGFloat(_ type: any Any.Type) -> Bool {
    TypeName.of(type) == "CGFloat" && isOne(type)
  }
}

extension TimeZone: ScalarShape {
  package static var palette: [TimeZone] {
    ["GMT", "Europe/Berlin"].compactMap { TimeZone(identifier: $0) }
  }
}

extension Locale: ScalarShape {
  package static var palette: [Locale] { [Locale(identifier: "en"), Locale(identifier: "ja_JP")] }
}

extension Calendar: ScalarShape {
  package static var palette: [Calendar] { [Calendar(identifier: .gregorian)] }
}

extension DateComponents: ScalarShape {
  package static var palette: [DateComponents] { [DateComponents(year: 2020, month: 1, day: 31)] }
}

// Foundation traps for a scheme that isn't valid, so it must not be learned by trying texts.
extension URLComponents: ScalarShape {
  package static var palette: [URLComponents] {
    ["https://example.com/a", "file:///a", "a"].compactMap { URLComponents(string: $0) }
  }
}
