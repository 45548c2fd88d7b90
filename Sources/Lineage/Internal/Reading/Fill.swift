import Synchronization

/// How missing fields are filled.
struct Fill: BitwiseCopyable {
  enum Rule: UInt8, BitwiseCopyable {
    /// Missing fields aren't filled: they are errors.
    case error
    /// With the value that the type's `init()` gives the field.
    case defaults
    /// With the zero of the field's type.
    case zero
  }

  /// The rule; nil if it hasn't been looked up yet.
  private let known: Rule?
  /// The type that has the rule, which is never released, like the plan that owns it; nil if the
  /// rule is the same for all types.
  private let type: Unretained<TypeFill>?
  /// The slot in the defaults' tree that corresponds to the container; 0 for the whole value.
  var slot: UInt32 = 0
  /// The frame of the value that the defaults belong to.
  var ownerFrame: UInt32 = 0

  static var error: Fill { Fill(.error) }
  static var zero: Fill { Fill(.zero) }

  private init(_ rule: Rule) {
    known = rule
    type = nil
  }

  @inline(__always)
  fileprivate init(_ type: TypeFill, known: Rule?) {
    self.known = known
    self.type = Unretained(type)
  }

  /// The rule, which is looked up if it isn't known yet.
  var rule: Rule {
    @inline(__always) get { known ?? foundRule }
  }

  private var foundRule: Rule {
    @inline(never) get { type?.object.rule ?? .error }
  }

  /// Identifies the type whose defaults apply to the whole value; 0 if they are those of a part of
  /// it, or none.
  var typeAddress: UInt { slot == 0 ? type?.address ?? 0 : 0 }

  /// The defaults, if that is the rule.
  var defaults: TypeDefaults? { rule == .defaults ? type?.object.defaults : nil }

  /// Whether the rule is `defaults`, or isn't known yet.
  var mayHaveDefaults: Bool {
    @inline(__always) get { known == nil || known == .defaults }
  }
}

/// How the missing fields of a type are filled.
///
/// The rule is looked up when a field is missing for the first time, which may never happen, or
/// when there are so many values that treating the rule as unknown would cost more.
final class TypeFill: Sendable {
  private let type: any Any.Type
  /// The raw value of the rule, or `notAsked`.
  private let rawRule = Atomic<UInt8>(notAsked)
  private let valuesBefore = Atomic<UInt32>(0)

  private static let notAsked = UInt8.max
  /// Looking up the rule takes as long as decoding a few dozen small values. The rows of a document
  /// are more than that, and values that occur once aren't.
  private static let valuesWithoutAsking: UInt32 = 16

  init(of type: any Any.Type) {
    self.type = type
  }

  /// The fill of one more value, as far as it is known.
  var fill: Fill {
    @inline(__always) get { Fill(self, known: known ?? ruleAfterManyValues) }
  }

  private var known: Fill.Rule? {
    @inline(__always) get { Fill.Rule(rawValue: rawRule.load(ordering: .acquiring)) }
  }

  private var ruleAfterManyValues: Fill.Rule? {
    @inline(never) get {
      let values = valuesBefore.wrappingAdd(1, ordering: .relaxed).oldValue
      return values < Self.valuesWithoutAsking ? nil : rule
    }
  }

  fileprivate var rule: Fill.Rule { known ?? lookUpRule() }

  private func lookUpRule() -> Fill.Rule {
    let rule: Fill.Rule =
      switch type {
      case is any DefaultFillable.Type: .defaults
      case is any ZeroFillable.Type: .zero
      default: .error
      }
    rawRule.store(rule.rawValue, ordering: .releasing)
    return rule
  }

  fileprivate var defaults: TypeDefaults? { .of(type) }
}
