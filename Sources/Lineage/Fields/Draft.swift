/// A mutable copy of a value. Even `let` properties can be changed.
///
/// It is the argument of the closure that `copy(_:)` calls:
///
/// ```swift
/// let shorter = poem.copy {
///   $0.lines.removeLast()
///   $0.translator = nil
/// }
/// ```
///
/// Each edit of a property that is declared with `let`, wrapped or observed gets the value and sets it again, which
/// copies a collection: replace one such as `lines` as a whole instead of editing its elements one by one.
@dynamicMemberLookup
public struct Draft<Base> {
  /// The copy with the changes so far.
  fileprivate private(set) var base: Base
  /// The change of a property that has no setter, while another copy is made with it.
  private var change: Change?
  private let makeCopy: (Draft) -> Base

  private final class Change {
    let path: PartialKeyPath<Base>
    let value: Any
    var isCopied = false

    init(_ path: PartialKeyPath<Base>, _ value: Any) {
      self.path = path
      self.value = value
    }
  }

  /// - Parameter makeCopy: Calls the initializer of the type that copies all stored properties.
  fileprivate init(of base: Base, _ makeCopy: @escaping (Draft) -> Base) {
    self.base = base
    self.makeCopy = makeCopy
  }

  /// A property of the copy.
  public subscript<Value>(dynamicMember path: KeyPath<Base, Value>) -> Value {
    get {
      guard let change, change.path == path, let value = change.value as? Value else {
        return base[keyPath: path]
      }
      change.isCopied = true
      return value
    }
    _modify {
      if let path = path as? WritableKeyPath<Base, Value> {
        // In place, or each edit of a collection would copy it.
        yield &base[keyPath: path]
      } else {
        var value = self[dynamicMember: path]
        // Also if the edit throws an error, which the closure may catch.
        defer { setConstant(path, to: value) }
        yield &value
      }
    }
  }

  /// The value with the changes so far, from which the macros copy properties that are declared by `var`.
  ///
  /// It is no property of a draft, because that would hide a property with its name.
  public static func _base(of draft: Draft) -> Base { draft.base }

  private mutating func setConstant<Value>(_ path: KeyPath<Base, Value>, to value: Value) {
    let change = Change(path, value)
    var draft = self
    draft.change = change
    base = makeCopy(draft)
    precondition(
      change.isCopied,
      """
      A closure of \(Base.self).copy(_:) sets a property that can't be set: one that is computed without \
      a setter, or declared by `let` with a value.
      """)
  }
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
  /// Never called: there are no such drafts.
  public init(copying draft: Draft<Never>) {
    switch draft.base {}
  }
}

extension DraftCopyable where DraftSubject == Never, Self: DefaultFillable {
  // An unavailable one would lose against that of `DefaultFillable`, although that is disfavored.
  /// Traps: such a class has no copies.
  @available(
    *, deprecated,
    message: """
      The objects of this class can't be copied, so this traps. Only final classes have copies whose macro sees \
      that they have no superclass.
      """
  )
  public func copy(_ edit: (inout Draft<Self>) throws -> Void) rethrows -> Self {
    preconditionFailure(
      "\(TypeName.shown(Self.self)) can't be copied: it isn't final, or may have a superclass.")
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
    var draft = Draft(of: self) { Self(copying: $0) }
    // The changes of an object are made to another one.
    if Self.self is AnyClass { draft = Draft(of: Self(copying: draft)) { Self(copying: $0) } }
    try edit(&draft)
    return draft.base
  }
}
