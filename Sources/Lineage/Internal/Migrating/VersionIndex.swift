/// The links of a chain by their versions, added from the newest to the oldest.
struct VersionIndex {
  /// Where the versions stand; nil for links of every place.
  private let location: VersionLocation?
  private(set) var isEmpty = true
  /// The links after those that are compared one by one.
  private var others: [AnyVersion: Int] = [:]

  /// How many links are compared one by one. Most chains are no longer than that, and the first use of a
  /// table takes the runtime longer than all of their data.
  private static let comparedOneByOne = 16

  init(at location: VersionLocation? = nil) {
    self.location = location
  }

  mutating func add(_ version: AnyVersion, of link: Int) {
    isEmpty = false
    if link >= Self.comparedOneByOne { others[version] = link }
  }

  /// The link of a version among those that were added, which are the first of `links`.
  func link(of version: AnyVersion, among links: [ChainLink]) -> Int? {
    for (index, link) in links.prefix(Self.comparedOneByOne).enumerated()
    where link.version == version && (location == nil || link.location == location) {
      return index
    }
    return others.isEmpty ? nil : others[version]
  }
}
