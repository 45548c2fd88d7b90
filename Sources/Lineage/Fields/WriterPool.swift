import Synchronization

/// The writers that nobody uses at the moment; a new one for each call costs more than a small value.
enum WriterPool {
  private struct Idle: @unchecked Sendable {
    var writers: [FieldWriter] = []
  }

  private static let idle = Mutex(Idle())

  static func take() -> FieldWriter {
    idle.withLock { idle in Idle(writers: idle.writers.popLast().map { [$0] } ?? []) }
      .writers.first ?? FieldWriter()
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
    let returned = Idle(writers: [writer])
    idle.withLock { $0.writers += returned.writers }
  }
}
