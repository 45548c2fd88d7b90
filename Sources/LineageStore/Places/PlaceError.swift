/// Why a place couldn't do what it should.
struct PlaceError: Error {
  enum Kind: Sendable {
    case unavailable, readOnly, locked, backupFailed, notWritten, notVerified
    case uncertain(StoreFailure.Uncertainty)
  }

  var kind: Kind
  var problem: String
  /// The problem, if it is one with a certain remedy.
  private(set) var fixedProblem: FixedProblem?
  var systemError: SystemError?
  var underlyingError: (any Error)?

  init(_ kind: Kind, _ problem: String) {
    self.kind = kind
    self.problem = problem
  }

  init(_ kind: Kind, _ problem: FixedProblem) {
    self.init(kind, problem.text)
    fixedProblem = problem
  }

  init(_ kind: Kind, _ error: SystemError) {
    self.init(kind, error.description)
    systemError = error
  }

  init(_ kind: Kind, _ problem: String, _ error: any Error) {
    self.init(kind, problem)
    underlyingError = error
  }

  /// Converts any error. A `PlaceError` stays as it is.
  init(_ kind: Kind, from error: any Error) {
    switch error {
    case let error as PlaceError: self = error
    case let error as SystemError: self.init(kind, error)
    default: self.init(kind, "\(error)")
    }
  }

  /// Whether the document may have been changed.
  var isUncertain: Bool { if case .uncertain = kind { true } else { false } }

  /// The error of a store, with the name of its document.
  func storeError(
    for name: DocumentName, _ action: StoreFailure.Action = .writing
  ) -> StoreError {
    var failure = StoreFailure(
      problem, in: name, systemError: systemError, underlyingError: underlyingError)
    failure.action = action
    failure.fixedProblem = fixedProblem
    if case .uncertain(let uncertainty) = kind { failure.uncertainty = uncertainty }
    return switch kind {
    case .unavailable: .unavailable(failure)
    case .readOnly: .readOnly(failure)
    case .locked: .locked(failure)
    case .backupFailed: .backupFailed(failure)
    case .notWritten: .notWritten(failure)
    case .notVerified: .notVerified(failure)
    case .uncertain: .uncertain(failure)
    }
  }
}
