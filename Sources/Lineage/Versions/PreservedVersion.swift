/// What a value has stored of the document that it comes from, to be written back with the version of that document.
struct PreservedVersion: Hashable, Sendable {
  /// What a value is written with instead of its type's own version.
  enum Origin: Hashable, Sendable {
    /// The value is that of a newer document.
    case newer(RecordedVersion)
    /// It has no version of its own, and is inside a newer value.
    case partOfNewer
    /// It is that of a current document with a `readableSince` that its type doesn't declare.
    case current(RecordedVersion)

    /// The version that the value itself is written with; nil for one without a version of its own.
    var recorded: RecordedVersion? {
      switch self {
      case .newer(let recorded), .current(let recorded): recorded
      case .partOfNewer: nil
      }
    }

    var isNewer: Bool {
      switch self {
      case .newer, .partOfNewer: true
      case .current: false
      }
    }
  }

  let origin: Origin
  /// The fields that the document has. Others have the defaults of the newer version.
  let fields: PresentFields
  /// The type that it was decoded as. When the value is downgraded, it is no longer a newer one.
  let type: ObjectIdentifier

  // The fields that a document had don't affect equality.

  static func == (first: PreservedVersion, second: PreservedVersion) -> Bool {
    first.origin == second.origin && first.type == second.type
  }

  func hash(into hasher: inout Hasher) { hasher.combine(origin) }
}
