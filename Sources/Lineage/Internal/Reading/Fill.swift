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
  /// The slot in the defaults' tree that corresponds to the container; 0 for the whole value.
  var slot: UInt32 = 0
  /// The frame of the value that the defaults belong to.
  var record: UInt32 = 0
  /// The `TypeDefaults` if the rule is `defaults`; the `TypeFill` if the rule hasn't been looked up
  /// yet. Neither is ever released, like the plan that owns them.
  private let source: Unretained<AnyObject>?

  static var error: Fill { Fill(.error) }
  static var zero: Fill { Fill(.zero) }

  private init(_ rule: Rule) {
    known = rule
    source = nil
  }

  fileprivate init(_ defaults: TypeDefaults) {
    known = .defaults
    source = Unretained(defaults).untyped
  }

  /// A fill whose rule is looked up when it is needed.
  fileprivate init(notYetAskedOf type: TypeFill) {
    known = nil
    source = Unretained(type).untyped
  }

  /// The rule, which is looked up if it isn't known yet.
  var rule: Rule {
    @inline(__always) get { known ?? found.known ?? .error }
  }

  var defaults: Unretained<TypeDefaults>? {
    @inline(__always) get {
      (known == nil ? found : self).source.map { $0.uncheckedCast() }
    }
  }

  /// Whether the rule is `defaults`, or isn't known yet.
  var mayHaveDefaults: Bool {
    @inline(__always) get { known == nil || known == .defaults }
  }

  private var found: Fill {
    @inline(never) get {
      guard let source else { return .error }
      return source.uncheckedCast(to: TypeFill.self).object.found
    }
  }
}

/// How the missing fields of a type are filled.
///
/// The rule is looked up when a field is missing for the first time, which may never happen, or
/// when there are so many values that treating the rule as unknown would cost more.
final class TypeFill: Sendable {
  private let type: any Any.Type
  private let state = Atomic<State>(.notAsked)
  private let defaults = LazyReference<TypeDefaults>()
  private let valuesBefore = Atomic<UInt32>(0)

  /// Looking up the rule takes as long as decoding a few dozen small values. The rows of a document
  /// are more than that, and values that occur once aren't.
  private static let valuesWithoutAsking: UInt32 = 16

  private enum State: UInt8, AtomicRepresentable {
    case notAsked, error, zero, defaults
  }

  init(of type: any Any.Type) {
    self.type = type
  }

  /// The fill of one more value, as far as it is known.
  var fill: Fill {
    @inline(__always) get {
      switch state.load(ordering: .acquiring) {
      case .error: .error
      case .zero: .zero
      case .notAsked, .defaults: rareFill
      }
    }
  }

  private var rareFill: Fill {
    @inline(never) get {
      if let defaults = defaults.known { return Fill(defaults) }
      let values = valuesBefore.wrappingAdd(1, ordering: .relaxed).oldValue
      return values < Self.valuesWithoutAsking ? Fill(notYetAskedOf: self) : found
    }
  }

  fileprivate var found: Fill {
    if state.load(ordering: .acquiring) == .notAsked { ask() }
    if let defaults = defaults.known { return Fill(defaults) }
    return state.load(ordering: .acquiring) == .zero ? .zero : .error
  }

  private func ask() {
    switch type {
    case let type as any DefaultFillable.Type:
      _ = defaults.store(TypeDefaults(of: type))
      state.store(.defaults, ordering: .releasing)
    case is any ZeroFillable.Type: state.store(.zero, ordering: .releasing)
    default: state.store(.error, ordering: .releasing)
    }
  }
}
