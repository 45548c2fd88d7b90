/// A pool of idle writers. Creating one for each call would cost more than encoding a small value.
enum WriterPool {
  private static let idle = ObjectPool<DocumentWriter>()

  static func acquire() -> DocumentWriter { idle.acquire() ?? DocumentWriter() }

  /// A writer with a value in memory that is being migrated to the next version. It must be recycled.
  ///
  /// - Parameter stack: The part of the stack in which types can be called, if it is known.
  static func migrating(
    userInfo: [CodingUserInfoKey: Any], stack: StackSpace?, _ build: (ValueEncoder) throws -> Void
  ) throws -> DocumentWriter {
    let writer = acquire()
    writer.state.pointee.stack = stack ?? StackSpace()
    writer.state.pointee.reusesContainers = true
    do {
      try writer.write(.carriedFields, userInfo: userInfo, build)
    } catch {
      recycle(writer)
      throw error
    }
    return writer
  }

  /// Returns a writer to the pool, unless something still uses it: an encoder that user code has
  /// stored, or a session that reads its tree.
  static func recycle(_ writer: consuming DocumentWriter) {
    guard writer.endCall() else {
      // Reused containers don't retain the writer, so it must never be released. What is written to
      // them now is lost, so it needs no values, unless a stored encoder refers to them.
      if isKnownUniquelyReferenced(&writer), writer.ownsTreeAlone { writer.reset() }
      _ = Unretained(retaining: writer)
      return
    }
    guard isKnownUniquelyReferenced(&writer), writer.ownsTreeAlone else { return }
    writer.reset()
    idle.recycle(consume writer)
  }
}
