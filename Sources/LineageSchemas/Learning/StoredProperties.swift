import Lineage

/// The types of the stored properties of learned values.
///
/// A handwritten `init(from:)` may decode a property only for some tags, and not for those that were made up. Its type
/// says that it may be there.
struct StoredProperties {
  private var types: [ObjectIdentifier: any Decodable.Type] = [:]
  /// Whether one of them can be decoded only by code of the type that has it, as any type.
  private(set) var hideTypes = false

  /// Adds the properties of a value, with those of its superclasses.
  mutating func add(of value: Any) {
    var mirror: Mirror? = Mirror(reflecting: value)
    while let current = mirror {
      for property in current.children {
        if Mirror(reflecting: property.value).displayStyle == .tuple {
          // The payload of a case with several values.
          add(of: property.value)
        } else {
          addContents(of: type(of: property.value))
        }
      }
      mirror = current.superclassMirror
    }
  }

  /// Whether one of them has a type with a shape of its own that isn't among those that were asked for.
  func haveOthers(than isAsked: (any Decodable.Type) -> Bool) -> Bool {
    types.values.contains { type in
      !(type is any ScalarShape.Type || SystemType.isOne(type)) && !isAsked(type)
    }
  }

  /// Adds a type, or the types of what is in it.
  private mutating func addContents(of type: any Any.Type) {
    if let known = type as? any KnownShape.Type {
      for content in known.contents { addContents(of: content) }
    } else if let type = type as? any Decodable.Type {
      types[ObjectIdentifier(type)] = type
    } else {
      hideTypes = true
    }
  }
}
