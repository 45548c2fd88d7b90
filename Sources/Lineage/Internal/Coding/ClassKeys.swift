/// The keys of a class and its superclasses. All of them write to one object, so no two may have the same key.
struct ClassKeys {
  private lazy var none = OpenedKeys([])

  /// The keys that a class and its subclasses have opened for the same object.
  ///
  /// - Parameters:
  ///   - keys: Those of the class.
  ///   - subclass: The ones before.
  ///   - former: All those before, if they were more than one.
  mutating func opened(
    _ keys: FieldKeys, after subclass: FieldKeys, _ former: Unretained<OpenedKeys>?
  ) -> Unretained<OpenedKeys> {
    Unretained((former?.object ?? none.adding(subclass)).adding(keys))
  }
}

/// The keys that have been opened for the same object, from those of the class itself to those of its superclasses. What
/// is known of them is only found out once.
final class OpenedKeys {
  private let all: [FieldKeys]
  private var withSuperclass: [ObjectIdentifier: OpenedKeys] = [:]
  /// The error for the first class that has a key of one of its superclasses; nil if there is none.
  let error: SharedKeyError?

  init(_ all: [FieldKeys], error: SharedKeyError? = nil) {
    self.all = all
    let names = Set(all.last?.names ?? [])
    self.error =
      error
      ?? all.dropLast().lazy.compactMap { subclass in
        guard let keys = all.last, subclass.type != keys.type,
          let name = subclass.names.first(where: names.contains)
        else { return nil }
        return SharedKeyError(name: name, subclass: subclass.type, superclass: keys.type)
      }.first
  }

  func adding(_ keys: FieldKeys) -> OpenedKeys {
    let id = ObjectIdentifier(keys.type)
    if let known = withSuperclass[id] { return known }
    let opened = OpenedKeys(all + [keys], error: error)
    withSuperclass[id] = opened
    return opened
  }
}

extension FieldKeys {
  fileprivate var names: [String] { (0..<count).map { key(at: $0).stringValue } }
}

/// A key that a class has in common with its superclass.
struct SharedKeyError: Error {
  let name: String
  let subclass, superclass: any CodingKey.Type

  func explained(in type: any Any.Type, at codingPath: [any CodingKey]) -> MigrationError {
    MigrationError(
      .misdeclaredType(
        type: TypeName.around(subclass),
        .sharedKey(name, superclass: TypeName.around(superclass))),
      in: type, at: codingPath)
  }
}
