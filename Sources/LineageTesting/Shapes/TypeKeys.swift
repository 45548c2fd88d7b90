/// The names by which shapes call types.
///
/// They are those of Swift, without modules and the types around them. Two types of the same name get
/// different ones: `Kind`, `Kind#2`.
struct TypeKeys {
  private var keys: [ObjectIdentifier: String] = [:]
  private var taken = Set(Shape.scalars.keys).union(["any"])

  /// The key of a type, if it has one already.
  subscript(type: any Any.Type) -> String? { keys[ObjectIdentifier(type)] }

  /// Gives a type a key.
  mutating func add(_ type: any Any.Type) -> String {
    let key = free(Self.name(of: type))
    keys[ObjectIdentifier(type)] = key
    return key
  }

  /// A key for something that has no type of its own.
  mutating func free(_ name: String) -> String {
    var key = name
    var number = 2
    while !taken.insert(key).inserted {
      key = "\(name)#\(number)"
      number += 1
    }
    return key
  }

  /// The name of a type, in a form that the text of a shape can hold.
  static func name(of type: any Any.Type) -> String {
    let name = String(describing: type)
    if Shape(name) == .named(name) { return name }
    return String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }

  /// The name of a type in a sentence, which has no room for the arguments of generic ones.
  static func shortName(of type: any Any.Type) -> String {
    let name = String(describing: type)
    return name.utf8.count <= 60 ? name : "\(name.prefix { $0 != "<" })<…>"
  }
}
