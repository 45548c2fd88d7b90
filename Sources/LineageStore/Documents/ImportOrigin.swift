import Foundation

/// Where a document was before it was imported.
struct ImportOrigin: Sendable {
  /// A previous location of a store's document.
  struct Source: Sendable {
    /// Where the store has the document.
    let store: String
    /// The index among the store's imports.
    let index: Int
  }

  /// The previous location; nil if it isn't one of a store.
  var source: Source?
  /// The permissions of its file, which are the most that the new file gets; nil if it wasn't in a file.
  var permissions: UInt32?
  /// The document as it was stored there; nil if it isn't removed, or wasn't a document.
  var document: Data?
  /// The coding of the document there; nil if it is that of the store.
  var coding: (any DocumentCoding)?
  /// Whether another document is there now than the one that was read.
  var hasChanged: @Sendable () -> Bool = { false }
  /// Whether the document there is gone.
  var isEmpty: @Sendable () -> Bool = { false }
  /// Removes the document there, if it still is the one that was read.
  var cleanUp: @Sendable () throws -> Void = {}
}
