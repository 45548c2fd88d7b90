/// The types of a chain, newest first, with everything that can be computed without data.
///
/// It is `Sendable`, because the allocated names never change.
final class ResolvedChain: @unchecked Sendable {
  let links: [ChainLink]
  /// What is wrong with the chain; nil if it is valid.
  let problem: VersionChain.Problem?
  /// The possible locations of a version, the newest type's first, with the links that use them.
  private let places: [Place]
  /// The link for data without a version.
  let unversioned: Int?
  /// The newest version, if it is a number and all versions have the same location.
  private let newest: Int?
  /// In such a chain, the versions of the first links, which are searched linearly.
  private let numbers: [Int]

  private struct Place {
    let location: VersionLocation
    let names: KeyNamePath
    var links: VersionIndex

    init(_ location: VersionLocation) {
      self.location = location
      names = KeyNamePath(copying: location.keys)
      links = VersionIndex(at: location)
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
      numbers = Self.numbers(of: links, at: places[0].location)
    } else {
      newest = nil
      numbers = []
    }
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

  // MARK: - Finding the version

  /// The version in a value, known or unknown; nil if it has none.
  func versionFound(in field: Field) -> FoundVersion? {
    find(in: field)?.version
  }

  /// The version in a document; nil if the whole document must be read to find it.
  @inline(__always)
  func version(in document: JSONSkimmer) -> AnyVersion? {
    if places.count == 1, !places[0].links.isEmpty {
      return document.version(at: places[0].names)?.version
    }
    return versionAtAnyPlace(in: document)
  }

  @inline(never)
  private func versionAtAnyPlace(in document: JSONSkimmer) -> AnyVersion? {
    // If one location can't be skimmed, its version might take precedence over those at later
    // locations.
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

  /// Looks for the version at all locations, and prefers a known one at its own location. A newer
  /// version at the newest type's location takes precedence over versions at older locations.
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

  /// The index of the link to decode a value as, if that can be found quickly: by a number in a tree.
  @inline(__always)
  func numberedLink(for field: Field) -> Int? {
    guard let newest, let number = number(in: field),
      let link = number == newest ? 0 : numbers.firstIndex(of: number)
    else { return nil }
    if field.state.pointee.marksReads { markVersionRead(of: link, in: field) }
    return link
  }

  /// The number at the location of the newest type's version; nil if finding it needs the slow
  /// path.
  @inline(__always)
  private func number(in field: Field) -> Int? {
    let state = field.state
    if state.pointee.convertsKeys { return nil }
    return field.tree.number(at: places[0].names, in: field.slot)
  }

  /// Records that a number, which was found, and the objects around it were read.
  @inline(never)
  private func markVersionRead(of link: Int, in field: Field) {
    let names = places[0].names
    var member = field.slot
    for index in 0..<names.count {
      member = field.tree.member(names[index], from: field.tree[member].firstChild)
      field.state.markRead(member, in: field.tree)
    }
    links[link].readableSinceLocation?.markRead(in: field)
  }

  /// The index of the link to decode a value as, for the given version or the one found in the
  /// value.
  @inline(never)
  func link(for field: Field, version given: AnyVersion?) throws(LinkNotFound) -> Int {
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

  /// A value at a location that only an unversioned type declares.
  struct MisplacedVersion {
    let location: VersionLocation
    let reason: MigrationError.Reason
  }

  func strayVersion(in field: Field) -> MisplacedVersion? {
    for place in places where place.links.isEmpty {
      guard let version = FoundVersion(at: place.location, in: field)?.version else { continue }
      var reason = reason(for: version)
      // It would say that this was found where the known versions are.
      if case .malformedVersion = reason { reason = .unknownVersion(found: version) }
      return MisplacedVersion(location: place.location, reason: reason)
    }
    return nil
  }

  /// The reason for the error about an unknown version.
  private func reason(for found: AnyVersion) -> MigrationError.Reason {
    let known = links.map(\.version).filter { $0 != .unversioned }
    guard let newest = known.first, let oldest = known.last else {
      return .newerVersion(found: found, newest: .unversioned)
    }
    if tellsOrder(known) {
      if newest.isOlder(than: found) == true { return .newerVersion(found: found, newest: newest) }
      if found.isOlder(than: oldest) == true { return .olderVersion(found: found, oldest: oldest) }
    }
    let isOfKnownKind = known.contains { $0.isOlder(than: found) != nil }
    return isOfKnownKind ? .unknownVersion(found: found) : .malformedVersion(found: found.kind)
  }

  /// Whether one can tell from versions, newest first, whether another one is older or newer. Names may be
  /// in any order.
  private func tellsOrder(_ versions: [AnyVersion]) -> Bool {
    if versions.count == 1, case .string(let name) = versions[0] {
      return name.contains(where: \.isNumber)
    }
    return zip(versions.dropFirst(), versions).allSatisfy { $0.isOlder(than: $1) != false }
  }

  /// The chain, for errors; nil for that of `NothingOlder`.
  var tried: TriedChain? { links.first.map { TriedChain(to: $0.type) } }

  /// The names of the types from a link to the newest, oldest first.
  func typeNames(from start: Int) -> [String] { links[0...start].reversed().map(\.typeName) }

  // MARK: - Migrating

  // Nested values recurse through these functions. Rare paths and large locals are in functions of their own,
  // so that a level takes little stack.

  // This is the only code that migrates up a chain. It is a loop, so long chains need no stack. The last
  // step, nearly always the only one, is outside the loop, because there the types are known: boxing a
  // value takes as long as decoding three fields.

  /// Decodes a value as the type of a link, and migrates it step by step to the newest, which must
  /// be `type`.
  func walk<Value: VersionedCodable>(
    from start: Int, to type: Value.Type, _ field: Field
  ) throws -> Value {
    let decoder = field.decoder(filling: .error)
    return UnknownFieldsInSteps.areWatched(in: field)
      ? try runSteps(from: start, to: type, field, decoder)
      : try runOutermostSteps(from: start, to: type, field, decoder)
  }

  @inline(never)
  private func runOutermostSteps<Value: VersionedCodable>(
    from start: Int, to type: Value.Type, _ field: Field, _ decoder: ValueDecoder
  ) throws -> Value {
    let unknownFields = UnknownFieldsInSteps(of: field)
    defer { unknownFields.end() }
    let value = try unknownFields.recording {
      try runSteps(from: start, to: type, field, decoder)
    }
    try unknownFields.check(value, userInfo: decoder.userInfo)
    return value
  }

  @inline(never)
  private func runSteps<Value: VersionedCodable>(
    from start: Int, to type: Value.Type, _ field: Field, _ decoder: ValueDecoder
  ) throws -> Value {
    let old =
      start == 1
      ? try Value.PreviousVersion.decodeVersion(field)
      : try oldValue(Value.PreviousVersion.self, from: start, field, decoder)
    return try runStep(to: 0, foundAt: start, decoder) { try Value.migrated(from: old, in: $0) }
  }

  /// The value before the last step of several.
  @inline(never)
  private func oldValue<Old: VersionedCodable>(
    _ type: Old.Type, from start: Int, _ field: Field, _ decoder: ValueDecoder
  ) throws -> Old {
    var value = try links[start].decode(field)
    for index in (1..<start).reversed() {
      value = try runStep(to: index, foundAt: start, decoder) {
        try links[index].step(from: value, in: $0)
      }
    }
    return uncheckedDowncast(value, to: ChainBox<Old>.self).value
  }

  @inline(__always)
  private func runStep<Value>(
    to index: Int, foundAt start: Int, _ decoder: ValueDecoder, _ migrate: (Step) throws -> Value
  ) throws -> Value {
    let step = Step(decoder, versionFound: links[start].version)
    do {
      return try step.run { try migrate(step) }
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

/// No type of a chain fits the data.
///
/// It is a reference, because the caller reserves stack for it at every level of nesting.
final class LinkNotFound: Error {
  let reason: MigrationError.Reason

  init(reason: MigrationError.Reason) {
    self.reason = reason
  }
}
