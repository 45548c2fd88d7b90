/// The names of types in errors and reports, without their module.
package enum TypeName {
  package static func of(_ type: any Any.Type) -> String {
    // `String(describing:)` gives the same, but first searches the whole program for a description of metatypes. That
    // was half of the instructions of a program that prints its version.
    nameInSwift(_typeName(type, qualified: false))
  }

  /// A name with the Swift names of what Foundation imports from C and Objective-C on Apple platforms, where the
  /// runtime only knows the other names: `Decimal` for `NSDecimal`. So errors and schemas are the same everywhere.
  static func nameInSwift(_ name: String) -> String {
    // Almost all names are returned as they are.
    guard zip(name.utf8, name.utf8.dropFirst()).contains(where: { $0 == (0x4E, 0x53) }) else {
      return name
    }
    var result = ""
    var rest = name[...]
    while !rest.isEmpty {
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      result += wordInSwift(word)
      rest = rest[word.endIndex...]
      // What is between two types, such as `<`.
      if let separator = rest.popFirst() { result.append(separator) }
    }
    return result
  }

  private static func wordInSwift(_ word: Substring) -> Substring {
    switch word {
    case "_NSRange": "NSRange"
    case "NSDecimal", "NSDimension": word.dropFirst(2)
    // `NSUnitLength` and the other units of measurements.
    default: word.hasPrefix("NSUnit") ? word.dropFirst(2) : word
    }
  }

  /// The name with the module and the types around it, which tells apart types with the same name.
  package static func qualified(_ type: any Any.Type) -> String {
    // For private types it has an address, which differs from run to run.
    _typeName(type, qualified: true).split(separator: ".")
      .filter { !$0.hasPrefix("(unknown context at ") }.joined(separator: ".")
  }

  /// The name with the types around it, as the program that declares it writes it.
  package static func inCode(_ type: any Any.Type) -> String {
    let name = qualified(type)
    let beginning = name.prefix { $0 != "<" }
    return beginning.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
  }

  /// The name of the type that a type of keys belongs to, or that of the keys if they aren't called `CodingKeys`.
  static func around(_ keys: any CodingKey.Type) -> String {
    let name = qualified(keys)
    let suffix = ".CodingKeys"
    guard name.hasSuffix(suffix) else { return of(keys) }
    let outer = name.dropLast(suffix.count)
    let start = outer.prefix { $0 != "<" }.lastIndex(of: ".")
    return String(start.map { outer[outer.index(after: $0)...] } ?? outer)
  }

  /// The name for an error, truncated, since those of generic types can be long.
  package static func shown(_ type: any Any.Type) -> String { shown(of(type)) }

  static func shown(_ name: String) -> String { name.shown(upTo: 80) }
}
