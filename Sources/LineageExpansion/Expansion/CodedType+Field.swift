extension CodedType {
  /// A property with its key.
  struct Field {
    enum Reading {
      /// A missing field is nil if the property is optional, and an error otherwise.
      case unfilled
      /// A missing field keeps the initial value.
      case filled
      /// A missing field gets the value of an expression.
      case filling(Filling)
    }

    /// The value of a missing field.
    struct Filling {
      let value: Range<Int>
      /// The type of the property.
      let type: Range<Int>
      /// The property wrappers around the value, from the inside to the outside.
      let wrappers: [Attribute]
    }

    let name: String
    /// The property that has the storage: another one for a property wrapper or an observed property.
    let storage: String
    var key: String
    /// The case of `CodingKeys`, as it is written.
    var keyCase: String
    /// The literal of an own key.
    var keyLiteral: String?
    let reading: Reading
    /// Whether nil has to be written, since a missing field would be filled with something else.
    let writesNull: Bool
    /// Whether the property has a value without an initializer.
    let isInitialized: Bool
    let property: Property
  }
}
