import Foundation
import Synchronization

/// The types whose fixtures this process has looked at, by their folders.
///
/// Two types of one name, in different modules or inside different types, have the same folder unless
/// one of them is given another. Neither can tell from the files that they belong to the other.
enum FolderOwners {
  private struct Owner {
    let type: ObjectIdentifier
    let name: String
    let isNamed: Bool
  }

  private static let owners = Mutex<[String: Owner]>([:])

  /// Claims a folder for a type.
  ///
  /// - Parameter isNamed: Whether the test names the folder. Where all types that use it do, they
  ///   share it on purpose.
  /// - Returns: The name of another type that has claimed it before.
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
