/// A coding key with any name.
struct AnyKey: CodingKey, Hashable {
  var stringValue: String
  var intValue: Int?

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init(intValue: Int) {
    self.intValue = intValue
    stringValue = "\(intValue)"
  }
}
