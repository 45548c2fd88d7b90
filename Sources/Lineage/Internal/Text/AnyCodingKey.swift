/// A coding key with any name or index.
struct AnyCodingKey: CodingKey, Hashable {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.init(stringValue)
  }

  init(_ name: String, intValue: Int? = nil) {
    self.stringValue = name
    self.intValue = intValue
  }

  init(intValue: Int) {
    self.stringValue = "\(intValue)"
    self.intValue = intValue
  }

  /// The key of an array element, named as in Foundation's coders.
  init(index: Int) {
    self.stringValue = "Index \(index)"
    self.intValue = index
  }

  static let `super` = AnyCodingKey("super")
}
