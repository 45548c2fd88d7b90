/// What a migration command reports to the process that started it.
///
/// A command that is interrupted ends by the signal instead, so a shell sees 130 after Ctrl-C.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum ExitCode: Int32, Hashable, CaseIterable, Sendable {
  /// What was asked for was done.
  case success = 0
  /// Documents would change: `check` reports this, and a question that was answered with no.
  case differences = 1
  /// Documents can't be read, migrated or written, or a folder can't be read.
  case failures = 2
  /// The arguments are wrong.
  case usage = 64
  /// A file or folder that was named doesn't exist, can't be reached, or has no documents.
  case noInput = 66
  /// The command itself is at fault.
  case internalError = 70
  /// A file that was named for output can't be created.
  case cannotCreate = 73
  /// Reading or writing failed on the way.
  case ioError = 74
  /// The task that ran the command was cancelled before everything was done.
  case cancelled = 75

  /// One line for the help and the documentation.
  var meaning: String {
    switch self {
    case .success: "Everything was done."
    case .differences: "Documents would change (check, or a question declined)."
    case .failures: "Documents can't be read, migrated or written, or a folder can't be read."
    case .usage: "The arguments are wrong. Nothing was done."
    case .noInput: "A file or folder doesn't exist, can't be reached, or has no documents."
    case .internalError: "Internal error: please report it."
    case .cannotCreate: "A file for output can't be created."
    case .ioError: "Reading or writing failed, for instance on a full disk."
    case .cancelled: "Cancelled by the program that ran the command. Run it again."
    }
  }
}
