import Synchronization

/// The writers that nobody uses at the moment; a new one for each call costs more than a small value.
enum WriterPool {
  /// Nobody else has a writer that is idle; each is retained once, by the pool.
  private struct Idle: @unchecked Sendable {
    var writers: [Unmanaged<FieldWriter>] = []
  }

  private struct Taken: @unchecked Sendable {
    let writer: Unmanaged<FieldWriter>?
  }

  private static let idle = Mutex(Idle())

  static func take() -> FieldWriter {
    idle.withLock { Taken(writer: $0.writers.popLast()) }.writer?.takeRetainedValue()
      ?? FieldWriter()
  }

  /// Keeps a writer for the next value, unless somebody has kept an encoder that uses it.
  static func giveBack(_ writer: consuming FieldWriter) {
    let isFree = writer.end()
    let isOurs = isKnownUniquelyReferenced(&writer)
    if isFree, !isOurs { return }
    if isFree { writer.reset() }
    let returned = Taken(writer: .passRetained(writer))
    // A container that belongs to the writer does not hold on to it, so that writer has to stay.
    guard isFree else { return }
    idle.withLock { idle in
      if let writer = returned.writer { idle.writers.append(writer) }
    }
  }
}
