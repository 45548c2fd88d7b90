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
    let path = try attempt("it can't be read again") {
      try firstDifference(coding.fields(of: data), coding.fields(of: again))
    }
    guard let path else { return opened }
    throw .notVerified(StoreFailure(.isNotEncodedTheSameWay(at: path), in: name))
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
    let path = try attempt(problem) {
      try firstDifference(
        coding.fields(of: data), coding.fields(of: other), ignoringTextOfNumbers: true)
    }
    guard let path else { return }
    let place = path.components.isEmpty ? "" : ": '\(path)' differs"
    throw failure("\(problem)\(place)", nil)
  }

  private func firstDifference(
    _ first: DocumentValue, _ second: DocumentValue,
    ignoringTextOfNumbers ignoringText: Bool = false
  ) throws(NestedTooDeeply) -> FieldPath? {
    try WalkStack(for: [first, second]).check()
    return first.firstDifference(from: second, ignoringTextOfNumbers: ignoringText)
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
