import Synchronization

/// What takes the place of a field that is missing.
struct Fill: BitwiseCopyable {
  enum Rule: UInt8, BitwiseCopyable {
    /// Nothing: the field is an error.
    case error
    /// The value that the type's `init()` gives it.
    case defaults
    /// The zero of its type.
    case zero
  }

  /// The rule; nil where nobody has asked the type yet.
  private let known: Rule?
  /// The slot in the defaults' tree that corresponds to the container, 0 being the whole value.
  var slot: UInt32 = 0
  /// The frame of the value that the defaults are those of.
  var record: UInt32 = 0
  /// The `TypeDefaults` where that is the rule, and the `TypeFill` where there is none yet. Both
  /// are alive forever, like the plan that owns them.
  private let source: UnsafeRawPointer?

  static var error: Fill { Fill(.error) }
  static var zero: Fill { Fill(.zero) }

  private init(_ rule: Rule) {
    known = rule
    source = nil
  }

  fileprivate init(_ defaults: TypeDefaults) {
    known = .defaults
    source = UnsafeRawPointer(Unmanaged.passUnretained(defaults).toOpaque())
  }

  /// What fills a type, to be found out when it matters.
  fileprivate init(notYetAskedOf type: TypeFill) {
    known = nil
    source = UnsafeRawPointer(Unmanaged.passUnretained(type).toOpaque())
  }

  /// The rule, for which the type is asked if nobody has done so.
  var rule: Rule {
    @inline(__always) get { known ?? found.known ?? .error }
  }

  var defaults: Unmanaged<TypeDefaults>? {
    @inline(__always) get {
      (known == nil ? found : self).source.map { Unmanaged.fromOpaque($0) }
    }
  }

  /// Whether the rule is that of defaults, or is not known yet.
  var mayHaveDefaults: Bool {
    @inline(__always) get { known == nil || known == .defaults }
  }

  private var found: Fill {
    @inline(never) get {
      guard let source else { return .error }
      return Unmanaged<TypeFill>.fromOpaque(source).takeUnretainedValue().found
    }
  }
}

/// What fills the missing fields of a type.
///
/// A type is asked when a field is missing for the first time, since a document may well have all that
/// it should, or when there are so many values that leaving it open would take longer than asking.
final class TypeFill: Sendable {
  private let type: any Any.Type
  private let state = Atomic<State>(.notAsked)
  private let defaults = LazyReference<TypeDefaults>()
  private let valuesBefore = Atomic<UInt32>(0)

  /// To ask takes as long as decoding some dozens of small values. Rows of a document are more than that,
  /// and what stands there once isn't.
  private static let valuesWithoutAsking: UInt32 = 16

  private enum State: UInt8, AtomicRepresentable {
    case notAsked, error, zero, defaults
  }

  init(of type: any Any.Type) {
    self.type = type
  }

  /// What fills one more value, as far as that is known.
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

extension DefaultsByKey {
  /// Whether these are the defaults that fill an object.
  @inline(__always)
  func fill(by fill: Fill) -> Bool {
    areThose(of: fill.defaults.map { UnsafeRawPointer($0.toOpaque()) }, for: fill.slot)
  }

  /// Forgets everything, to become the defaults that fill another object.
  @inline(never)
  mutating func begin(filling fill: Fill) throws {
    guard let defaults = fill.defaults else { return }
    begin(
      with: try defaults.takeUnretainedValue().captured().view,
      of: UnsafeRawPointer(defaults.toOpaque()), for: fill.slot)
  }
}
