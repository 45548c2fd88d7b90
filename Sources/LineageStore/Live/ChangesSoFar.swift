import Foundation
import Lineage

/// The changes that a call drops, until it has done so.
@MainActor
final class DroppedChanges {
  var changes: ChangesSoFar

  init(_ changes: ChangesSoFar) {
    self.changes = changes
  }
}

/// The changes of a live document until a moment.
struct ChangesSoFar {
  let edits: Int
  /// The document of the value with them; nil if it can't be encoded, or isn't needed.
  let document: Data?

  /// - Parameter areDropped: Whether later changes are made to another value, for which the document is needed. Otherwise
  ///   only objects have to be compared with theirs.
  init<Value>(
    _ content: LiveContent<Value>, in store: DocumentStore<Value>, areDropped: Bool = false
  ) {
    edits = content.edits
    document = areDropped || Value.self is AnyClass ? try? store.encoded(content.value) : nil
  }

  /// Whether the value wasn't changed since then, nor an object in place.
  func areAll<Value>(of content: LiveContent<Value>, in store: DocumentStore<Value>) -> Bool {
    guard edits == content.edits else { return false }
    guard Value.self is AnyClass, let document else { return true }
    return store.isUnchanged(content.value, since: document)
  }
}
