/// An index of a chain's links by version. Links are added from the newest to the oldest.
struct VersionIndex {
  /// The location of the versions; nil for links with any location.
  private let location: VersionLocation?
  private(set) var isEmpty = true
  /// The links after those that are searched linearly.
  private var others: [AnyVersion: Int] = [:]

  /// The number of links that are searched linearly. Most chains are shorter, and instantiating the
  /// metadata of a dictionary would take longer than decoding their data.
  static let comparedOneByOne = 16

  init(at location: VersionLocation? = nil) {
    self.location = location
  }

  mutating func add(_ version: AnyVersion, of link: Int) {
    isEmpty = false
    if link >= Self.comparedOneByOne { others[version] = link }
  }

  /// The index of the link with a version among those that were added, which are the first in
  /// `links`.
  func link(of version: AnyVersion, among links: [ChainLink]) -> Int? {
    for (index, link) in links.prefix(Self.comparedOneByOne).enumerated()
    where link.version == version && (location == nil || link.location == location) {
      return index
    }
    return others.isEmpty ? nil : others[version]
  }
}
