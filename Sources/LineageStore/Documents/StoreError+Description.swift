public import Foundation
package import Lineage

// The text of a `StoreError`: what happened and where, what became of the document, and what to do. It quotes
// no content of the document.

extension StoreError: CustomStringConvertible, LocalizedError {
  /// What happened, where, what became of the document, and what to do next.
  public var description: String {
    if let failure, failure.action == .dropping {
      return """
        \(failure.subject) keeps the changes that aren't saved, because they can't be backed up: \(failure.cause) \
        Nothing was changed. \(failure.remedy)
        """
    }
    return switch self {
    case .unavailable(let failure):
      """
      \(failure.subject) can't be opened: \(failure.cause) \(failure.whatIsKnown) \(failure.remedy)
      """
    case .absent(let failure):
      """
      \(failure.subject) can't be updated, because it doesn't exist. Nothing was changed. Create it \
      with write(_:over:), or update it with a default.
      """
    case .damaged(let document):
      "\(document.subject) can't be read\(document.reason) Nothing was changed. \(document.remedy)"
    case .newer(let document):
      "\(document.subject) \(document.reason)"
    case .changed(let conflict) where conflict.theirs == nil:
      """
      \(conflict.subject) was removed by another program since it was read, so it wasn't written. Write it again \
      with write(_:over: nil), or discard it. Nothing was changed.
      """
    case .changed(let conflict):
      """
      \(conflict.subject) was \(conflict.change) by another program since it was read, so it wasn't written. Merge \
      the two with merged(as:), or read the document again. Nothing was changed.
      """
    case .readOnly(let failure):
      "\(failure.subject) can't be \(failure.done): \(failure.cause) Nothing was changed. \(failure.remedy)"
    case .locked(let failure):
      """
      \(failure.subject) wasn't \(failure.done): \(failure.cause) Nothing was changed. \(failure.remedyOfLock)
      """
    case .backupFailed(let failure):
      """
      \(failure.subject) wasn't \(failure.done), because the stored document couldn't be backed up first: \
      \(failure.cause) \(failure.whatIsLeft) \(failure.remedy)
      """
    case .notWritten(let failure):
      """
      \(failure.subject) couldn't be \(failure.done): \(failure.cause) The stored document is intact. \
      \(failure.remedy)
      """
    case .notVerified(let failure):
      """
      \(failure.subject) wasn't written, because \(failure.cause) The stored document is intact. \
      \(failure.remedy)
      """
    case .uncertain(let failure):
      switch failure.action {
      case .writing, .dropping: failure.uncertainOutcome
      case .removing: failure.uncertainRemoval
      }
    }
  }

  /// The description, for code that presents errors.
  public var errorDescription: String? { description }
}

// The payloads of an error print as the error, so that logging one reveals nothing of a document.

extension DamagedDocument: CustomStringConvertible {
  /// The text of the error: what happened, where, what became of the document, and what to do next.
  public var description: String { "\(StoreError.damaged(self))" }
}

extension NewerDocument: CustomStringConvertible {
  /// The text of the error: what happened, where, what became of the document, and what to do next.
  public var description: String { "\(StoreError.newer(self))" }
}

extension Conflict: CustomStringConvertible {
  /// The text of the error: what happened, where, what became of the document, and what to do next.
  public var description: String { "\(StoreError.changed(self))" }
}

extension StoreFailure: CustomStringConvertible {
  /// Where it happened, and what the cause is.
  public var description: String { "\(subject): \(cause)" }
}

extension StoreError {
  /// Why a document can't be read or written, in a sentence that says neither which one nor what to do.
  package var briefDescription: String {
    switch self {
    case .damaged(let document):
      switch document.underlyingError {
      case nil: "It is empty."
      case let error as MigrationError: error.briefDescription
      case let error?: error.occurrence
      }
    case .newer(let document):
      migrationError?.briefDescription
        ?? "It is newer than this program, and \(document.lossSentence)."
    case .changed(let conflict): "It was \(conflict.change) by another program."
    default: failure?.cause.capitalizedFirst ?? ""
    }
  }
}

extension Error {
  /// The path of the value that couldn't be migrated, decoded or encoded; empty if it isn't known.
  package var fieldPath: FieldPath {
    switch self as any Error {
    case let error as MigrationError: error.path
    case EncodingError.invalidValue(_, let context): FieldPath(context.codingPath)
    default: FieldPath(codingPath ?? [])
    }
  }

  /// That the error was thrown, and for which field. Only the text of an error of Lineage's is added: others may quote
  /// the document.
  package var occurrence: String {
    let place = fieldPath.components.isEmpty ? "" : " at '\(fieldPath)'"
    return "\(TypeName.shown(type(of: self))) was thrown\(place)\(problem.map { ": \($0)" } ?? ".")"
  }

  /// The text of an error of Lineage's about a value that can't be encoded.
  fileprivate var problem: String? { (self as? EncodingError)?.ownProblem }
}

/// A document as the subject of a sentence.
private func namedDocument(
  _ type: String, at location: String?, isBackup: Bool = false
) -> String {
  let noun = isBackup ? "The backup" : "The document"
  return location.map { "\(noun) '\($0)' (\(type))" } ?? "\(noun) (\(type))"
}

extension StoreFailure {
  fileprivate var subject: String { namedDocument(documentType, at: location) }

  /// What happened, with the text of an error whose texts quote nothing of a document, or else with the field.
  fileprivate var cause: String {
    switch underlyingError {
    case let error as MigrationError: "\(problem). \(error.descriptionOfSameDocument)"
    case let error? where error.problem != nil || !error.fieldPath.components.isEmpty:
      "\(problem). \(error.occurrence)"
    default: "\(problem)."
    }
  }

  /// What is known of a document that can't be opened.
  fileprivate var whatIsKnown: String {
    // It has been read, and may be fine.
    underlyingError is MigrationError || underlyingError is NestedTooDeeply
      || fixedProblem?.saysWhetherDocumentExists == true
      ? "Nothing was changed." : "It isn't known whether it exists, and nothing was changed."
  }

  /// What became of a document that couldn't be backed up.
  fileprivate var whatIsLeft: String {
    switch action {
    case .writing, .dropping: "Nothing was changed."
    // What was in previous locations may have been removed by then.
    case .removing: "The stored document is intact."
    }
  }

  /// What may have become of a document, and what to do.
  fileprivate var uncertainOutcome: String {
    switch uncertainty {
    case .unconfirmed:
      """
      \(subject) was written, but the disk didn't confirm it: \(cause) After a power cut, the document may be the \
      old one again; both are complete. Read it and write it once more to be sure.
      """
    case .altered:
      """
      \(subject) was written, but \(cause) The previous document was replaced. Keep the new value, and read the \
      document again before you continue.
      """
    case .unchanged:
      """
      The write of \(subject.inSentence) reported success, but \(cause) Keep the new value, and read the document \
      again.
      """
    case .unknown:
      """
      It isn't known whether \(subject.inSentence) was written: \(cause) Keep the new value, and read the document \
      again before you write it once more.
      """
    case .displaced(let path):
      """
      \(subject) was written by this program and another one at the same time, and the document of the other one \
      couldn't be put back: \(cause) One of the two is in '\(path)' now. Keep the new value, and compare them.
      """
    }
  }

  /// What may have become of a document that was to be removed, and what to do.
  fileprivate var uncertainRemoval: String {
    switch uncertainty {
    case .unconfirmed:
      """
      \(subject) was removed, but the disk didn't confirm it: \(cause) After a power cut, the document may be \
      there again.
      """
    case .unchanged, .altered:
      """
      The removal of \(subject.inSentence) reported success, but \(cause) Read the document again before you \
      continue.
      """
    case .unknown:
      """
      It isn't known whether \(subject.inSentence) was removed: \(cause) Read the document again before you \
      continue.
      """
    case .displaced(let path):
      """
      \(subject) was written by another program while it was removed, and the new document couldn't be put \
      back: \(cause) It is in '\(path)' now. Move it back.
      """
    }
  }

  /// The past participle of what was to be done.
  fileprivate var done: String {
    switch action {
    case .writing, .dropping: "written"
    case .removing: "removed"
    }
  }

  /// What to do if it couldn't be locked.
  fileprivate var remedyOfLock: String {
    fixedProblem?.remedy
      ?? "Try again later; if that doesn't help, look for a program that has locked the folder."
  }

  /// What to do next.
  fileprivate var remedy: String {
    if let systemError { return systemError.remedy }
    if let fixedProblem { return fixedProblem.remedy }
    return switch underlyingError {
    case is SealingUnavailable: "Try again when the key can be reached."
    case is MigrationError: "Fix the types, then try again."
    case is NestedTooDeeply: "Try again on a thread with a larger stack."
    case let error? where error.problem != nil: "Change that, then try again."
    case nil: "Change that, then try again."
    default: "See underlyingError."
    }
  }
}

extension SystemError {
  fileprivate var remedy: String {
    switch code {
    case EACCES, EPERM: "Give this program permission, then try again."
    case ENOSPC, EDQUOT: "Free some space, then try again."
    case EFBIG: "Raise the limit, then try again."
    case EROFS: "Make the disk writable, then try again."
    case EIO: "The disk may be failing: save to another one."
    case EMFILE, ENFILE: "Close some files, then try again."
    case ENOENT: "Create the folder, or connect its disk, then try again."
    case ENOTDIR: "Correct the path, or move the file that is where a folder should be."
    case ELOOP, EISDIR, ENAMETOOLONG: "Correct the path."
    case EBUSY: "If the file itself is mounted, mount its folder instead."
    case EXDEV: "Put the document and its folder on one disk."
    default: "Try again."
    }
  }
}

extension DamagedDocument {
  fileprivate var subject: String {
    namedDocument(documentType, at: location, isBackup: isBackup)
  }

  /// The rest of the sentence that says why it can't be read.
  fileprivate var reason: String {
    switch underlyingError {
    case nil: ": it is empty."
    case let error as MigrationError: ". \(error.descriptionOfSameDocument)"
    case let error?: ". \(error.occurrence) See underlyingError."
    }
  }

  /// What to do next.
  fileprivate var remedy: String {
    isBackup
      ? "Restore another backup, or copy this file to bring it back as it is."
      : """
      Restore a backup, or replace the document with write(_:replacing:), which keeps the old one.
      """
  }
}

extension NewerDocument {
  fileprivate var subject: String {
    namedDocument(documentType, at: location, isBackup: isBackup)
  }

  private var cause: String? {
    underlyingError.map { ($0 as? MigrationError)?.descriptionOfSameDocument ?? "\($0)" }
  }

  fileprivate var reason: String {
    if let cause, isBackup {
      return """
        belongs to a newer program. \(cause) Copy the file to bring it back as it is.
        """
    }
    if let cause { return "belongs to a newer program, so it is left as it is. \(cause)" }
    let what = version.map { "has version '\($0)'" } ?? "has values of newer versions"
    return """
      \(what) and was written by a newer program; \(lossSentence), so it isn't written. Nothing was changed. \
      \(remedy)
      """
  }

  /// Why writing the document would lose the newer fields.
  fileprivate var lossSentence: String {
    switch loss {
    case .type(nil): "\(documentType) can't preserve the newer fields"
    case .type(let field?): "\(documentType) can't preserve the newer fields, such as '\(field)'"
    case .repeatedKey(let field):
      "the key of '\(field)' occurs more than once, and \(documentType) can preserve only one of the values"
    case .newValue:
      "the new value wasn't made from the one that was read, and lacks its newer fields"
    case .backup: "the backup lacks its newer fields"
    }
  }

  /// What to do next.
  private var remedy: String {
    switch loss {
    case .type:
      "Give the type, and those of the values inside, a property for UnknownFields; or update this program."
    case .repeatedKey:
      "Remove all but one of them from the document."
    case .newValue: "Change the value of the opened document instead of making a new one."
    case .backup:
      "Update this program, or remove the document, which keeps it as a backup, and restore the other one then."
    }
  }
}

extension Conflict {
  fileprivate var subject: String { namedDocument(documentType, at: location) }

  fileprivate var change: String {
    switch (base, theirs) {
    case (_, nil): "removed"
    case (nil, _): "created"
    default: "changed"
    }
  }
}
