// How coding paths are shared.
//
// Types that try one type after the other throw several errors for each value, and nearly always
// discard them. Each error has the coding path of its value, which differs from that of the error
// before only in its last keys, or not at all. So the session caches the latest path, and replaces
// its last keys for the next one. As the path is an array, that takes no allocation once the errors
// have been discarded, and if one hasn't been, it keeps a copy of its own.

/// The latest coding path of a session.
///
/// Invariant: `containers` are a frame, its parent, and so on up to the outermost one, in reverse
/// order; the first keys of `keys` are those on the way to each of them. Code that removes frames
/// calls `forget(from:)`.
struct CodingPathCache {
  /// A value that isn't a container. Only those in the session's own tree are cached, whose names
  /// don't change.
  struct Value: Equatable, BitwiseCopyable {
    let parent: Int32
    let pathKey: PathKey
    let slot: UInt32
  }

  private struct Container: BitwiseCopyable {
    let frame: Int32
    /// The number of keys on the way to it.
    var count = 0
  }

  private(set) var keys: [any CodingKey] = []
  private var containers: [Container] = []
  /// The value that the keys lead to; nil if they lead to the innermost container, or if the last
  /// one doesn't count.
  private var value: Value?

  var isEmpty: Bool { keys.isEmpty && containers.isEmpty }

  /// The path to a value, if it is the latest one.
  @inline(__always)
  func path(to value: Value) -> [any CodingKey]? {
    self.value == value ? keys : nil
  }

  /// Forgets the frames from an index on.
  @inline(__always)
  mutating func forget(from frame: Int) {
    if !containers.isEmpty { removeContainers(from: frame) }
  }

  private mutating func removeContainers(from frame: Int) {
    while let last = containers.last, last.frame >= frame {
      containers.removeLast()
      value = nil
    }
  }

  /// Makes the cached path lead to a container; keys after its own are ignored.
  mutating func enter(_ frame: Int32, of state: DecodingState.Pointer) {
    // There is no recursion here, because errors need the path when the stack is nearly exhausted.
    let frames = state.pointee.frames
    let missing = leaveAll(exceptAround: frame, in: frames)
    if missing == 0 { return }
    var start = count
    let first = containers.count
    var index = frame
    for _ in 0..<missing {
      containers.append(Container(frame: index))
      index = frames[UInt32(index)].parent
    }
    containers[first...].reverse()
    // The path to the value that is now opened as a container is often known.
    let outermost = frames[UInt32(containers[first].frame)]
    var isKnown =
      value != nil && value == Value(outermost) && state.owns(outermost.tree)
    value = nil
    for position in first..<containers.count {
      let frame = frames[UInt32(containers[position].frame)]
      if isKnown {
        start += 1
        isKnown = false
      } else if let key = state.field(of: frame).keyInTree {
        setKey(key, after: start)
        start += 1
      }
      containers[position].count = start
    }
  }

  /// Removes the containers that neither are a frame nor contain it, and returns how many that
  /// contain it, and itself, are missing.
  private mutating func leaveAll(exceptAround frame: Int32, in frames: Arena<Frame>) -> Int {
    var index = frame
    var missing = 0
    while true {
      // The frame of a container has a smaller index than those of the values in it.
      while let last = containers.last, last.frame > index {
        containers.removeLast()
        if last.frame == value?.parent { value = nil }
      }
      if index < 0 || containers.last?.frame == index { return missing }
      missing += 1
      index = frames[UInt32(index)].parent
    }
  }

  /// The number of keys on the way to the innermost container.
  private var count: Int { containers.last?.count ?? 0 }

  /// The path to the innermost container.
  fileprivate mutating func pathToContainer() -> [any CodingKey] {
    value = nil
    removeKeys(after: count)
    return keys
  }

  /// The path to a value in the innermost container.
  mutating func path(with key: (any CodingKey)?, to value: Value?) -> [any CodingKey] {
    guard let key else { return pathToContainer() }
    setKey(key, after: count)
    self.value = value
    return keys
  }

  private mutating func setKey(_ key: any CodingKey, after count: Int) {
    if keys.count == count { return keys.append(key) }
    removeKeys(after: count + 1)
    keys[count] = key
  }

  private mutating func removeKeys(after count: Int) {
    while keys.count > count { keys.removeLast() }
  }
}

extension CodingPathCache.Value {
  fileprivate init(_ frame: Frame) {
    self.init(parent: frame.parent, pathKey: frame.pathKey, slot: frame.slot)
  }
}

extension DecodingState.Pointer {
  /// Whether the session itself knows all keys of its paths, and no user code is called for them.
  ///
  /// A decoder that has outlived its call may be asked for its path by several threads at once.
  private var cachesPaths: Bool {
    !pointee.hasOutlivedCall && !pointee.isInner && pointee.foreign.isEmpty
      && !hasCustomKeyStrategy
  }

  /// The path to a frame, from the root of the outermost document, for an error of the decoding
  /// thread.
  func codingPath(ofFrame frame: Int32) -> [any CodingKey] {
    guard frame >= 0, cachesPaths else { return uncachedCodingPath(ofFrame: frame) }
    pointee.paths.enter(frame, of: self)
    return pointee.paths.pathToContainer()
  }

  /// The path to a value that isn't known from the decoder of another library.
  func codingPath(of field: Field) -> [any CodingKey] {
    guard field.parent >= 0, cachesPaths else {
      var path = uncachedCodingPath(ofFrame: field.parent)
      if let key = field.keyInTree { path.append(key) }
      return path
    }
    let isOwn = owns(field.tree)
    let value = CodingPathCache.Value(
      parent: field.parent, pathKey: field.pathKey, slot: field.slot)
    if isOwn, let path = pointee.paths.path(to: value) { return path }
    let key = field.keyInTree
    pointee.paths.enter(field.parent, of: self)
    return pointee.paths.path(with: key, to: isOwn ? value : nil)
  }

  /// The path to a frame, which isn't taken from the cache.
  @inline(never)
  func uncachedCodingPath(ofFrame frame: Int32) -> [any CodingKey] {
    var path: [any CodingKey] = []
    let foreign = visitFrames(from: frame) { field in
      if let key = field.keyInTree { path.append(key) }
    }
    return (foreign?.codingPath ?? []) + path.reversed()
  }

  /// The path to a frame, from the root of the outermost document.
  func path(ofFrame frame: Int32) -> FieldPath {
    var components: [FieldPath.Component] = []
    let foreign = visitFrames(from: frame) { field in
      if let component = field.component { components.append(component) }
    }
    if let foreign { components += FieldPath(foreign.codingPath).components.reversed() }
    components.reverse()
    return FieldPath(components)
  }

  /// Visits the frames from one to the root of the outermost document, the innermost first.
  ///
  /// This is a loop, because errors need the path when the stack is nearly exhausted, and a carried
  /// value may be nested in many others.
  ///
  /// - Returns: The value of a foreign decoder, if the visit ends there: the path of that decoder
  ///   contains the path to the document and the keys in it.
  private func visitFrames(
    from frame: Int32, _ visit: (Field) -> Void
  ) -> ForeignValue? {
    var state = self
    var index = frame
    while true {
      while index >= 0 {
        let frame = state.pointee.frames[UInt32(index)]
        if let foreign = state.decoderWithPath(to: frame.foreign, frame.pathKey) {
          return foreign
        }
        visit(state.field(of: frame))
        index = frame.parent
      }
      guard let base = state.pointee.base else { return nil }
      index = Int32(base.frameIndex)
      state = base.state
    }
  }
}
