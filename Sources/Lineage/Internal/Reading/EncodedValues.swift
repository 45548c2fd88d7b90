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
  /// The indices in `all` of those that are a whole carried value.
  private var indices: [ObjectIdentifier: Int] = [:]
  /// The carried values that types have taken as a whole, so that nothing of them is lost.
  private var readAsWhole: Set<UInt32> = []

  /// Something that was recorded about a carried value.
  enum Change {
    /// A value was encoded. If it was a whole carried one, its identity.
    case encoding(ObjectIdentifier?)
    /// A type has asked for the encoded value at an index, with what was asked for in it before.
    case request(Int, before: DecodingState.Pointer.ReadMark)
    /// A type has taken a value as a whole.
    case readAsWhole(UInt32)
  }

  var isEmpty: Bool { all.isEmpty && readAsWhole.isEmpty }

  /// The index of a carried value; nil if it wasn't encoded.
  fileprivate func index(of value: CarriedValue) -> Int? { indices[ObjectIdentifier(value)] }

  fileprivate mutating func add(_ encoded: EncodedValue, for value: CarriedValue?) -> Change {
    let identity = value.map { ObjectIdentifier($0) }
    if let identity { indices[identity] = all.count }
    all.append(encoded)
    return .encoding(identity)
  }

  fileprivate mutating func insertReadAsWhole(_ field: UInt32) -> Bool {
    readAsWhole.insert(field).inserted
  }

  fileprivate func isReadAsWhole(_ field: UInt32) -> Bool {
    !readAsWhole.isEmpty && readAsWhole.contains(field)
  }

  /// Takes back the latest change that wasn't taken back. A decoder that outlives its call may do that after the values
  /// were released.
  mutating func undo(_ change: Change) {
    switch change {
    case .request(let index, let before):
      if index < all.count { all[index].session.state.forgetReads(since: before) }
    case .readAsWhole(let field): readAsWhole.remove(field)
    case .encoding(let identity):
      if let identity { indices[identity] = nil }
      all.popLast()?.session.state.releaseEncodedValues()
    }
  }
}

extension DecodingState.Pointer {
  /// Adds a carried value, which a type asks for, once it is encoded.
  func add(_ encoded: EncodedValue, for value: CarriedValue? = nil) {
    let change = pointee.carryOver.encodedValues.add(encoded, for: value)
    if encoded.session.state.pointee.marksReads { pointee.readLog.append(.carried(change)) }
    recordRequest(for: pointee.carryOver.encodedValues.all.count - 1)
  }

  /// The session of a carried value that a type asks for; nil if the value wasn't encoded.
  func sessionOfRequest(for value: CarriedValue) -> DecodingSession? {
    guard let index = pointee.carryOver.encodedValues.index(of: value) else { return nil }
    recordRequest(for: index)
    return pointee.carryOver.encodedValues.all[index].session
  }

  private func recordRequest(for index: Int) {
    let state = pointee.carryOver.encodedValues.all[index].session.state
    guard state.pointee.marksReads else { return }
    pointee.readLog.append(.carried(.request(index, before: state.readMark)))
  }

  /// Records that a type takes a carried value as a whole.
  func recordCarriedAsWhole(_ field: UInt32) {
    if pointee.carryOver.encodedValues.insertReadAsWhole(field) {
      pointee.readLog.append(.carried(.readAsWhole(field)))
    }
  }

  /// Releases the sessions of encoded values, which retain this one.
  func releaseEncodedValues() {
    if pointee.carryOver.encodedValues.isEmpty { return }
    for value in pointee.carryOver.encodedValues.all { value.session.state.releaseEncodedValues() }
    pointee.carryOver.encodedValues = EncodedValues()
  }
}
