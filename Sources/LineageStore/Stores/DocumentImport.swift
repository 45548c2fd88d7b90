public import Foundation
public import Lineage

/// A previous location of a document, from which it moves to its file.
///
/// As long as there is no file, ``DocumentFile/read()`` reads the document from there. The first save writes the file,
/// and only then cleans up the previous location. If an older program has changed a file or a key of `UserDefaults`
/// since it was read, the save throws ``StoreError/changed(_:)``, and nothing is removed.
public struct DocumentImport<Value: VersionedCodable>: Sendable {
  /// Reads the document with the coding of the store.
  let read: @Sendable (any DocumentCoding) throws(StoreError) -> OpenedDocument<Value>?
  /// Whether the document is removed there when it was saved. If not, it may be read from there again.
  let isCleanedUp: Bool

  /// An earlier file of the document, of any version of its type. It is removed after the first save, which keeps it
  /// as a backup, with its own version but in the format of the store, if that can express it.
  ///
  /// If its folder doesn't exist, there is no document, as in a new installation. So a file on a disk that may not be
  /// connected needs ``init(read:cleanUp:)``, which can throw an error then.
  ///
  /// - Parameters:
  ///   - url: The earlier file.
  ///   - format: Its format; nil for the format of the store.
  ///   - sealing: How the earlier file is encrypted; nil if it isn't.
  ///   - removing: Whether the file is removed. Pass false for a file in the bundle of the program, which can't be removed,
  ///     and if an older program still has to find it.
  public static func file(
    _ url: URL, format: DocumentFormat? = nil, sealing: (any DocumentSealing)? = nil,
    removing: Bool = true
  ) -> DocumentImport {
    .file(
      FilePlace(path: FilePath.of(url), settings: .importing), format: format, sealing: sealing,
      removing: removing)
  }

  static func file(
    _ file: FilePlace, format: DocumentFormat? = nil, sealing: (any DocumentSealing)? = nil,
    removing: Bool = true
  ) -> DocumentImport {
    .place(
      file, format: format, sealing: sealing, permissions: file.permissions, removing: removing
    ) { stored in try file.removeImported(stored) }
  }

  /// A document under a key of `UserDefaults`, as data of any version of its type. It is removed after the first
  /// save, and kept as a backup.
  ///
  /// - Parameters:
  ///   - defaults: Where the key is.
  ///   - key: The key.
  ///   - format: The format of the document; nil for the format of the store.
  ///   - sealing: How the document is encrypted; nil if it isn't.
  ///   - removing: Whether the document is removed. If not, an older program still finds it.
  public static func userDefaults(
    _ defaults: UserDefaults, key: String, format: DocumentFormat? = nil,
    sealing: (any DocumentSealing)? = nil, removing: Bool = true
  ) -> DocumentImport {
    let place = UserDefaultsPlace(defaults, key: key)
    return .place(AdaptedPlace(place), format: format, sealing: sealing, removing: removing) {
      _ = try place.remove($0.bytes)
    }
  }

  /// Separate keys of `UserDefaults`, from which a value is made. They are removed after the first save. No backup of
  /// them is kept.
  ///
  /// ```swift
  /// .userDefaults(.standard, keys: ["theme", "fontSize"]) { objects in
  ///   guard let theme = objects["theme", default: "light"] as? String,
  ///     let fontSize = objects["fontSize", default: 14] as? Int
  ///   else { throw Problem.unexpectedSettings }
  ///   return Settings(theme: theme, fontSize: fontSize)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - defaults: Where the keys are.
  ///   - keys: The keys.
  ///   - removing: Whether the keys are removed. If not, an older program still finds them.
  ///   - make: Makes a value from the objects under the keys that exist. It isn't called if none of them does. If it throws
  ///     an error, nothing is read, saved or removed.
  public static func userDefaults(
    _ defaults: UserDefaults, keys: [String], removing: Bool = true,
    make: @escaping @Sendable ([String: Any]) throws -> Value
  ) -> DocumentImport {
    let source = UserDefaultsKeys(defaults: ThreadSafe(defaults), keys: keys)
    return DocumentImport(removing: removing) { coding throws(StoreError) in
      let objects = source.objects
      if objects.isEmpty { return nil }
      let read = ThreadSafe(objects)
      let origin = ImportOrigin(
        hasChanged: { !source.objects.isEmpty && !source.isUnchanged(since: read.object) },
        isEmpty: { source.objects.isEmpty },
        cleanUp: { if removing { source.remove(ifEqualTo: read.object) } })
      return try made(coding, from: origin) {
        try make(objects)
      }
    }
  }

  /// Any other previous location, such as a Core Data database.
  ///
  /// - Parameters:
  ///   - read: Reads the document; nil only if there is none. Reading and saving the document rethrow a ``StoreError``;
  ///     any other error becomes ``StoreError/unavailable(_:)``. Nothing is written then.
  ///   - cleanUp: Called after the document was saved, restored or removed. It has to find out for itself whether an
  ///     older program has written there in the meantime. Without it, the document stays there.
  public init(
    read: @escaping @Sendable () throws -> Value?, cleanUp: (@Sendable () -> Void)? = nil
  ) {
    self.init(removing: cleanUp != nil) { coding throws(StoreError) in
      try Self.made(coding, from: ImportOrigin(cleanUp: cleanUp ?? {}), by: read)
    }
  }

  /// A document of a value that was made elsewhere.
  private static func made(
    _ coding: any DocumentCoding, from origin: ImportOrigin, by make: () throws -> Value?
  ) throws(StoreError) -> OpenedDocument<Value>? {
    let name = DocumentName(Value.self, at: nil)
    do {
      guard let value = try make() else { return nil }
      let pending = try PendingDocument(value, replacing: nil, name: name, coding)
      return pending.saved.imported(from: origin)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .unavailable(
        StoreFailure("the import threw \(type(of: error))", in: name, underlyingError: error))
    }
  }

  private init(
    removing: Bool,
    reading: @escaping @Sendable (any DocumentCoding) throws(StoreError) -> OpenedDocument<Value>?
  ) {
    read = reading
    isCleanedUp = removing
  }

  private static func place(
    _ place: some StoragePlace, format: DocumentFormat?, sealing: (any DocumentSealing)?,
    permissions: @escaping @Sendable () -> UInt32? = { nil }, removing: Bool = true,
    cleanUp: @escaping @Sendable (StoredBytes) throws -> Void
  ) -> DocumentImport {
    DocumentImport(removing: removing) { coding throws(StoreError) in
      let name = DocumentName(Value.self, at: place.location)
      let stored: StoredBytes?
      do throws(PlaceError) {
        stored = try place.read()
      } catch {
        throw error.storeError(for: name)
      }
      guard let stored else { return nil }
      var origin = ImportOrigin(
        permissions: permissions(), document: stored.bytes, coding: format?.coding,
        hasChanged: {
          // If it is gone or out of reach, there is nothing to hide.
          (try? place.read()).map { $0.bytes != stored.bytes } ?? false
        },
        isEmpty: {
          do { return try place.read() == nil } catch { return false }
        },
        cleanUp: { if removing { try cleanUp(stored) } })
      do throws(StoreError) {
        let data = try stored.decrypted(by: sealing, named: name)
        origin.document = removing ? data : nil
        return try OpenedDocument<Value>(
          stored, data: data, name: name, format?.coding ?? coding
        ).imported(from: origin)
      } catch .damaged(var document) {
        origin.document = stored.bytes
        document.origin = origin
        throw .damaged(document)
      } catch .newer(var document) {
        document.origin = origin
        throw .newer(document)
      }
    }
  }
}

/// Separate keys of `UserDefaults`.
private struct UserDefaultsKeys: Sendable {
  let defaults: ThreadSafe<UserDefaults>
  let keys: [String]

  var objects: [String: Any] {
    keys.reduce(into: [:]) { $0[$1] = defaults.object.object(forKey: $1) }
  }

  /// Whether the objects are still those that were read.
  func isUnchanged(since read: [String: Any]) -> Bool { Self.isSame(objects, read) }

  /// Removes the keys whose objects are still those that were read.
  func remove(ifEqualTo read: [String: Any]) {
    let current = objects
    for key in keys {
      let (old, new) = (read.filter { $0.key == key }, current.filter { $0.key == key })
      if Self.isSame(old, new) { defaults.set(nil, forKey: key) }
    }
  }

  /// Whether two dictionaries have the same objects. `isEqual(to:)` gives the wrong answer on Linux: it gets numbers
  /// as values of Swift, which aren't equal to objects.
  private static func isSame(_ some: [String: Any], _ others: [String: Any]) -> Bool {
    NSDictionary(dictionary: some).isEqual(NSDictionary(dictionary: others))
  }
}

extension FileSettings {
  /// A missing folder of a previous location means that there is nothing: in a new installation, the folder of an earlier
  /// version was never made, and nothing tells it from one on a disk that isn't connected.
  fileprivate static var importing: FileSettings {
    var settings = FileSettings()
    settings.createsFolder = true
    return settings
  }
}
