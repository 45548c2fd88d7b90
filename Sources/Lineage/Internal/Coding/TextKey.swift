/// A key of dictionaries that stands for any text, and is equal to another one if their texts are.
protocol TextKey: Codable, CodingKeyRepresentable, Hashable {
  init(rawValue: String)
  var rawValue: String { get }
}
