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
