#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The plans of all types that were ever decoded or encoded in this process.
///
/// Plans are made once and never released, so they can be used without reference counting.
///
/// Checking whether a type conforms to a protocol makes the runtime search all conformances of the
/// program, which takes 250,000 instructions for each type and protocol. So nothing is checked that
/// is known already.
enum PlanCache {
  /// The prefix of the names of this module's types. A package that depends on this one may have
  /// given the module another name.
  private static let ownPrefix: String = {
    let name = _typeName(PlanCache.self, qualified: true)
    return String(name.prefix { $0 != "." }) + "."
  }()

  /// Whether a type may have a special plan, according to the module that declares it.
  ///
  /// Getting the name of a type takes the runtime a fraction of the time for a conformance check.
  static func mayHavePlan(_ type: any Any.Type) -> Bool {
    if type == Date.self || type == UUID.self || type == URL.self || type == Data.self
      || type == Decimal.self
    {
      return true
    }
    let name = _typeName(type, qualified: true)
    return name.hasPrefix("Swift.") || name.hasPrefix(ownPrefix)
  }
}
