#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An error of the operating system: the call that failed, and its `errno`.
public struct SystemError: Error, Hashable, Sendable {
  /// The name of the call, such as `open`.
  public let call: String
  /// The value of `errno` after the call.
  public let code: Int32

  /// Creates an error, to compare with others in tests.
  public init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }
}

extension SystemError {
  /// Whether the file system can't do that at all.
  var isUnsupported: Bool {
    [ENOTSUP, EOPNOTSUPP, ENOSYS, EINVAL].contains(code)
  }

  /// Whether this user may not do that.
  var isPermissionDenied: Bool { [EACCES, EPERM].contains(code) }

  /// Whether this user may not write there, or the disk is read-only.
  var isReadOnly: Bool { isPermissionDenied || code == EROFS }
}

extension SystemError: CustomStringConvertible {
  /// The system's text for the code, and the call that failed.
  public var description: String { "\(text) (\(call), error \(code))" }

  /// The most frequent errors in the same words on all systems.
  private var text: String {
    switch code {
    case EACCES, EPERM: "permission denied"
    case ENOENT: "no such file or folder"
    case ENOSPC: "no space left on the disk"
    case EDQUOT: "the disk quota is used up"
    case EFBIG: "the file would be larger than allowed"
    case EROFS: "the disk is read-only"
    case EIO: "the disk failed"
    case ENOTDIR: "a part of the path isn't a folder"
    case EISDIR: "it is a folder"
    case ELOOP: "its symbolic links form a cycle"
    case ENAMETOOLONG: "the name is too long"
    case EMFILE, ENFILE: "too many files are open"
    case EBUSY: "it is in use by the system"
    case ETIMEDOUT: "it took too long"
    case EXDEV: "it is on another disk"
    default: unsafe String(cString: strerror(code))
    }
  }
}
