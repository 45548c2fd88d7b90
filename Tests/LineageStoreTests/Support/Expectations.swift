import LineageStore
import Testing

/// Expects a `StoreError` with exactly a text.
func expect(
  throws text: String, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) {
  do {
    try body()
    Issue.record("No error was thrown.", sourceLocation: sourceLocation)
  } catch let error as StoreError {
    #expect("\(error)" == text, sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}
