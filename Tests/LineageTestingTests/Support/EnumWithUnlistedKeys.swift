/// An enum with payloads whose keys can't be listed.
enum EnumWithUnlistedKeys: Codable {
  case to(String)

  struct Key: CodingKey {
    let stringValue = "to"
    var intValue: Int? { nil }
    init() {}
    init?(stringValue: String) { if stringValue != "to" { return nil } }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    guard let key = container.allKeys.first,
      let name = try container.decode([String: String].self, forKey: key)["_0"]
    else { throw CancellationError() }
    self = .to(name)
  }

  func encode(to encoder: any Encoder) throws {
    let name =
      switch self {
      case .to(let name): name
      }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(["_0": name], forKey: Key())
  }
}
