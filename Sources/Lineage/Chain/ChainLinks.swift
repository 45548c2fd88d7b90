/// No type of a chain fits the data.
struct LinkNotFound: Error {
  let reason: MigrationError.Reason
}

/// The types of a chain, newest first, with everything that can be found out before there is data.
final class ChainLinks: Sendable {
  let links: [ChainLink]
  let description: VersionChain
  /// The places where a version may stand, the newest type's first, with the links that put it there.
  private let places: [Place]
  /// The link for data without a version.
  private let unversioned: Int?

  private struct Place {
    let location: VersionLocation
    var links: [AnyVersion: Int] = [:]
  }

  /// Longer than any chain that people write; a generic type can go on forever.
  private static let maximumLength = 100_000

  static func of<Value: VersionedCodable>(_ type: Value.Type) -> ChainLinks {
    let plan = PlanRegistry.decodingPlan(for: type)
    if let versioned = plan as? VersionedDecodingPlan<Value> { return versioned.chain }
    return ChainLinks(endingIn: type)
  }

  init(endingIn type: any VersionedCodable.Type) {
    var links: [ChainLink] = []
    var visited: Set<ObjectIdentifier> = []
    var problem: VersionChain.Problem?
    var next: any VersionedCodable.Type = type
    while next != NothingOlder.self {
      guard visited.insert(ObjectIdentifier(next)).inserted else {
        problem = .cycle(through: links.map(\.typeName) + [TypeName.of(next)])
        break
      }
      guard links.count < Self.maximumLength else {
        problem = .endless(type: TypeName.of(type))
        break
      }
      let link = ChainLink.make(next)
      links.append(link)
      next = link.previous
    }

    var places: [Place] = []
    var placeOf: [VersionLocation: Int] = [:]
    var unversioned: Int?
    var typeOf: [AnyVersion: Int] = [:]
    for (index, link) in links.enumerated() {
      if link.version == .unversioned {
        if let other = unversioned {
          problem = problem ?? .twoUnversioned(types: [link.typeName, links[other].typeName])
        }
        unversioned = index
        continue
      }
      if let other = typeOf.updateValue(index, forKey: link.version) {
        problem =
          problem
          ?? .duplicateVersion(link.version, types: [link.typeName, links[other].typeName])
      }
      guard !link.location.keys.isEmpty else { continue }
      let place = placeOf[link.location] ?? places.count
      if place == places.count {
        placeOf[link.location] = place
        places.append(Place(location: link.location))
      }
      places[place].links[link.version] = index
    }

    self.links = links
    self.places = places
    self.unversioned = unversioned
    self.description = VersionChain(
      links: links.prefix(problem == nil ? links.count : 1_000).map {
        VersionChain.Link(version: $0.version, location: $0.location, type: $0.typeName)
      },
      problem: problem)
  }

  // MARK: - Finding the version

  /// The version that stands in a value, whether or not it is known; nil where there is none.
  func versionFound(in field: Field) -> VersionFound? {
    find(in: field)?.version
  }

  /// Looks at all places, and prefers one with a version that belongs there.
  private func find(in field: Field) -> (version: VersionFound, link: Int?)? {
    var first: VersionFound?
    for place in places {
      guard let found = VersionFound(at: place.location, in: field) else { continue }
      if case .version(let version) = found, let link = place.links[version] {
        place.location.markRead(in: field)
        return (found, link)
      }
      first = first ?? found
    }
    return first.map { ($0, nil) }
  }

  /// The link to decode a value as: that of a version known from elsewhere, or the one found in it.
  func link(for field: Field, version given: AnyVersion?) throws(LinkNotFound) -> Int {
    if let problem = description.problem { throw LinkNotFound(reason: .brokenChain(problem)) }
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

  /// Why a version is not among the known ones.
  private func reason(for found: AnyVersion) -> MigrationError.Reason {
    let known = links.lazy.map(\.version).filter { $0 != .unversioned }
    guard let newest = known.first, let oldest = known.last else {
      return .unknownVersion(found: found)
    }
    if newest.isOlder(than: found) == true { return .newerVersion(found: found, newest: newest) }
    if found.isOlder(than: oldest) == true { return .olderVersion(found: found, oldest: oldest) }
    let isOfKnownKind = known.contains { $0.isOlder(than: found) != nil }
    return isOfKnownKind ? .unknownVersion(found: found) : .malformedVersion(found: found.kind)
  }

  // MARK: - Walking

  /// Decodes a value as the type of one link and takes all the steps from there to the newest.
  ///
  /// This is the only place where a chain is walked, and it is a loop: long chains need no stack.
  func walk(from start: Int, _ field: Field) throws -> AnyObject {
    let decoder = field.decoder(filling: .error)
    var value = try links[start].decode(field)
    for index in (0..<start).reversed() {
      let context = MigrationContext(decoder: decoder, versionFound: links[start].version)
      do {
        value = try Step.$current.withValue(Step(context: context)) {
          try links[index].step(from: value, in: context)
        }
      } catch let error as MigrationError {
        throw error
      } catch {
        throw MigrationError(
          .stepFailed(from: links[index + 1].version, to: links[index].version),
          in: links[0].type, chain: description, at: decoder.codingPath, underlying: error)
      }
    }
    return value
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
