/// A coding key with any name or index.
///
/// It fits into an existential without an allocation, because decoders that try one type after the
/// other make a coding path for each value.
struct AnyCodingKey: CodingKey {
  private enum Content {
    case name(String)
    /// A name whose integer value is the number that it spells, if it does.
    case number(String)
    case index(Int)
  }

  private let content: Content

  init(stringValue: String) {
    self.init(stringValue)
  }

  init(_ name: String) {
    content = .name(name)
  }

  /// The key of a dictionary's member, which has an integer value if its name is a number.
  init(ofMember name: String) {
    content = .number(name)
  }

  init(intValue: Int) {
    content = .number("\(intValue)")
  }

  /// The key of an array element, named as in Foundation's coders.
  init(index: Int) {
    content = .index(index)
  }

  static let `super` = AnyCodingKey("super")

  var stringValue: String {
    switch content {
    case .name(let name), .number(let name): name
    case .index(let index): "Index \(index)"
    }
  }

  var intValue: Int? {
    switch content {
    case .name: nil
    case .number(let name): Int(name)
    case .index(let index): index
    }
  }
}

extension AnyCodingKey: Hashable {
  static func == (first: AnyCodingKey, second: AnyCodingKey) -> Bool {
    first.stringValue == second.stringValue && first.intValue == second.intValue
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(stringValue)
  }
}
