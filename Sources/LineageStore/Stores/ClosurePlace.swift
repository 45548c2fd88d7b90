import Foundation

/// A place whose operations are closures.
struct ClosurePlace<Token: Equatable & Sendable>: DocumentPlace {
  let name: String
  let reading: @Sendable () throws -> (Data, Token)?
  let replacing: @Sendable (Token?, Data) throws -> Token?
  let backingUp: (@Sendable (Data, String) throws -> Void)?
  let removing: (@Sendable (Token) throws -> Bool)?

  func read() throws -> (data: Data, token: Token)? {
    try reading().map { (data: $0.0, token: $0.1) }
  }

  func replace(_ token: Token?, with data: Data) throws -> Token? {
    try replacing(token, data)
  }

  func remove(_ token: Token) throws -> Bool {
    guard let removing else {
      throw PlaceProblem(description: "the store was created without the closure remove")
    }
    return try removing(token)
  }

  func backUp(_ data: Data, label: String) throws -> Bool {
    try backingUp?(data, label)
    return backingUp != nil
  }

  func removeBackups() throws {
    if backingUp == nil { return }
    throw PlaceProblem(description: "a store made of closures can't remove its backups")
  }
}
