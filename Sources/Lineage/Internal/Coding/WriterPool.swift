/// The writers that nobody uses at the moment; a new one for each call costs more than a small value.
enum WriterPool {
  private static let idle = IdleList<FieldWriter>()

  static func take() -> FieldWriter { idle.take() ?? FieldWriter() }

  /// Keeps a writer for the next value, unless somebody has kept an encoder that uses it.
  static func giveBack(_ writer: consuming FieldWriter) {
    guard writer.end() else {
      // A container that belongs to the writer does not hold on to it, so the writer has to stay.
      _ = Unmanaged.passRetained(writer)
      return
    }
    guard isKnownUniquelyReferenced(&writer) else { return }
    writer.reset()
    idle.giveBack(consume writer)
  }
}

extension FieldWriter: Idling {
  var nextIdle: Unmanaged<FieldWriter>? {
    get { state.pointee.nextIdle }
    set { state.pointee.nextIdle = newValue }
  }
}
