/// A description of the versions in a type's chain, newest first.
public struct VersionChain: Hashable, Sendable {
  /// A version in the chain.
  public struct Link: Hashable, Sendable {
    /// The version of the type.
    public let version: AnyVersion
    /// Where data of this version stores it.
    public let location: VersionLocation
    /// The name of the type.
    public let type: String

    /// Creates a link, to compare with others in tests.
    public init(version: AnyVersion, location: VersionLocation = .key("version"), type: String) {
      self.version = version
      self.location = location
      self.type = type
    }
  }

  /// The versions, newest first.
  public let links: [Link]

  /// What is wrong with the chain; nil if it is valid.
  public let problem: Problem?

  /// A mistake in how the types are linked, found when the chain is first used.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Problem: Hashable, Sendable {
    /// Following `PreviousVersion` leads back to a type in the chain.
    case cycle(through: [String])
    /// Two types have the same version.
    case duplicateVersion(AnyVersion, types: [String])
    /// Two types have no version, so their data can't be told apart.
    case twoUnversioned(types: [String])
    /// The chain doesn't end: a generic type whose `PreviousVersion` is another specialization of
    /// itself.
    case endless(type: String)
  }

  /// Creates a chain, to compare with others in tests.
  public init(links: [Link], problem: Problem? = nil) {
    self.links = links
    self.problem = problem
  }
}

extension VersionChain: CustomStringConvertible {
  /// One line per version, newest first, with the version and its type.
  public var description: String {
    links.map { "\($0.version) \($0.type)" }.joined(separator: "\n")
  }
}
