import Foundation
import Testing

@testable import Lineage

/// The runtime of Apple platforms calls types of Foundation as in C: `NSDecimal`. Locks that are written there must
/// be those of Linux.
struct TypeNameTests {
  @Test(arguments: [
    ("NSDecimal", "Decimal"),
    ("_NSRange", "NSRange"),
    ("NSUnit", "Unit"),
    ("NSDimension", "Dimension"),
    ("Measurement<NSUnitLength>", "Measurement<UnitLength>"),
    ("Dictionary<String, Array<NSDecimal>>", "Dictionary<String, Array<Decimal>>"),
    ("(_NSRange, NSDecimal) -> NSUnitMass", "(NSRange, Decimal) -> UnitMass"),
    // Types of programs.
    ("NSDecimals", "NSDecimals"),
    ("Größe<MyNSDecimal>", "Größe<MyNSDecimal>"),
    ("TENSION", "TENSION"),
    ("", ""),
  ])
  func `types of Foundation have their Swift names`(name: String, inSwift: String) {
    #expect(TypeName.nameInSwift(name) == inSwift)
  }

  @Test func `types have the same names on all platforms`() {
    #expect(TypeName.of([Decimal?].self) == "Array<Optional<Decimal>>")
    #expect(TypeName.of(Range<Decimal>.self) == "Range<Decimal>")
    #expect(TypeName.of(NSRange.self) == "NSRange")
    #expect(TypeName.of(Measurement<UnitLength>.self) == "Measurement<UnitLength>")
  }
}
