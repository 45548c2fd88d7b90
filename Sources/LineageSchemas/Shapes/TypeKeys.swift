import Lineage

/// The names that shapes use for types.
///
/// They are the Swift names, without modules and enclosing types. Types with the same name get
/// different keys: `Kind`, `Kind#2`.
package struct TypeKeys {
  private var keys: [ObjectIdentifier: String] = [:]
  private var taken = Set(Shape.scalars.keys).union(["any"])

  /// The key of a type, if it already has one.
  subscript(type: any Any.Type) -> String? { keys[ObjectIdentifier(type)] }

  /// Gives a type a key.
  mutating func add(_ type: any Any.Type) -> String {
    let key = free(Self.name(of: type))
    keys[ObjectIdentifier(type)] = key
    return key
  }

  /// A new key for a container that has no type of its own.
  mutating func free(_ name: String) -> String {
    var key = name
    var number = 2
    while !taken.insert(key).inserted {
      key = "\(name)#\(number)"
      number += 1
    }
    return key
  }

  /// The name of a type, in a form that can be part of a shape's text.
  static func name(of type: any Any.Type) -> String {
    let name = TypeName.of(type)
    if Shape(name) == .named(name) { return name }
    return String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }

  /// The name of a type for messages. Long generic arguments are left out.
  package static func shortName(of type: any Any.Type) -> String {
    let name = TypeName.of(type)
    return name.utf8.count <= 60 ? name : "\(name.prefix { $0 != "<" })<…>"
  }
}
