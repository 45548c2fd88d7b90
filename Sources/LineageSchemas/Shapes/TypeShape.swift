package import Lineage

/// The shape of the values of one type.
package struct TypeShape: Hashable, Sendable {
  /// How the values are encoded.
  package enum Form: Hashable, Sendable {
    /// An object with these fields.
    case object([String: Field])
    /// One of a list of values. An open list accepts unknown ones too.
    case cases([DocumentValue], of: Shape, isOpen: Bool)
    /// A value of another shape, in a single value container.
    case value(Shape)
    /// An object whose tag determines its payload. Other tags are preserved or rejected.
    case union(tag: String, payloads: [String: Shape], keepsOthers: Bool)
    /// An object with exactly one of these keys.
    case oneOf([String: Shape])
    /// A nested document with these versions, oldest first, which has its own lock.
    case versioned([AnyVersion])
    /// A shape that couldn't be learned.
    case unknown
  }

  /// A field of an object.
  package struct Field: Hashable, Sendable {
    package var shape: Shape
    /// The value that the field gets if it is missing: the one that `init(from:)` substitutes, or that of the type's
    /// `init()`. A field that is required may have one, too, which has no effect.
    package var initial: Default?
    /// Whether the field must exist even if the type fills missing fields.
    package var isRequired = false
    package var leniency: Leniency?

    package init(
      shape: Shape, initial: Default? = nil, isRequired: Bool = false, leniency: Leniency? = nil
    ) {
      self.shape = shape
      self.initial = initial
      self.isRequired = isRequired
      self.leniency = leniency
    }

    /// The value that a missing field gets; nil if it must exist or is nil then.
    package var fallback: Default? { isRequired ? nil : initial }

    package static func == (first: Field, second: Field) -> Bool {
      first.shape == second.shape && first.fallback == second.fallback
        && first.isRequired == second.isRequired && first.leniency == second.leniency
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(shape)
      hasher.combine(fallback)
      hasher.combine(isRequired)
      hasher.combine(leniency)
    }
  }

  /// The value of a missing field.
  package enum Default: Hashable, Sendable {
    case value(DocumentValue)
    /// A different value each time, such as a new identifier or the current time.
    case differsEachTime
  }

  /// What happens to a value that can't be decoded, if that isn't an error.
  package enum Leniency: String, Hashable, Sendable {
    /// The field gets its default.
    case field
    /// Elements or members that can't be decoded are left out.
    case elements
  }

  /// What missing fields are filled with.
  package enum Filling: String, Hashable, Sendable {
    case defaults, zero
  }

  package var form: Form
  package var fills: Filling?
  /// Whether fields that equal their default are encoded.
  package var writesDefaults = true
  package var keepsUnknownFields = false
  /// What replaces a value that is missing or of another kind, or an unknown case, if that is accepted.
  package var otherwise: Default?
  /// The paths that are requested only with some values, or as more than one shape, with these
  /// shapes. Containers have an empty list; the path of the value itself is empty.
  package var sometimes: [String: [Shape]] = [:]
  /// The fields that are decoded but not encoded.
  package var unwritten: [String] = []
  /// The keys that are encoded but not decoded, so they aren't fields.
  package var unread: [String] = []
  /// Whether learning was complete. If not, more may be learned later from an example, without a
  /// change to the type. The notes say where it stopped.
  package var isComplete = true
  /// The key at which learning stopped, if any. Everything that is decoded before it is known.
  package var stop: String?
  /// The names of the cases of an enum that is written as something else, in the order of its cases; empty if they are
  /// unknown.
  ///
  /// Documents contain only the raw values. Swift numbers the cases in the order of their declaration, so another order
  /// gives each document another meaning, although the numbers are the same.
  package var names: [String] = []
  /// The first of `allCases`, with which `ZeroFillable` types fill missing fields.
  package var firstCase = FirstCase()

  /// A case that isn't stored in a lock, where it is the first of the cases.
  package struct FirstCase: Hashable, Sendable {
    package var value: DocumentValue?

    package static func == (first: FirstCase, second: FirstCase) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
  }
  /// Sentences about what couldn't be learned.
  package var notes: [String] = []
}

extension TypeShape {
  /// Creates a type about which nothing but its form is known.
  package init(form: Form) {
    self.init(form: form, fills: nil)
  }

  /// Whether a key is encoded.
  package func writes(_ key: String) -> Bool {
    hasField(key) ? !unwritten.contains(key) : unread.contains(key)
  }

  /// Whether there is a field with a name.
  package func hasField(_ name: String) -> Bool {
    if case .object(let fields) = form { fields[name] != nil } else { false }
  }

  /// All shapes in the type.
  package var shapes: [Shape] {
    formShapes + sometimes.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  private var formShapes: [Shape] {
    switch form {
    case .object(let fields): fields.sorted { $0.key < $1.key }.map(\.value.shape)
    case .cases(_, let raw, _): [raw]
    case .value(let shape): [shape]
    case .union(_, let payloads, _), .oneOf(let payloads):
      payloads.sorted { $0.key < $1.key }.map(\.value)
    case .versioned, .unknown: []
    }
  }
}

extension TypeShape.Default {
  /// Whether a default is compatible with this one: it has equal values, or this one differs each
  /// time.
  package func allows(_ other: TypeShape.Default?) -> Bool {
    switch (self, other) {
    case (.differsEachTime, _?): true
    case (.value(let own), .value(let other)?): own.allows(other)
    default: false
    }
  }
}
