import Lineage

/// A document without a byte.
struct EmptyDocument: Error {}

extension StoreError {
  /// What an error of a decoder or a sealing says of a document.
  ///
  /// - Parameter format: The format of the document, if it is known to be another one than that of the decoder.
  init(
    _ error: any Error, reading stored: StoredBytes, named name: DocumentName,
    found format: @autoclosure () -> KnownFormat? = nil
  ) {
    if (error as? MigrationError)?.reason == .unreadable, let format = format() {
      // It may be intact, so no program should offer to replace it.
      self = .unavailable(StoreFailure(.hasOtherFormat(format), in: name))
      return
    }
    switch error {
    case is EmptyDocument:
      self = .damaged(DamagedDocument(stored, in: name, underlyingError: nil))
    case is SealingUnavailable:
      self = .unavailable(
        StoreFailure("the key to decrypt it can't be reached", in: name, underlyingError: error))
    case let error as MigrationError where error.isProgrammingError:
      self = .unavailable(
        StoreFailure("there is a mistake in the program", in: name, underlyingError: error))
    case let error as MigrationError:
      switch error.reason {
      case .newerVersion(let found, _), .unknownVersion(let found):
        let version: AnyVersion? = error.path.components.isEmpty ? .some(found) : .none
        self = .newer(NewerDocument(stored, in: name, version: version, underlyingError: error))
      case let reason where reason.isVersionOfAnotherKind:
        self = .newer(NewerDocument(stored, in: name, version: nil, underlyingError: error))
      default:
        self = .damaged(DamagedDocument(stored, in: name, underlyingError: error))
      }
    default:
      self = .damaged(DamagedDocument(stored, in: name, underlyingError: error))
    }
  }

  /// Whether the stored bytes can't be read as a document, whatever program they are from: a backup may replace them.
  var isAboutContent: Bool {
    switch self {
    case .damaged: true
    case .unavailable(let failure):
      if case .hasOtherFormat? = failure.fixedProblem { true } else { false }
    default: false
    }
  }
}
