/// A carried value that was encoded because its type differs from that of a field that asked for it.
struct EncodedValue {
  /// The session that reads it. It retains the session of the field.
  let session: DecodingSession
  /// The value in the session's tree.
  let root: UInt32
  /// The field in the tree that has the carried value.
  private let field: UInt32
  private let isElement: Bool

  init(_ session: DecodingSession, _ root: UInt32, of field: Field) {
    self.session = session
    self.root = root
    self.field = field.slot
    isElement = field.pathKey.isIndex
  }

  /// Whether the field still counts as one that a type has asked for.
  func isRead(in state: DecodingState.Pointer) -> Bool {
    if state.pointee.elementsGivenUp.contains(field) { return false }
    let tree = state.pointee.tree ?? state.pointee.document
    return isElement || field == 0 || tree.slots[field].flags.contains(.isRead)
  }
}

/// The carried values of a session that were encoded.
///
/// A type may ask for a field as several types, one after the other. They all read the value in one session, so a report
/// can tell what none of them has asked for.
struct EncodedValues {
  private(set) var all: [EncodedValue] = []
  private var sessions: [ObjectIdentifier: DecodingSession] = [:]
  /// The sessions in the order in which types have asked for their values, with what they had asked for before.
  private var reads: [(session: DecodingSession, before: DecodingState.Pointer.Reads)] = []

  var isEmpty: Bool { all.isEmpty }
  var readCount: Int { reads.count }

  /// The session that reads a carried value; nil if the value wasn't encoded.
  subscript(value: CarriedValue) -> DecodingSession? { sessions[ObjectIdentifier(value)] }

  mutating func add(_ encoded: EncodedValue, for value: CarriedValue? = nil) {
    all.append(encoded)
    if let value { sessions[ObjectIdentifier(value)] = encoded.session }
    recordRead(of: encoded.session)
  }

  /// Records that a type asks for a value that was encoded.
  mutating func recordRead(of session: DecodingSession) {
    if session.state.pointee.marksReads { reads.append((session, session.state.reads)) }
  }

  /// Forgets what types have asked for in the values since then.
  mutating func forgetReads(since count: Int) {
    while reads.count > count {
      let (session, before) = reads.removeLast()
      session.state.forgetReads(since: before)
    }
  }
}
