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

  var rule: Rule
  /// The slot in the defaults' tree that corresponds to the container, 0 being the whole value.
  var slot: UInt32 = 0
  /// The frame of the value that the defaults are those of.
  var record: UInt32 = 0
  /// Alive forever, like the plan that owns them.
  var defaults: Unmanaged<TypeDefaults>?

  static let error = Fill(rule: .error)
  static let zero = Fill(rule: .zero)

  static func defaults(_ defaults: TypeDefaults) -> Fill {
    Fill(rule: .defaults, defaults: .passUnretained(defaults))
  }
}
