/// The versions that lead to a type, newest first, described as a value.
public struct VersionChain: Hashable, Sendable {
  /// One version of the chain.
  public struct Link: Hashable, Sendable {
    /// The version that the type stands for.
    public let version: AnyVersion
    /// Where that version stands in data of this shape.
    public let location: VersionLocation
    /// The name of the type.
    public let type: String

    /// Describes a link, to compare one with.
    public init(version: AnyVersion, location: VersionLocation = .key("version"), type: String) {
      self.version = version
      self.location = location
      self.type = type
    }
  }

  /// The versions, newest first.
  public let links: [Link]

  /// What is wrong with the chain itself; nil when it is in order.
  public let problem: Problem?

  /// A mistake in how the types are linked, found when the chain is first used.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Problem: Hashable, Sendable {
    /// Following `PreviousVersion` comes back to a type that was there before.
    case cycle(through: [String])
    /// Two types claim the same version.
    case duplicateVersion(AnyVersion, types: [String])
    /// Two types claim data that has no version, so it can't be told which it is.
    case twoUnversioned(types: [String])
    /// The chain goes on past every sensible length: a generic type that previous-versions itself.
    case endless(type: String)
  }

  /// Describes a chain, to compare one with.
  public init(links: [Link], problem: Problem? = nil) {
    self.links = links
    self.problem = problem
  }
}

extension VersionChain: CustomStringConvertible {
  /// A line for each version, newest first: the version and its type.
  public var description: String {
    links.map { "\($0.version) \($0.type)" }.joined(separator: "\n")
  }
}
