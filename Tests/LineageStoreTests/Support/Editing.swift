/// Makes a change after a call has begun and before it ends, which needs this actor.
@MainActor
func editing(
  _ change: () -> Void, during call: @escaping @MainActor () async throws -> Void
) async throws {
  var hasBegun = false
  let task = Task {
    hasBegun = true
    try await call()
  }
  while !hasBegun { await Task.yield() }
  change()
  try await task.value
}
