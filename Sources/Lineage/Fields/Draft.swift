/// A copy that is being made, whose stored properties can be changed, also those declared with `let`.
///
/// It is the argument of the closure that `copy(_:)` calls:
///
/// ```swift
/// let shorter = poem.copy {
///   $0.lines.removeLast()
///   $0.translator = nil
/// }
/// ```
@dynamicMemberLookup
public struct Draft<Base> {
  fileprivate var base: Base
  /// The values of the properties that can't be set in `base`.
  private var changes: [PartialKeyPath<Base>: Any] = [:]
  /// In an object, what sets the properties that have setters, in the order of the changes.
  private var setters: [(path: PartialKeyPath<Base>, set: (Base) -> Void)] = []
  private let pathsCopied = PathsCopied<Base>()

  fileprivate init(_ base: Base) {
    self.base = base
  }

  /// A property of the copy.
  public subscript<Value>(dynamicMember path: KeyPath<Base, Value>) -> Value {
    get {
      pathsCopied.paths.insert(path)
      // Casting nil, which says that there is no change, to an optional type would give a value.
      guard let change = changes[path], let value = change as? Value else {
        return base[keyPath: path]
      }
      return value
    }
    set {
      if let path = path as? WritableKeyPath<Base, Value>, !(Base.self is AnyClass) {
        base[keyPath: path] = newValue
      } else {
        changes[path] = newValue
        if let path = path as? ReferenceWritableKeyPath<Base, Value> {
          setters.append((path, { $0[keyPath: path] = newValue }))
        }
      }
    }
  }

  /// Forgets which properties were read, before the initializer reads all that are stored.
  fileprivate func beginCopying() { pathsCopied.paths = [] }

  /// Sets the properties of a copy that its initializer hasn't read, such as those that are computed
  /// or wrapped, and checks that nothing else was changed.
  fileprivate func finish(_ copy: Base) {
    for (path, set) in setters where !pathsCopied.paths.contains(path) { set(copy) }
    precondition(
      pathsCopied.paths.union(setters.map(\.path)).isSuperset(of: changes.keys),
      """
      A closure of \(Base.self).copy(_:) sets a property that can't be set: one that is computed without \
      a setter, or declared by `let` with a value.
      """)
  }
}

private final class PathsCopied<Base> {
  var paths: Set<PartialKeyPath<Base>> = []
}

/// A type with a copy whose properties can all be changed.
///
/// The macros of `LineageMacros` make types conform.
public protocol DraftCopyable {
  /// What drafts are made of: the type itself, or `Never` for a class that can have subclasses, whose
  /// objects can't be copied.
  associatedtype DraftSubject = Self

  /// Creates a value with the properties of a draft.
  init(copying draft: Draft<DraftSubject>)
}

extension DraftCopyable where DraftSubject == Never {
  /// Is never called, because there are no such drafts.
  public init(copying draft: Draft<Never>) {
    switch draft.base {}
  }
}

extension DraftCopyable where DraftSubject == Self {
  /// Returns a copy with changes, also of properties declared with `let`.
  ///
  /// ```swift
  /// let shorter = poem.copy { $0.lines.removeLast() }
  /// ```
  ///
  /// - Parameter edit: Changes the copy.
  /// - Throws: The error that `edit` throws.
  public func copy(_ edit: (inout Draft<Self>) throws -> Void) rethrows -> Self {
    var draft = Draft(self)
    try edit(&draft)
    draft.beginCopying()
    let copy = Self(copying: draft)
    draft.finish(copy)
    return copy
  }
}
