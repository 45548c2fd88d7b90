/// Types of the system's libraries. How they are encoded is an implementation detail that differs between platforms and
/// releases.
package enum SystemType {
  private static let modules = [
    "Foundation.", "FoundationEssentials.", "FoundationInternationalization.", "CoreFoundation.",
    "CoreGraphics.", "__C.",
  ]

  package static func isOne(_ type: any Any.Type) -> Bool {
    let name = _typeName(type, qualified: true)
    return modules.contains { name.hasPrefix($0) }
  }
}
