/// A pool of idle writers. Creating one for each call would cost more than encoding a small value.
enum WriterPool {
  private static let idle = ObjectPool<DocumentWriter>()

  static func acquire() -> DocumentWriter { idle.acquire() ?? DocumentWriter() }

  /// Returns a writer to the pool, unless user code has stored an encoder that uses it.
  static func recycle(_ writer: consuming DocumentWriter) {
    guard writer.end() else {
      // Reused containers don't retain the writer, so it must never be released.
      _ = Unretained(retaining: writer)
      return
    }
    guard isKnownUniquelyReferenced(&writer) else { return }
    writer.reset()
    idle.recycle(consume writer)
  }
}

extension DocumentWriter: Poolable {
  var nextIdle: Unretained<DocumentWriter>? {
    get { state.pointee.nextIdle }
    set { state.pointee.nextIdle = newValue }
  }
}
