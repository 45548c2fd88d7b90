import Lineage

/// The types of the stored properties of learned values.
///
/// A handwritten `init(from:)` may decode a property only for some tags, and not for those that were made up. Its type
/// says that it may be there.
struct StoredProperties {
  private var types: [ObjectIdentifier: any Decodable.Type] = [:]

  /// Adds the properties of a value, with those of its superclasses.
  mutating func add(of value: Any) {
    var mirror: Mirror? = Mirror(reflecting: value)
    while let current = mirror {
      for property in current.children {
        guard let type = Self.content(of: type(of: property.value)) as? any Decodable.Type else {
          continue
        }
        types[ObjectIdentifier(type)] = type
      }
      mirror = current.superclassMirror
    }
  }

  /// Whether one of them has a type with a shape of its own that isn't among those that were asked for.
  func haveOthers(than isAsked: (any Decodable.Type) -> Bool) -> Bool {
    types.values.contains { type in
      !(type is any ScalarShape.Type || type is any KnownShape.Type || SystemType.isOne(type))
        && !isAsked(type)
    }
  }

  /// The type that is wrapped, or that of the elements.
  private static func content(of type: any Any.Type) -> any Any.Type {
    (type as? any PropertyContent.Type).map { content(of: $0.content) } ?? type
  }
}

private protocol PropertyContent {
  static var content: any Any.Type { get }
}

extension Optional: PropertyContent {
  static var content: any Any.Type { Wrapped.self }
}

extension Array: PropertyContent {
  static var content: any Any.Type { Element.self }
}

extension Set: PropertyContent {
  static var content: any Any.Type { Element.self }
}

extension Dictionary: PropertyContent {
  static var content: any Any.Type { Value.self }
}
