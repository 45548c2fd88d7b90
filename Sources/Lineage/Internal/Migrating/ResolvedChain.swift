/// The types of a chain, newest first, with everything that can be found out before there is data.
///
/// Sendable, since nobody changes the names that are kept by their bytes.
final class ResolvedChain: @unchecked Sendable {
  let links: [ChainLink]
  /// What is wrong with the chain itself.
  let problem: VersionChain.Problem?
  /// The places where a version may stand, the newest type's first, with the links that put it there.
  private let places: [Place]
  /// The link for data without a version.
  let unversioned: Int?
  /// The newest version, if it is a number and stands at the only place where one may stand.
  private let newest: Int?

  private struct Place {
    let location: VersionLocation
    let names: KeyNamePath
    var links: VersionIndex

    init(_ location: VersionLocation) {
      self.location = location
      names = KeyNamePath(keeping: location.keys)
      links = VersionIndex(at: location)
    }
  }

  /// Longer than any chain that people write; a generic type can go on forever.
  private static let maximumLength = 10_000

  private static let known = TypeTable<ResolvedChain>()

  /// The chain of a type, which is found once and then kept.
  static func of<Value: VersionedCodable>(_ type: Value.Type) -> ResolvedChain {
    unretained(of: type).takeUnretainedValue()
  }

  /// The chain of a type, for who wants to save counting the references to it.
  @inline(__always)
  static func unretained<Value: VersionedCodable>(of type: Value.Type) -> Unmanaged<ResolvedChain> {
    known.object(of: type) ?? known.store(ResolvedChain(endingIn: type), of: type)
  }

  init(endingIn type: any VersionedCodable.Type) {
    (links, problem) = Self.follow(type)
    var places: [Place] = []
    for (index, link) in links.enumerated() where !link.location.keys.isEmpty {
      let place = places.firstIndex { $0.location == link.location } ?? places.count
      if place == places.count { places.append(Place(link.location)) }
      if link.version != .unversioned { places[place].links.add(link.version, of: index) }
    }
    self.places = places
    unversioned = links.firstIndex { $0.version == .unversioned }
    if problem == nil, places.count == 1, let first = links.first,
      first.location == places[0].location, case .integer(let number) = first.version
    {
      newest = number
    } else {
      newest = nil
    }
  }

  deinit {
    for place in places { place.names.deallocate() }
  }

  /// Follows `PreviousVersion` to the end, or to the first mistake.
  private static func follow(
    _ type: any VersionedCodable.Type
  ) -> ([ChainLink], VersionChain.Problem?) {
    var links: [ChainLink] = []
    var versions = VersionIndex()
    var problem: VersionChain.Problem?
    var next = type == NothingOlder.self ? nil : type
    // A chain that comes back to where it was meets one of the types that are set aside after 1, 2, 4, 8
    // links. That takes no table of all types, which the runtime would have to put together first.
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

  /// The links up to where a chain comes back to one of its types.
  private static func cycle(in links: [ChainLink]) -> ([ChainLink], VersionChain.Problem?) {
    var visited: Set<ObjectIdentifier> = []
    let once = links.prefix { visited.insert(ObjectIdentifier($0.type)).inserted }
    let again = once.last?.previous ?? NothingOlder.self
    return (Array(once), .cycle(through: once.map(\.typeName) + [TypeName.of(again)]))
  }

  /// The chain as a value; of a chain without an end, the beginning.
  var description: VersionChain {
    var shown = links[...]
    if case .endless = problem { shown = links.prefix(10) }
    return VersionChain(
      links: shown.map {
        VersionChain.Link(version: $0.version, location: $0.location, type: $0.typeName)
      },
      problem: problem)
  }

  // MARK: - Finding the version

  /// The version that stands in a value, whether or not it is known; nil where there is none.
  func versionFound(in field: Field) -> FoundVersion? {
    find(in: field)?.version
  }

  /// The version that stands in a document; nil where that takes a reader of the whole document.
  @inline(__always)
  func version(in document: JSONSkimmer) -> AnyVersion? {
    if places.count == 1, !places[0].links.isEmpty {
      return document.version(at: places[0].names)?.version
    }
    return versionAtAnyPlace(in: document)
  }

  @inline(never)
  private func versionAtAnyPlace(in document: JSONSkimmer) -> AnyVersion? {
    // What can't be told of one place may count more than what stands at another.
    var isSure = true
    let found = find { place in
      let found = isSure ? document.version(at: place.names) : nil
      isSure = found != nil
      return found
    }
    return isSure ? found?.version.version : nil
  }

  private func find(in field: Field) -> (version: FoundVersion, link: Int?)? {
    let found = find { FoundVersion(at: $0.location, in: field) }
    if let link = found?.link {
      links[link].location.markRead(in: field)
      links[link].readableSinceLocation?.markRead(in: field)
    }
    return found
  }

  /// Looks at all places, and prefers one with a version that belongs there. A newer version at the
  /// newest place counts whatever stands in old places.
  private func find(
    lookingAt look: (Place) -> FoundVersion?
  ) -> (version: FoundVersion, link: Int?)? {
    var first: FoundVersion?
    for place in places where !place.links.isEmpty {
      guard let found = look(place) else { continue }
      if let version = found.version {
        if let link = place.links.link(of: version, among: links) { return (found, link) }
        if first == nil, place.location == links.first?.location, isNewer(version) {
          return (found, nil)
        }
      }
      first = first ?? found
    }
    return first.map { ($0, nil) }
  }

  private func isNewer(_ version: AnyVersion) -> Bool {
    links[0].version.isOlder(than: version) == true
  }

  /// The link to decode a value as: that of a version known from elsewhere, or the one found in it.
  @inline(__always)
  func link(for field: Field, version given: AnyVersion?) throws(LinkNotFound) -> Int {
    if given == nil, let newest, number(in: field) == newest { return 0 }
    return try anyLink(for: field, version: given)
  }

  /// The number that stands where the version of the newest type does; nil where that takes a
  /// longer look.
  @inline(__always)
  private func number(in field: Field) -> Int? {
    let state = field.state
    if field.isForeign || state.pointee.tracksReads || state.pointee.convertsKeys { return nil }
    return field.tree.number(at: places[0].names, in: field.slot)
  }

  @inline(never)
  private func anyLink(for field: Field, version given: AnyVersion?) throws(LinkNotFound) -> Int {
    if let problem { throw LinkNotFound(reason: .brokenChain(problem)) }
    if let given {
      if given == .unversioned { return try unversionedLink() }
      if let known = links.firstIndex(where: { $0.version == given }) { return known }
      throw LinkNotFound(reason: reason(for: given))
    }
    guard let found = find(in: field) else { return try unversionedLink() }
    if let link = found.link { return link }
    switch found.version {
    case .malformed(let kind): throw LinkNotFound(reason: .malformedVersion(found: kind))
    case .version(let version): throw LinkNotFound(reason: reason(for: version))
    }
  }

  private func unversionedLink() throws(LinkNotFound) -> Int {
    guard let unversioned else { throw LinkNotFound(reason: .missingVersion) }
    return unversioned
  }

  /// Something that stands where only data of an unversioned type would have its version.
  struct MisplacedVersion {
    let location: VersionLocation
    let reason: MigrationError.Reason
  }

  func strayVersion(in field: Field) -> MisplacedVersion? {
    for place in places where place.links.isEmpty {
      guard let version = FoundVersion(at: place.location, in: field)?.version else { continue }
      return MisplacedVersion(location: place.location, reason: reason(for: version))
    }
    return nil
  }

  /// Why a version is not among the known ones.
  private func reason(for found: AnyVersion) -> MigrationError.Reason {
    let known = links.lazy.map(\.version).filter { $0 != .unversioned }
    guard let newest = known.first, let oldest = known.last else {
      return .newerVersion(found: found, newest: .unversioned)
    }
    if newest.isOlder(than: found) == true { return .newerVersion(found: found, newest: newest) }
    if found.isOlder(than: oldest) == true { return .olderVersion(found: found, oldest: oldest) }
    let isOfKnownKind = known.contains { $0.isOlder(than: found) != nil }
    return isOfKnownKind ? .unknownVersion(found: found) : .malformedVersion(found: found.kind)
  }

  /// The chain, for errors; nil for that of `NothingOlder`.
  var tried: TriedChain? { links.first.map { TriedChain(to: $0.type) } }

  /// The names of the types from one link to the newest, oldest first.
  func typeNames(from start: Int) -> [String] { links[0...start].reversed().map(\.typeName) }

  // MARK: - Walking

  // Values nest by way of these functions, so what is rare or large is in functions of its own: the stack of
  // a small thread is what limits how deep.

  /// Decodes a value as the type of one link and takes all the steps from there to the newest.
  func walk(from start: Int, _ field: Field) throws -> AnyObject {
    let decoder = field.decoder(filling: .error)
    return UnknownFieldsInSteps.areWatched(in: field)
      ? try takeSteps(from: start, field, decoder)
      : try takeOutermostSteps(from: start, field, decoder)
  }

  @inline(never)
  private func takeOutermostSteps(
    from start: Int, _ field: Field, _ decoder: ValueDecoder
  ) throws -> AnyObject {
    let unknownFields = UnknownFieldsInSteps(of: field)
    defer { unknownFields.end() }
    let value = try unknownFields.noting { try takeSteps(from: start, field, decoder) }
    try unknownFields.check(value, as: links[0], userInfo: decoder.userInfo)
    return value
  }

  /// The only place where a chain is walked, and it is a loop: long chains need no stack.
  @inline(never)
  private func takeSteps(
    from start: Int, _ field: Field, _ decoder: ValueDecoder
  ) throws -> AnyObject {
    var value = try links[start].decode(field)
    for index in (0..<start).reversed() {
      value = try takeStep(to: index, from: value, foundAt: start, decoder)
    }
    return value
  }

  @inline(never)
  private func takeStep(
    to index: Int, from old: AnyObject, foundAt start: Int, _ decoder: ValueDecoder
  ) throws -> AnyObject {
    let step = Step(decoder, versionFound: links[start].version)
    do {
      return try step.take { try links[index].step(from: old, in: step.context) }
    } catch {
      throw explanation(of: error, in: step, to: index)
    }
  }

  @inline(never)
  private func explanation(of error: any Error, in step: Step, to index: Int) -> MigrationError {
    if let error = error as? MigrationError, step.hasExplained(error) { return error }
    return MigrationError(
      .stepFailed(from: links[index + 1].version, to: links[index].version),
      in: links[0].type, chain: tried, at: step.decoder.codingPath, underlying: error)
  }
}

extension AnyVersion {
  /// What a person would call it where another kind was expected.
  fileprivate var kind: String {
    switch self {
    case .integer: "a number"
    case .string: "a string"
    case .unversioned: "null"
    }
  }
}

/// No type of a chain fits the data.
///
/// A reference, since whoever decodes a value has room for one on the stack.
final class LinkNotFound: Error {
  let reason: MigrationError.Reason

  init(reason: MigrationError.Reason) {
    self.reason = reason
  }
}
