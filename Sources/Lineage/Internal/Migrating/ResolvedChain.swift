/// The types of a chain, newest first, with everything that can be computed without data.
///
/// It is `Sendable`, because the allocated names never change.
final class ResolvedChain: @unchecked Sendable {
  let links: [ChainLink]
  /// What is wrong with the chain; nil if it is valid.
  let problem: VersionChain.Problem?
  /// The possible locations of a version, the newest type's first, with the links that use them.
  let places: [Place]
  /// The link for data without a version.
  let unversioned: Int?
  /// The versions of the first links, which are searched linearly, if the newest is a number and all versions have the
  /// same location.
  let numbers: [Int]

  struct Place {
    let location: VersionLocation
    let names: KeyNamePath
    var versions: VersionIndex

    init(_ location: VersionLocation) {
      self.location = location
      names = KeyNamePath(copying: location.keys)
      versions = VersionIndex(at: location)
    }
  }

  /// Longer than any real chain. The chain of a generic type can be endless.
  private static let maximumLength = 10_000

  private static let known = TypeTable<ResolvedChain>()

  /// The chain of a type, which is resolved once and then cached.
  static func of<Value: VersionedCodable>(_ type: Value.Type) -> ResolvedChain {
    unretained(of: type).object
  }

  /// Like `of(_:)`, without a retain and release.
  @inline(__always)
  static func unretained<Value: VersionedCodable>(
    of type: Value.Type
  ) -> Unretained<ResolvedChain> {
    known.object(of: type, orStoring: ResolvedChain(endingIn: type))
  }

  init(endingIn type: any VersionedCodable.Type) {
    (links, problem) = Self.follow(type)
    var places: [Place] = []
    for (index, link) in links.enumerated() where !link.location.keys.isEmpty {
      let place = places.firstIndex { $0.location == link.location } ?? places.count
      if place == places.count { places.append(Place(link.location)) }
      if link.version != .unversioned { places[place].versions.add(link.version, of: index) }
    }
    self.places = places
    unversioned = links.firstIndex { $0.version == .unversioned }
    numbers =
      problem == nil && places.count == 1 ? Self.numbers(of: links, at: places[0].location) : []
  }

  deinit {
    for place in places { place.names.deallocate() }
  }

  /// The versions of the first links, up to one that isn't a number at a location. They are as few as
  /// a `VersionIndex` searches linearly.
  private static func numbers(of links: [ChainLink], at location: VersionLocation) -> [Int] {
    var numbers: [Int] = []
    for link in links.prefix(VersionIndex.comparedOneByOne) {
      guard case .integer(let number) = link.version, link.location == location else { break }
      numbers.append(number)
    }
    return numbers
  }

  /// Follows `PreviousVersion` to the end of the chain, and returns the links with the first
  /// problem.
  private static func follow(
    _ type: any VersionedCodable.Type
  ) -> ([ChainLink], VersionChain.Problem?) {
    var links: [ChainLink] = []
    var versions = VersionIndex()
    var problem: VersionChain.Problem?
    var next = type == NothingOlder.self ? nil : type
    // To detect a cycle, the types after 1, 2, 4, 8 … links are compared with each following one.
    // This needs no table of all types, whose metadata would have to be instantiated first.
    var setAside: (any VersionedCodable.Type)?
    while let older = next {
      if older == setAside { return cycle(in: links) }
      guard links.count < maximumLength else { return (links, .endless(type: TypeName.of(type))) }
      if links.count & (links.count &- 1) == 0 { setAside = older }
      let link = ChainLink(older)
      if problem == nil {
        if let other = versions.link(of: link.version, among: links) {
          let types = [link.typeName, links[other].typeName]
          problem =
            link.version == .unversioned
            ? .twoUnversioned(types: types) : .duplicateVersion(link.version, types: types)
        } else {
          versions.add(link.version, of: links.count)
        }
      }
      links.append(link)
      next = link.previous
    }
    return (links, problem)
  }

  /// The links of a chain with a cycle, without repetition.
  private static func cycle(in links: [ChainLink]) -> ([ChainLink], VersionChain.Problem?) {
    var visited: Set<ObjectIdentifier> = []
    let once = links.prefix { visited.insert(ObjectIdentifier($0.type)).inserted }
    let again = once.last?.previous ?? NothingOlder.self
    return (Array(once), .cycle(through: once.map(\.typeName) + [TypeName.of(again)]))
  }

  /// The description of the chain. That of an endless chain contains only its beginning.
  var description: VersionChain {
    var shown = links[...]
    if case .endless = problem { shown = links.prefix(10) }
    return VersionChain(
      links: shown.map {
        VersionChain.Link(version: $0.version, location: $0.location, type: $0.typeName)
      },
      problem: problem)
  }

  /// The names of the types from a link to the newest, oldest first.
  func typeNames(from start: Int) -> [String] { links[0...start].reversed().map(\.typeName) }
}
