import Foundation
import Synchronization

/// The types whose fixtures this process has checked, by folder.
///
/// Two types with the same name, in different modules or nested in different types, have the same
/// folder unless a test names another. From the files alone, neither can tell that they belong to
/// the other.
enum FolderOwners {
  private struct Owner {
    let type: ObjectIdentifier
    let name: String
    let isNamed: Bool
  }

  private static let owners = Mutex<[String: Owner]>([:])

  /// Claims a folder for a type.
  ///
  /// - Parameter isNamed: Whether the test names the folder. If the tests of all its types do, they
  ///   share it on purpose.
  /// - Returns: The name of another type that has already claimed the folder.
  static func claim(_ folder: URL, for type: any Any.Type, isNamed: Bool) -> String? {
    let owner = Owner(
      type: ObjectIdentifier(type), name: String(reflecting: type), isNamed: isNamed)
    let path = folder.standardizedFileURL.path(percentEncoded: false)
    return owners.withLock { owners in
      guard let other = owners[path], other.type != owner.type else {
        owners[path] = owner
        return nil
      }
      return other.isNamed && isNamed ? nil : other.name
    }
  }
}
