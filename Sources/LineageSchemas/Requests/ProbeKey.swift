/// The key of a member or the index of an element.
package struct ProbeKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  package init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  package init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  static let `super` = ProbeKey(stringValue: "super")
  /// Represents every key of an object that accepts any key.
  static let anything = "any key"
}
