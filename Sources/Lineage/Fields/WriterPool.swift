import Synchronization

/// The writers that nobody uses at the moment; a new one for each call costs more than a small value.
enum WriterPool {
  /// Nobody else has a writer that is idle. Each is retained once, by the pool, and knows the next.
  private struct Idle: @unchecked Sendable {
    var first: Unmanaged<FieldWriter>?
  }

  private static let idle = Mutex(Idle())

  static func take() -> FieldWriter {
    let taken = idle.withLock { idle in
      let first = idle
      idle.first = first.first?._withUnsafeGuaranteedRef { $0.state.pointee.nextIdle }
      return first
    }
    return taken.first?.takeRetainedValue() ?? FieldWriter()
  }

  /// Keeps a writer for the next value, unless somebody has kept an encoder that uses it.
  static func giveBack(_ writer: consuming FieldWriter) {
    guard writer.end() else {
      // A container that belongs to the writer does not hold on to it, so the writer has to stay.
      _ = Unmanaged.passRetained(writer)
      return
    }
    guard isKnownUniquelyReferenced(&writer) else { return }
    writer.reset()
    let state = UncheckedState(pointer: writer.state)
    let returned = Idle(first: .passRetained(consume writer))
    idle.withLock { idle in
      state.pointer.pointee.nextIdle = idle.first
      idle = returned
    }
  }

  private struct UncheckedState: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<FieldWriter.State>
  }
}
