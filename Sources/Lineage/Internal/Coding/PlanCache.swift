#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The plans of all types that were ever decoded or encoded in this process.
///
/// Plans are made once and live forever, so whoever uses one need not count the references to it.
///
/// To ask whether a type conforms to a protocol takes the runtime a walk through all conformances of the
/// program, 250,000 instructions for each type and protocol. So nothing is asked that is known already.
enum PlanCache {
  /// The beginning of the names of this module's types. Whoever depends on the package may have given the
  /// module another name.
  private static let ownPrefix: String = {
    let name = _typeName(PlanCache.self, qualified: true)
    return String(name.prefix { $0 != "." }) + "."
  }()

  /// Whether a type may have a plan of its own, going by the module that it was declared in.
  ///
  /// To tell the name of a type takes the runtime a small part of what a question for a conformance does.
  static func mayHavePlan(_ type: any Any.Type) -> Bool {
    if type == Date.self || type == Data.self || type == Decimal.self || type == URL.self {
      return true
    }
    let name = _typeName(type, qualified: true)
    return name.hasPrefix("Swift.") || name.hasPrefix(ownPrefix)
  }
}
