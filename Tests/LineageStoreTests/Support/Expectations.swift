import LineageStore
import Testing

/// Expects a `StoreError` with exactly one of two texts.
func expect(
  throws text: String, or other: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
  do {
    try body()
    Issue.record("No error was thrown.", sourceLocation: sourceLocation)
  } catch let error as StoreError {
    if let other, "\(error)" == other { return }
    #expect("\(error)" == text, sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}

/// Expects a conflict with another document.
func expectConflict(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> some Any
) throws -> Conflict {
  let error = try storeError(sourceLocation, body)
  guard case .changed(let conflict) = error else { throw error }
  return conflict
}

/// Expects that a document is damaged.
func expectDamaged(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> some Any
) throws -> DamagedDocument {
  let error = try storeError(sourceLocation, body)
  guard case .damaged(let document) = error else { throw error }
  return document
}

/// Expects that a document is newer than the program.
func expectNewer(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> some Any
) throws -> NewerDocument {
  let error = try storeError(sourceLocation, body)
  guard case .newer(let document) = error else { throw error }
  return document
}

/// Expects that a document can't be reached.
func expectUnavailable(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> some Any
) throws -> StoreFailure {
  let error = try storeError(sourceLocation, body)
  guard case .unavailable(let failure) = error else { throw error }
  return failure
}

private func storeError(
  _ sourceLocation: SourceLocation, _ body: () throws -> some Any
) throws -> StoreError {
  try #require(throws: StoreError.self, sourceLocation: sourceLocation) { _ = try body() }
}
