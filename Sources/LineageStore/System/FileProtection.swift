/// When a file can be read on a locked device, as Apple's systems define it.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum FileProtection: Hashable, Sendable {
  /// Only while the device is unlocked. For secrets that no background task needs.
  case complete
  /// While the device is unlocked; a file that is open stays readable. For recordings and downloads.
  case completeUnlessOpen
  /// From the first unlock after a restart. For what background tasks read and write.
  case untilFirstUserAuthentication
  /// Always. For what is needed before the first unlock.
  case none

  /// The protection class for `fcntl(F_SETPROTECTIONCLASS)`.
  var systemClass: Int32 {
    switch self {
    case .complete: 1
    case .completeUnlessOpen: 2
    case .untilFirstUserAuthentication: 3
    case .none: 4
    }
  }
}
