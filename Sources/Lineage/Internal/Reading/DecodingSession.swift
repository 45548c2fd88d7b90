import Synchronization

// The lifetime of decoders.
//
// The standard library calls a decoding container through an existential box that copies it at
// every call. So a reference in it would cost a retain and release per field, which is more than
// reading the field costs. Containers are therefore plain data: a pointer to the state of the
// session that they belong to, and the index of a frame in it.
//
// This is safe because:
// - The memory of a state is never freed, but reused by one session after another. There are as
//   many states as there ever were sessions at the same time.
// - A `DecodingSession` is a lease on a state: while it is retained, no other session uses the
//   state. Every `ValueDecoder` retains it, so a decoder that outlives its call, which is allowed,
//   preserves the state and everything in it. An idle session is in the pool, with its state.
// - A container doesn't retain the session. It stores the state's generation instead, which changes
//   when the state returns to the pool. A container that is used after that throws an error.
//
// The kinds of sessions. The root of an inner one is at a place in the document of another session, its base:
//
// | What it reads                         | It is created by             | Its base             | Its report       |
// | ------------------------------------- | ---------------------------- | -------------------- | ---------------- |
// | a document                            | `begin()`                    | none                 | that of the call |
// | the fields that a step carries over   | `reading(carriedFields:)`    | the migrated value   | that of the step |
// | one of them, encoded for another type | `reading(_:encodedFrom:at:)` | its field            | that of the base |
// | one of them, as a document has it     | `reading(_:asDocumentOf:)`   | its field            | that of the base |
// | the defaults of a fresh `init()`      | `reading(freshDefaults:)`    | the record           | that of the base |
// | nothing, to make a missing value      | `reading(missing:)`          | the value            | none             |
// | some fields of a value being encoded  | `reading(written:)`          | none                 | none             |
//
// There is no base either if no document is being decoded, as in a downgrade.

/// The state of a decoding session. Only one session uses it at a time.
///
/// It is reset when its session ends, except what makes the next session faster: memory (of arenas, of `document`, idle
/// containers) and what is known about types (`keyNames`, `knownCases`). Counters that are only compared aren't reset
/// either: `questions`, `FrameDetails.untracedContainers` and `ReadLog.valuesAsked`.
struct DecodingState: ~Copyable {
  typealias Pointer = Reference<DecodingState>

  /// Atomic, because a container that has outlived its session may read it while another thread
  /// uses the state.
  private let generations = Atomic<UInt32>(0)
  /// The lease on this state.
  fileprivate(set) var session: Unretained<DecodingSession>?

  var stack = StackSpace()
  var frames = Arena<Frame>(capacity: 16)
  /// The `MemberPlaces` of objects, after those of no object.
  var memberPlaces = Arena<UInt32>(MemberPlaces.none)
  /// The first frame that the innermost `FrameBatch` will release, with the places of its members.
  var startOfBatch: UInt32 = 0
  var frameDetails = FrameDetails()
  var containersInUse = ContainersInUse()
  var keyNames = KeyNamesTable()
  var knownCases = KnownCases()
  /// In the outermost session, how often types have asked for more than their values. Atomic, because they may do so on
  /// several threads.
  fileprivate let questions = Atomic<UInt32>(0)
  /// Whether the call has ended, and user code still has a decoder.
  fileprivate(set) var hasOutlivedCall = false

  // MARK: The document

  /// The document, if it isn't foreign. Its memory is reused by one session after another.
  let document = DocumentTree(slotCapacity: 128)
  /// The tree of an inner session, such as carried values or fresh defaults; nil if `document` is
  /// read.
  fileprivate(set) var tree: DocumentTree?
  /// The tree that the session reads.
  var ownTree: DocumentTree { @inline(__always) get { tree ?? document } }
  var foreign: [ForeignValue] = []
  /// The place of the session's root in the document of another session.
  fileprivate(set) var base: ValueDecoder?
  /// Whether the session reads something inside the document of another session.
  var isInner: Bool { @inline(__always) get { base != nil } }
  /// The state of the outermost session, if that is another one.
  fileprivate(set) var outermost: Pointer?
  var settings = DecodingSettings()
  /// The latest coding path.
  var paths = CodingPathCache()
  /// In the outermost session, the defaults that depend on `userInfo`.
  var defaultsOfCall = DefaultsOfCall()
  /// Merged keys of Lineage's own, which are retained until the session ends.
  var mergedKeys: [MergedKeys] = []

  // MARK: The report

  /// The report; nil if the caller didn't ask for one.
  private(set) var reportBuilder: ReportBuilder?
  /// Whether it is recorded which fields are filled.
  private(set) var recordsFilled = false
  /// Whether it is recorded which members types ask for.
  var marksReads = false
  var readLog = ReadLog()
  /// The members that the classes that are being decoded have asked for, since a superclass may
  /// collect the others. An object may be decoded several times, so these aren't marks in its tree.
  var membersAsked = Arena<AskedMember>(capacity: 16)

  // MARK: Versions

  /// Whether the value that is being decoded is newer than its type, or has no version of its own and is in such a value.
  var isInsideNewerValue = false
  var carryOver = CarryOverState()
  var steps = StepState()

  var generation: UInt32 {
    @inline(__always) get { generations.load(ordering: .relaxed) }
  }

  /// Removes the frames from an index on, which nothing refers to.
  @inline(__always)
  mutating func removeFrames(from index: Int) {
    frames.removeAll(from: index)
    paths.forget(from: index)
  }

  /// Begins a report, if the caller asked for one. This requires recording which members types ask
  /// for.
  mutating func report(to reportBuilder: ReportBuilder?) {
    self.reportBuilder = reportBuilder
    marksReads = reportBuilder != nil
    recordsFilled = reportBuilder?.hasDetails ?? false
  }

  /// Resets everything that doesn't survive a session. Most properties are rarely set, and checking them is cheaper than
  /// replacing them.
  fileprivate mutating func reset() {
    generations.wrappingAdd(1, ordering: .relaxed)
    stack = StackSpace()
    containersInUse.reclaimAll()
    frames.removeAll(keepingCapacityUpTo: 1024)
    memberPlaces.removeAll(from: MemberPlaces.header, keepingCapacityUpTo: 4096)
    startOfBatch = 0
    frameDetails.reset()
    hasOutlivedCall = false
    document.removeAll()
    if tree != nil { tree = nil }
    if !foreign.isEmpty { foreign = [] }
    settings.reset()
    if !paths.isEmpty { paths = CodingPathCache() }
    if !defaultsOfCall.isEmpty { defaultsOfCall = DefaultsOfCall() }
    if !mergedKeys.isEmpty { mergedKeys = [] }
    if reportBuilder != nil { reportBuilder = nil }
    recordsFilled = false
    marksReads = false
    readLog.removeAll()
    membersAsked.removeAll(keepingCapacityUpTo: 1024)
    isInsideNewerValue = false
    carryOver.reset()
    steps = StepState()
    if base != nil { base = nil }
    outermost = nil
  }
}

/// What a session has if it carries over the fields of an older version.
struct CarryOverState {
  /// Whether fields of an older version are carried over, so that the tree may contain its Swift values.
  fileprivate(set) var isActive = false
  /// The value that the session's tree was encoded from, if it is one that is carried over.
  fileprivate(set) var document: CarriedDocument?
  /// The carried values that were encoded because their types differ.
  var encodedValues = EncodedValues()
  /// The coding keys of the root's type; nil if they aren't recorded.
  var rootKeys: DeclaredKeyTypes?

  fileprivate mutating func reset() {
    isActive = false
    if document != nil { document = nil }
    if !encodedValues.isEmpty { encodedValues = EncodedValues() }
    if rootKeys != nil { rootKeys = nil }
  }
}

/// What the steps of values in a session have to know about each other.
struct StepState: BitwiseCopyable {
  /// Whether the steps of a value are running.
  var isRunning = false
  /// The number of unknown fields that types have collected.
  var unknownFieldsCollected = 0
}

extension DecodingState.Pointer {
  /// The state of the outermost session, which the session retains.
  var outermost: DecodingState.Pointer {
    @inline(__always) get { pointee.outermost ?? self }
  }

  /// The session that has the lease on this state. There is one during every call.
  var lease: DecodingSession {
    guard let session = pointee.session else {
      preconditionFailure("Internal error: a decoding session was used after its end.")
    }
    return session.object
  }

  /// How often types have asked for more than their values: for the coding path or for `userInfo`.
  var questions: UInt32 { outermost.pointee.questions.load(ordering: .relaxed) }

  func recordQuestion() {
    outermost.pointee.questions.wrappingAdd(1, ordering: .relaxed)
  }
}

/// The lease on a state, which every decoder of one decoding call retains.
final class DecodingSession: PooledObject {
  let state: DecodingState.Pointer
  /// The enclosing session, if this is a session for a part of it.
  private let outer: DecodingSession?

  fileprivate init(on state: DecodingState.Pointer) {
    self.state = state
    outer = nil
    super.init()
    state.pointee.session = Unretained(self)
  }

  /// Creates a session for the decoders of some values, until `endWithin()`. It retains the
  /// enclosing session, which therefore lives as long as each of these decoders.
  init(within outer: DecodingSession) {
    state = outer.state
    self.outer = outer
    super.init()
    state.pointee.session = Unretained(self)
  }

  /// Makes further decoders retain the enclosing session again.
  func endWithin() {
    guard let outer else { return }
    state.pointee.session = Unretained(outer)
  }

  /// The whole document as a field.
  var root: Field {
    let tree = state.pointee.tree?.view ?? state.pointee.document.view
    return Field(state: state, tree: tree, slot: 0, parent: -1, pathKey: .root)
  }

  /// Reads the root of the document with a closure, and ends the session.
  static func readRoot<Value>(
    _ session: consuming DecodingSession, _ body: (Field) throws -> Value
  ) throws -> Value {
    try using(consume session) { session in
      let value = try body(session.root)
      session.state.pointee.reportBuilder?.recordUnread(in: session)
      return value
    }
  }

  /// Calls a closure with a session, and ends it.
  @inline(__always)
  static func using<Value>(
    _ session: consuming DecodingSession, _ body: (DecodingSession) throws -> Value
  ) throws -> Value {
    do {
      let value = try body(session)
      end(consume session)
      return value
    } catch {
      end(consume session)
      throw error
    }
  }

  /// Ends a session. It must not be used after that, except through decoders that user code has
  /// stored.
  static func end(_ session: consuming DecodingSession) {
    // The sessions of encoded values retain this one.
    session.state.releaseEncodedValues()
    guard isKnownUniquelyReferenced(&session) else { return session.outlive() }
    session.state.pointee.reset()
    idle.recycle(consume session)
  }

  /// Copies the text that belongs to the call, for the decoders that outlive it.
  private func outlive() {
    state.pointee.hasOutlivedCall = true
    let document = state.pointee.document
    document.copyText()
    let owner = Unretained(document)
    for index in 0..<UInt32(state.pointee.frames.count)
    where state.pointee.frames[index].tree.owner == owner {
      state.pointee.frames[index].tree = document.view
    }
  }

  // The last decoder was released, so the state returns to the pool with a new session.
  deinit {
    if outer != nil { return }
    state.pointee.reset()
    Self.idle.recycle(DecodingSession(on: state))
  }
}

extension DecodingSession {
  /// The idle sessions.
  private static let idle = ObjectPool<DecodingSession>()

  /// Returns an idle session, or a new one if there is none.
  static func begin() -> DecodingSession {
    if let session = idle.acquire() { return session }
    return DecodingSession(on: Reference(allocating: DecodingState()))
  }
}

// MARK: - Inner sessions

extension DecodingSession {
  /// A session that reads the fields of an old value, to decode a new one from them.
  ///
  /// - Parameters:
  ///   - userInfo: That of a downgrade, which has no base.
  ///   - keyConversion: What its encoder does with keys.
  static func reading(
    carriedFields tree: DocumentTree, inside base: ValueDecoder?,
    reportingTo reportBuilder: ReportBuilder?, userInfo: [CodingUserInfoKey: Any],
    keyConversion: KeyConversion
  ) -> DecodingSession {
    let session = reading(tree, inside: base, reportingTo: reportBuilder)
    session.state.pointee.carryOver.isActive = true
    if base == nil {
      session.state.pointee.settings.writtenUserInfo = userInfo
      session.state.pointee.settings.keyConversion = keyConversion
    }
    return session
  }

  /// A session that reads the tree that a carried value is encoded to, because another type asks for it.
  static func reading(
    _ tree: DocumentTree, encodedFrom value: CarriedValue, at field: Field
  ) -> DecodingSession {
    let session = reading(tree, at: field)
    session.state.pointee.carryOver.isActive = true
    session.state.pointee.carryOver.document = CarriedDocument(value)
    return session
  }

  /// A session that reads the document that a carried value, or the value around it, is written as.
  static func reading(_ document: DocumentTree, asDocumentOf field: Field) -> DecodingSession {
    reading(document, at: field)
  }

  /// A session that reads the defaults that a fresh `init()` gives the fields of a record.
  static func reading(
    freshDefaults tree: DocumentTree, of record: ValueDecoder
  ) -> DecodingSession {
    reading(tree, inside: record, reportingTo: record.state.pointee.reportBuilder)
  }

  /// A session that reads a tree without fields, to make a value that is missing. It has no report, because the whole
  /// value is reported as filled.
  ///
  /// - Parameter base: The missing value; nil if no document is being decoded.
  static func reading(missing tree: DocumentTree, inside base: ValueDecoder?) -> DecodingSession {
    reading(tree, inside: base, reportingTo: nil)
  }

  /// A session that reads a part of what a value is written as, with the `userInfo` of its encoder.
  static func reading(
    written tree: DocumentTree, userInfo: [CodingUserInfoKey: Any]
  ) -> DecodingSession {
    let session = reading(tree, inside: nil, reportingTo: nil)
    session.state.pointee.settings.writtenUserInfo = userInfo
    return session
  }

  /// Moves the root to another field with the same carried value.
  func moveRoot(to field: Field) {
    state.pointee.base = field.decoder(filling: .error)
    state.pointee.isInsideNewerValue = field.state.pointee.isInsideNewerValue
  }

  private static func reading(_ tree: DocumentTree, at field: Field) -> DecodingSession {
    let session = reading(
      tree, inside: field.decoder(filling: .error),
      reportingTo: field.state.pointee.reportBuilder)
    session.state.pointee.isInsideNewerValue = field.state.pointee.isInsideNewerValue
    return session
  }

  private static func reading(
    _ tree: DocumentTree, inside base: ValueDecoder?, reportingTo reportBuilder: ReportBuilder?
  ) -> DecodingSession {
    let session = begin()
    let state = session.state
    state.pointee.tree = tree
    state.pointee.report(to: reportBuilder)
    guard let base else { return session }
    state.pointee.base = base
    state.pointee.stack = base.state.pointee.stack
    state.pointee.outermost = base.state.outermost
    // One by one: copying the struct adds 4 % to migrating a small document.
    state.pointee.settings.keyConversion = base.state.pointee.settings.keyConversionInSteps
    state.pointee.settings.propertyListUserInfo = base.state.pointee.settings.propertyListUserInfo
    return session
  }
}
