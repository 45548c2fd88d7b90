/// A dictionary key that can be any text. Two keys are equal if their texts are.
protocol TextKey: Codable, CodingKeyRepresentable, Hashable {
  init(rawValue: String)
  var rawValue: String { get }
}
