import Foundation

/// The bytes of a document as they are stored, with the token that its place compares.
struct StoredBytes: Sendable {
  let bytes: Data
  /// What a place compares instead of the bytes.
  let token: PlaceToken?

  init(_ bytes: Data, token: PlaceToken? = nil) {
    self.bytes = bytes
    self.token = token
  }

  /// Whether both have the same token.
  func hasSameToken(as other: StoredBytes) -> Bool {
    func equals<Token: Equatable>(_ value: Token) -> Bool { value == other.token?.value as? Token }
    guard let token, token.place == other.token?.place else { return false }
    return equals(token.value)
  }
}

extension StoredBytes {
  /// Decrypts the document, if it is encrypted. One that is empty is damaged, whatever the sealing makes of it.
  func decrypted(
    by sealing: (any DocumentSealing)?, named name: DocumentName
  ) throws(StoreError) -> Data {
    guard let sealing, !bytes.isEmpty else { return bytes }
    do {
      return try sealing.open(bytes)
    } catch {
      throw StoreError(error, reading: self, named: name)
    }
  }
}

/// The token of a document, and the place that gave it. In another place it says nothing: two rows may have the same
/// revision.
struct PlaceToken: Sendable {
  let value: any Equatable & Sendable
  let place: String
}
