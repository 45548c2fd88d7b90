import Foundation
import Lineage

/// Checks that a value is the same after it was encoded and opened again.
struct RoundTripCheck<Value: VersionedCodable> {
  let name: DocumentName
  let coding: any DocumentCoding

  /// Encodes a value, opens the result, and compares that value's encoding with the first one.
  func open(_ value: Value) throws(StoreError) -> OpenedDocument<Value> {
    let data = try attempt("it can't be encoded") { try coding.encode(value) }
    let opened = try attempt("it can't be opened again") {
      try OpenedDocument<Value>(StoredBytes(data), data: data, name: name, coding)
    }
    let again = try attempt("it can't be encoded again") { try coding.encode(opened.value) }
    if again == data { return opened }
    // Dictionaries and sets may have another order the second time.
    let isSame = try attempt("it can't be read again") {
      try areSame(coding.fields(of: data), coding.fields(of: again))
    }
    guard isSame else {
      throw failure("it isn't encoded the same way after it was opened again", nil)
    }
    return opened
  }

  /// Checks that two documents have the same fields once they are read as the type.
  func compare(
    _ other: Data, with data: Data, orFailWith problem: String
  ) throws(StoreError) {
    if other == data { return }
    let rewritten = try attempt(problem) {
      try coding.encode(
        OpenedDocument<Value>(StoredBytes(other), data: other, name: name, coding).value)
    }
    try compareFields(of: rewritten, with: data, orFailWith: problem)
  }

  /// Checks that two documents have the same fields, without reading them as the type.
  func compareFields(
    of other: Data, with data: Data, orFailWith problem: String
  ) throws(StoreError) {
    if other == data { return }
    let isSame = try attempt(problem) {
      try areSame(coding.fields(of: other), coding.fields(of: data), ignoringTextOfNumbers: true)
    }
    guard isSame else { throw failure(problem, nil) }
  }

  private func areSame(
    _ first: DocumentValue, _ second: DocumentValue,
    ignoringTextOfNumbers ignoringText: Bool = false
  ) throws(NestedTooDeeply) -> Bool {
    try WalkStack(for: [first, second]).check()
    return first.isSame(as: second, ignoringTextOfNumbers: ignoringText)
  }

  private func attempt<Result>(
    _ problem: String, _ body: () throws -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body()
    } catch let error as NestedTooDeeply {
      throw failure(NestedTooDeeply.problem, error)
    } catch StoreError.damaged(let document) {
      throw failure(problem, document.underlyingError)
    } catch StoreError.newer(let document) {
      throw failure(problem, document.underlyingError)
    } catch {
      throw failure(problem, error)
    }
  }

  private func failure(_ problem: String, _ error: (any Error)?) -> StoreError {
    .notVerified(StoreFailure(problem, in: name, underlyingError: error))
  }
}
