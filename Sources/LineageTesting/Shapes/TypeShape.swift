import Lineage

/// The shape of the values of one type.
struct TypeShape: Hashable, Sendable {
  /// What kind of thing the values are written as.
  enum Form: Hashable, Sendable {
    /// An object with these fields.
    case object([String: Field])
    /// One of a list of values; an open list allows others, which this program does not know.
    case cases([DocumentValue], of: Shape, isOpen: Bool)
    /// A value of another shape, without anything around it.
    case value(Shape)
    /// An object whose tag says which payload it is; other tags are kept, or refused.
    case union(tag: String, payloads: [String: Shape], keepsOthers: Bool)
    /// An object with exactly one of these keys.
    case oneOf([String: Shape])
    /// A document of its own with these versions, oldest first, which has a lock of its own.
    case versioned([AnyVersion])
    /// Nothing that could be learned.
    case unknown
  }

  /// A field of an object.
  struct Field: Hashable, Sendable {
    var shape: Shape
    var fallback: Default?
    /// Whether it has to be there even where the type fills missing fields.
    var isRequired = false
    var leniency: Leniency?
  }

  /// What a field is where it is missing.
  enum Default: Hashable, Sendable {
    case value(DocumentValue)
    /// Another value each time, such as a new identity or the time.
    case differsEachTime
  }

  /// What happens to a value that doesn't decode, other than that it is an error.
  enum Leniency: String, Hashable, Sendable {
    /// The field takes its default.
    case field
    /// The elements or members that don't decode are left out.
    case elements
  }

  /// What takes the place of missing fields.
  enum Filling: String, Hashable, Sendable {
    case defaults, zero
  }

  var form: Form
  var fills: Filling?
  /// Whether fields are written that equal their default.
  var writesDefaults = true
  var keepsUnknownFields = false
  /// What replaces a value that isn't there or is of another kind, where that is accepted.
  var otherwise: Default?
  /// The paths that are asked for only with some values, or as more than one shape, and as what.
  /// Containers have no shape there; the value itself has the empty path.
  var sometimes: [String: [Shape]] = [:]
  /// The fields that are read and not written.
  var unwritten: [String] = []
  /// The keys that are written and not read, and so are no fields.
  var unread: [String] = []
  /// Whether learning came to its end. Where it didn't, more may be learned another time, with an
  /// example, without anything having changed; the notes say where it stopped.
  var isComplete = true
  /// The key at which learning stopped, if it was at one: what is asked for before it is known.
  var stop: String?
  /// What could not be learned, in sentences.
  var notes: [String] = []
}

extension TypeShape {
  /// Whether a key is written.
  func writes(_ key: String) -> Bool {
    hasField(key) ? !unwritten.contains(key) : unread.contains(key)
  }

  /// Whether there is a field of a name.
  func hasField(_ name: String) -> Bool {
    if case .object(let fields) = form { fields[name] != nil } else { false }
  }

  /// The shapes in it.
  var shapes: [Shape] {
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
