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

  /// Whether the field still counts as one that types have asked for, none of them for the whole value.
  func isReadInPart(in state: DecodingState.Pointer) -> Bool {
    if state.pointee.readLog.isDiscarded(field) { return false }
    if state.pointee.carryOver.encodedValues.isReadAsWhole(field) { return false }
    return isElement || field == 0
      || state.pointee.ownTree.slots[field].flags.contains(.isRead)
  }
}

/// The carried values of a session that were encoded.
///
/// A type may ask for a field as several types, one after the other. They all read the value in one session, so a report
/// can tell what none of them has asked for.
struct EncodedValues {
  private(set) var all: [EncodedValue] = []
  private var sessions: [ObjectIdentifier: DecodingSession] = [:]
  /// The carried values that types have taken as a whole, so that nothing of them is lost.
  private var readAsWhole: Set<UInt32> = []
  /// What has happened, in order.
  private var events: [Event] = []

  private enum Event {
    /// A value was encoded. If it was a carried one, its identity.
    case encoding(ObjectIdentifier?)
    /// A type has asked for something in an encoded value, with what was asked for in it before.
    case read(DecodingSession, before: DecodingState.Pointer.ReadMark)
    case readAsWhole(UInt32)
  }

  var isEmpty: Bool { all.isEmpty && events.isEmpty }
  var eventCount: Int { events.count }

  /// The session that reads a carried value; nil if the value wasn't encoded.
  subscript(value: CarriedValue) -> DecodingSession? { sessions[ObjectIdentifier(value)] }

  mutating func add(_ encoded: EncodedValue, for value: CarriedValue? = nil) {
    all.append(encoded)
    let identity = value.map { ObjectIdentifier($0) }
    if let identity { sessions[identity] = encoded.session }
    if encoded.session.state.pointee.marksReads { events.append(.encoding(identity)) }
    recordRead(of: encoded.session)
  }

  /// Records that a type asks for a value that was encoded.
  mutating func recordRead(of session: DecodingSession) {
    if session.state.pointee.marksReads {
      events.append(.read(session, before: session.state.readMark))
    }
  }

  /// Records that a type takes a carried value as a whole.
  mutating func recordReadAsWhole(_ field: UInt32) {
    if readAsWhole.insert(field).inserted { events.append(.readAsWhole(field)) }
  }

  fileprivate func isReadAsWhole(_ field: UInt32) -> Bool {
    !readAsWhole.isEmpty && readAsWhole.contains(field)
  }

  /// Forgets what types have asked for in the values since then.
  mutating func forgetReads(since count: Int) {
    while events.count > count {
      switch events.removeLast() {
      case .read(let session, let before): session.state.forgetReads(since: before)
      case .readAsWhole(let field): readAsWhole.remove(field)
      case .encoding(let identity):
        if let identity { sessions[identity] = nil }
        all.removeLast().session.state.releaseEncodedValues()
      }
    }
  }
}

extension DecodingState.Pointer {
  /// Releases the sessions of encoded values, which retain this one.
  func releaseEncodedValues() {
    if pointee.carryOver.encodedValues.isEmpty { return }
    for value in pointee.carryOver.encodedValues.all { value.session.state.releaseEncodedValues() }
    pointee.carryOver.encodedValues = EncodedValues()
  }
}
