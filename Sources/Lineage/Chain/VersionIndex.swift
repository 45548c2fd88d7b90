/// The links of a chain by their versions, added from the newest to the oldest.
struct VersionIndex {
  private var first: [(version: AnyVersion, link: Int)] = []
  private var others: [AnyVersion: Int] = [:]

  /// How many versions are compared one by one. Most chains are no longer than that, and the first use
  /// of a table takes the runtime longer than all of their data.
  private static let comparedOneByOne = 16

  var isEmpty: Bool { first.isEmpty }

  mutating func add(_ version: AnyVersion, of link: Int) {
    if first.count < Self.comparedOneByOne {
      first.append((version, link))
    } else {
      others[version] = link
    }
  }

  func link(of version: AnyVersion) -> Int? {
    for entry in first where entry.version == version { return entry.link }
    return others.isEmpty ? nil : others[version]
  }
}
