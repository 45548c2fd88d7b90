/// The writers that nobody uses at the moment; a new one for each call costs more than a small value.
enum WriterPool {
  private static let idle = ObjectPool<DocumentWriter>()

  static func acquire() -> DocumentWriter { idle.acquire() ?? DocumentWriter() }

  /// Keeps a writer for the next value, unless somebody has kept an encoder that uses it.
  static func recycle(_ writer: consuming DocumentWriter) {
    guard writer.end() else {
      // A container that belongs to the writer does not hold on to it, so the writer has to stay.
      _ = Unmanaged.passRetained(writer)
      return
    }
    guard isKnownUniquelyReferenced(&writer) else { return }
    writer.reset()
    idle.recycle(consume writer)
  }
}

extension DocumentWriter: Poolable {
  var nextIdle: Unmanaged<DocumentWriter>? {
    get { state.pointee.nextIdle }
    set { state.pointee.nextIdle = newValue }
  }
}
