import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// How decoders live.
//
// A decoding container is asked for a field at a time through an existential box that copies it at
// every call, so a reference inside it costs a retain and a release per field: more than reading the
// field does. Containers are therefore plain data: a pointer to the state of the session they belong
// to, and the number of a frame in it.
//
// What makes that safe:
// - The memory of a state is never freed, only lent to one session after the other. The pool holds
//   as many states as there ever were sessions at the same time.
// - `DecodingSession` is the lease on a state. Every `ValueDecoder` holds it, so a decoder that outlives its
//   call, which some programs do on purpose, keeps the state and everything in it. A lease that nobody
//   holds on to waits in the pool with its state.
// - A container holds no lease. It remembers the state's generation instead, which changes when the
//   state goes back to the pool; a container that is used after that throws an error.

/// What a decoding session knows; one at a time is at work in a state.
struct DecodingState: ~Copyable {
  typealias Pointer = UnsafeMutablePointer<DecodingState>

  /// Atomic, because a container that outlived its session may ask for it while another thread has the
  /// state.
  private let generations = Atomic<UInt32>(0)
  /// The lease on this state.
  fileprivate(set) var session: Unmanaged<DecodingSession>?
  /// The next lease in the pool.
  fileprivate var nextIdle: Unmanaged<DecodingSession>?

  var stack = StackSpace()
  var frames = Arena<Frame>(capacity: 16)
  var keyNames = KeyNamesTable<ContainerReader>()
  var containersInUse = ContainersInUse<ContainerReader>()
  /// How many containers there were of which nobody knows whether a value has kept them.
  var untracedContainers: UInt = 0
  /// The document, where it is text; its memory serves one session after the other.
  let document = DocumentTree(slotCapacity: 128)
  /// Another tree that is read instead of `document`: carried-over values, fresh defaults.
  var tree: DocumentTree?

  /// What says what the text of a document means; nil where no JSON is read.
  var json: JSONDecodingOptions?
  var convertsKeys = false
  /// What a property list is read with; nil where the document is none.
  var propertyList: PropertyListOptions?
  /// Writes the report; nil if the caller didn't ask for one.
  private(set) var reportBuilder: ReportBuilder?
  var foreign: [ForeignValue] = []
  var keyMaps: [KeyMap] = []
  /// Keys that were used and are more than a byte, for paths.
  var keptKeys: [any CodingKey] = []
  /// Where the session's root stands in the document of another session.
  var base: ValueDecoder?
  /// The defaults that were made for one record, by the record's frame, while it is decoded.
  var freshDefaults: [UInt32: DecodingSession] = [:]
  /// Whether it is remembered which members were asked for.
  var tracksReads = false
  /// The versions of newer values, by the frames they are decoded in.
  var newerVersions: [UInt32: NewerReading] = [:]
  /// Owned keys that were put together for this session.
  var mergedKeys: [LibraryKeys] = []
  /// Whether values of the old version may stand in the tree as they are.
  var carriesValues = false
  /// The values among them that were wanted as another type. They hold on to this session.
  var encodedValues: [DecodingSession] = []
  /// The names that the type at the root has for its fields, where it is remembered.
  var rootNames: DeclaredKeyTypes?
  /// How many unknown fields types have collected.
  var unknownFieldsCollected = 0
  /// Whether the steps of a value are being taken.
  var isWalking = false

  var generation: UInt32 {
    @inline(__always) get { generations.load(ordering: .relaxed) }
  }

  /// Begins a report, if somebody wants one, which takes to remember what was asked for.
  mutating func report(to reportBuilder: ReportBuilder?) {
    self.reportBuilder = reportBuilder
    tracksReads = reportBuilder != nil
  }

  /// Forgets everything that was put in. Most of it is rare, and to look at it is cheaper than to
  /// replace it.
  fileprivate mutating func reset() {
    generations.wrappingAdd(1, ordering: .relaxed)
    stack = StackSpace()
    containersInUse.reclaimAll()
    frames.removeAll(keepingCapacityUpTo: 1024)
    document.removeAll()
    if tree != nil { tree = nil }
    if json != nil { json = nil }
    convertsKeys = false
    if propertyList != nil { propertyList = nil }
    if reportBuilder != nil { reportBuilder = nil }
    if !foreign.isEmpty { foreign = [] }
    if !keyMaps.isEmpty { keyMaps = [] }
    if !keptKeys.isEmpty { keptKeys = [] }
    if !freshDefaults.isEmpty { freshDefaults = [:] }
    tracksReads = false
    if !newerVersions.isEmpty { newerVersions = [:] }
    if !mergedKeys.isEmpty { mergedKeys = [] }
    carriesValues = false
    if !encodedValues.isEmpty { encodedValues = [] }
    if base != nil { base = nil }
    if rootNames != nil { rootNames = nil }
    unknownFieldsCollected = 0
    isWalking = false
  }
}

/// A map from the names of an object's members to their slots, the first of equal names counting.
typealias KeyMap = [String: UInt32]

/// The lease on a state, held by every decoder of one decoding call.
final class DecodingSession {
  let state: DecodingState.Pointer
  /// What it is part of, if that isn't the whole session.
  private let outer: DecodingSession?

  fileprivate init(on state: DecodingState.Pointer) {
    self.state = state
    outer = nil
    state.pointee.session = .passUnretained(self)
  }

  /// The lease for the decoders of some values, until `endWithin()`. As long as one of them is kept, so is the
  /// whole session.
  init(within outer: DecodingSession) {
    state = outer.state
    self.outer = outer
    state.pointee.session = .passUnretained(self)
  }

  /// Has the decoders that follow hold the lease around this one again.
  func endWithin() {
    guard let outer else { return }
    state.pointee.session = .passUnretained(outer)
  }

  /// A session that reads a tree inside another session's document.
  static func reading(_ tree: DocumentTree, inside base: ValueDecoder?) -> DecodingSession {
    let session = begin()
    let state = session.state
    state.pointee.tree = tree
    guard let base else { return session }
    state.pointee.base = base
    state.pointee.stack = base.state.pointee.stack
    state.pointee.json = base.state.pointee.json
    state.pointee.convertsKeys = base.state.pointee.convertsKeys
    state.pointee.propertyList = base.state.pointee.propertyList
    state.pointee.report(to: base.state.pointee.reportBuilder)
    return session
  }

  /// The whole document as a field.
  var root: Field {
    let tree = state.pointee.tree ?? state.pointee.document
    return Field(state: state, tree: tree.view, slot: 0, parent: -1, step: Frame.rootStep)
  }

  /// Ends the reading of a document. Nothing of the session may be used after that.
  static func end(_ session: consuming DecodingSession) {
    guard isKnownUniquelyReferenced(&session) else { return session.outlive() }
    session.state.pointee.reset()
    idle.recycle(consume session)
  }

  /// Makes what belongs to the call the session's own, for the decoders that outlive it.
  private func outlive() {
    let document = state.pointee.document
    document.copyText()
    let owner = Unmanaged.passUnretained(document)
    for index in 0..<UInt32(state.pointee.frames.count)
    where state.pointee.frames[index].tree.owner.toOpaque() == owner.toOpaque() {
      state.pointee.frames[index].tree = document.view
    }
  }

  // Nobody holds this lease any more, so the state gets another one.
  deinit {
    if outer != nil { return }
    state.pointee.reset()
    Self.idle.recycle(DecodingSession(on: state))
  }
}

extension DecodingSession: Poolable {
  /// The leases that nobody holds at the moment.
  private static let idle = ObjectPool<DecodingSession>()

  var nextIdle: Unmanaged<DecodingSession>? {
    get { state.pointee.nextIdle }
    set { state.pointee.nextIdle = newValue }
  }

  /// A lease on a state that nobody else uses.
  static func begin() -> DecodingSession {
    if let session = idle.acquire() { return session }
    let state = DecodingState.Pointer.allocate(capacity: 1)
    state.initialize(to: DecodingState())
    return DecodingSession(on: state)
  }
}
