import Synchronization

/// The writers that nobody uses at the moment; a new one for each call costs more than a small value.
enum WriterPool {
  /// Nobody else has a writer that is idle.
  private struct Idle: @unchecked Sendable {
    var writers: [FieldWriter] = []
  }

  private struct Taken: @unchecked Sendable {
    let writer: FieldWriter?
  }

  private static let idle = Mutex(Idle())

  static func take() -> FieldWriter {
    idle.withLock { Taken(writer: $0.writers.popLast()) }.writer ?? FieldWriter()
  }

  /// Keeps a writer for the next value, unless somebody has kept an encoder that uses it.
  static func giveBack(_ writer: consuming FieldWriter) {
    var writer: FieldWriter = writer
    guard writer.end() else {
      // A container that belongs to the writer does not hold on to it, so the writer has to stay.
      _ = Unmanaged.passRetained(writer)
      return
    }
    guard isKnownUniquelyReferenced(&writer) else { return }
    writer.reset()
    let returned = Taken(writer: writer)
    idle.withLock { idle in
      if let writer = returned.writer { idle.writers.append(writer) }
    }
  }
}
