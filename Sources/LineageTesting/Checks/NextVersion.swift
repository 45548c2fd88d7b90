import Lineage

/// The version in which a change is possible: the newest, or the one after it if that has shipped.
struct NextVersion {
  let name: String
  /// Whether it is in the chain.
  let isInChain: Bool

  /// How to make a change of a version that has shipped.
  var advice: String {
    isInChain
      ? "If it is needed, make it in \(name)."
      : "If it is needed, add \(name), and make it there."
  }
}

extension FixtureCheck {
  /// The version in which a change is possible.
  var nextVersion: NextVersion {
    if !isShipped(newest) { return NextVersion(name: newest.version.inWords, isInChain: true) }
    guard case .integer(let number) = newest.version, number < .max else {
      return NextVersion(name: "a new version", isInChain: false)
    }
    return NextVersion(name: "version \(number + 1)", isInChain: false)
  }
}
