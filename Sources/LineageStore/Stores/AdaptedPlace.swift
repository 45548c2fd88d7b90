import Foundation

/// Adapts a public place to what a store needs.
struct AdaptedPlace<Place: DocumentPlace>: StoragePlace, StorageSession {
  let place: Place
  var verifies = false
  /// Identifies the place. Tokens of other places aren't compared with its own.
  let identity: String

  /// - Parameter identity: Identifies the place; nil if its name does.
  init(_ place: Place, identity: String? = nil, verifies: Bool = false) {
    self.place = place
    self.identity = identity ?? place.name
    self.verifies = verifies
  }

  var location: String { place.name }

  func read() throws(PlaceError) -> StoredBytes? {
    do {
      return try place.read().map { stored($0.data, $0.token) }
    } catch {
      throw problem(.unavailable, error)
    }
  }

  private func stored(_ bytes: Data, _ token: Place.Token) -> StoredBytes {
    StoredBytes(bytes, token: PlaceToken(value: token, place: identity))
  }

  func begin() throws(PlaceError) -> any StorageSession { self }

  func end() {}

  func replace(
    _ base: StoredBytes?, with bytes: Data, backup: BackupLabel?, origin: FileOrigin?
  ) throws(PlaceError) -> ReplaceResult {
    if let base, let backup {
      // The place compares the token only when it replaces the document, after the backup.
      let current = try read()
      guard let current, !isOther(current, than: base) else { return .changed(current) }
      let isBackedUp = try backUp(base.bytes, label: backup)
      // A place that has backups of its own doesn't have one of what is damaged now.
      if !isBackedUp, backup == .damaged { throw Self.hasNoBackups }
    }
    var known: (stored: StoredBytes, token: Place.Token)?
    if let base {
      known = try withOwnToken(base)
      guard known != nil else { return .changed(try read()) }
    }
    let new: Place.Token?
    do {
      new = try place.replace(known?.token, with: bytes)
    } catch {
      throw failure(error, replacing: known?.stored)
    }
    return if let new { .replaced(stored(bytes, new)) } else { .changed(try read()) }
  }

  func remove(_ base: StoredBytes, backup: BackupLabel?) throws(PlaceError) -> Bool {
    guard let known = try withOwnToken(base) else { return false }
    if let backup { _ = try backUp(base.bytes, label: backup) }
    do {
      return try place.remove(known.token)
    } catch {
      throw failure(error, replacing: known.stored)
    }
  }

  func removeBackups(beyond limit: Int) { try? place.removeBackups(beyond: limit) }

  func removeBackups() throws(PlaceError) {
    do {
      try place.removeBackups()
    } catch {
      throw problem(.notWritten, error)
    }
  }

  /// Whether a document is known to be another revision than the one that was read or saved before. Different bytes
  /// alone don't tell: a column may have stored other ones than it got.
  private func isOther(_ current: StoredBytes, than base: StoredBytes) -> Bool {
    if current.bytes == base.bytes { return false }
    return !current.hasSameToken(as: base)
  }

  /// A document with its token. One that was read from another place is the one that is stored here, if that has the
  /// same bytes; otherwise it is nil.
  private func withOwnToken(
    _ base: StoredBytes
  ) throws(PlaceError) -> (stored: StoredBytes, token: Place.Token)? {
    var known = base
    if base.token?.place != identity {
      guard let current = try read(), current.bytes == base.bytes else { return nil }
      known = current
    }
    return (known.token?.value as? Place.Token).map { (known, $0) }
  }

  /// The error of a place that couldn't replace or remove a document. The change may still have happened, for example
  /// if the connection was lost afterwards.
  private func failure(_ error: any Error, replacing base: StoredBytes?) -> PlaceError {
    if error is PlaceProblem || isStillStored(base) { return problem(.notWritten, error) }
    return problem(.uncertain(.unknown), error)
  }

  /// Whether it is certain that a document, or nothing, is still stored. A column may have stored it in other bytes.
  private func isStillStored(_ base: StoredBytes?) -> Bool {
    do throws(PlaceError) {
      guard let current = try read() else { return base == nil }
      return base.map { current.hasSameToken(as: $0) || current.bytes == $0.bytes } ?? false
    } catch {
      return false
    }
  }

  func backUp(_ bytes: Data, label: BackupLabel, from origin: FileOrigin?) throws(PlaceError) {
    if try !backUp(bytes, label: label) { throw Self.hasNoBackups }
  }

  /// - Returns: Whether the place has made a backup.
  private func backUp(_ bytes: Data, label: BackupLabel) throws(PlaceError) -> Bool {
    do {
      return try place.backUp(bytes, label: label.text)
    } catch {
      throw problem(.backupFailed, error)
    }
  }

  private static var hasNoBackups: PlaceError {
    PlaceError(.backupFailed, FixedProblem.hasNoBackups)
  }

  private func problem(_ kind: PlaceError.Kind, _ error: any Error) -> PlaceError {
    if let problem = error as? PlaceProblem { return PlaceError(kind, problem.description) }
    return PlaceError(kind, "\(type(of: error)) was thrown", error)
  }

  func storedBackups() throws(PlaceError) -> [StoredBackup] {
    do {
      return try place.backups().map {
        StoredBackup(
          name: "", label: BackupLabel(text: $0.label), date: $0.date, url: nil, bytes: $0.data)
      }
    } catch {
      throw problem(.unavailable, error)
    }
  }

  func read(_ backup: StoredBackup) throws(PlaceError) -> StoredBytes {
    guard let bytes = backup.bytes else {
      throw PlaceError(.unavailable, "it isn't a backup of this place")
    }
    return StoredBytes(bytes)
  }

  func watch(_ onChange: @escaping @Sendable () -> Void) -> (any Sendable)? { nil }
}
