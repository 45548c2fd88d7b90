// Finding the version of a value, and the link to decode it as.

extension ResolvedChain {
  /// The version in a value, known or unknown; nil if it has none.
  func versionFound(in field: Field) -> FoundVersion? {
    find(in: field)?.version
  }

  /// The version in a document; nil if the whole document must be read to find it.
  @inline(__always)
  func version(in document: JSONSkimmer) -> AnyVersion? {
    if places.count == 1, !places[0].versions.isEmpty {
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
    let found = find {
      FoundVersion(at: $0.location, in: field, prefersText: newestIsText)
    }
    if let link = found?.link {
      links[link].location.markRead(in: field)
      links[link].readableSinceLocation?.markVersionRead(in: field)
    }
    if found == nil || places.count > 1 { markNullVersionsRead(in: field) }
    return found
  }

  /// Looks for the version at all locations, and prefers a known one at its own location. A newer
  /// version at the newest type's location takes precedence over versions at older locations.
  private func find(
    lookingAt look: (Place) -> FoundVersion?
  ) -> (version: FoundVersion, link: Int?)? {
    var first: FoundVersion?
    for place in places where !place.versions.isEmpty {
      guard let found = look(place) else { continue }
      if let version = found.version {
        if let link = place.versions.link(of: version, among: links) { return (found, link) }
        if first == nil, place.location == links.first?.location, isNewer(version) {
          return (found, nil)
        }
      }
      first = first ?? found
    }
    return first.map { ($0, nil) }
  }

  private var newestIsText: Bool {
    if case .string = links.first?.version { true } else { false }
  }

  private func isNewer(_ version: AnyVersion) -> Bool {
    links[0].version.isOlder(than: version) == true
  }

  /// The index of the link to decode a value as, if that can be found quickly: by a number in a tree.
  @inline(__always)
  func numberedLink(for field: Field) -> Int? {
    guard !numbers.isEmpty, let number = number(in: field),
      let link = numbers.firstIndex(of: number)
    else { return nil }
    if field.state.pointee.marksReads {
      markVersionRead(of: link, in: field)
      if places.count > 1 { markNullVersionsRead(in: field) }
    }
    return link
  }

  /// The number at the location of the newest type's version; nil if finding it needs the slow
  /// path.
  @inline(__always)
  private func number(in field: Field) -> Int? {
    let state = field.state
    if state.pointee.settings.convertsKeys { return nil }
    return field.tree.number(at: places[0].names, in: field.slot)
  }

  /// Records that a number, which was found, and the objects around it were read.
  @inline(never)
  private func markVersionRead(of link: Int, in field: Field) {
    let names = places[0].names
    var member = field.slot
    for index in 0..<names.count {
      member = field.tree.member(names[index], from: field.tree[member].firstChild)
      field.state.markMemberRead(member, in: field.tree)
    }
    links[link].readableSinceLocation?.markVersionRead(in: field)
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

  /// Records that nulls in place of a version were read: other languages write them for a missing one.
  private func markNullVersionsRead(in field: Field) {
    guard field.state.pointee.marksReads else { return }
    for place in places where !place.versions.isEmpty { place.location.markNullRead(in: field) }
  }

  private func unversionedLink() throws(LinkNotFound) -> Int {
    guard let unversioned else { throw LinkNotFound(reason: .missingVersion) }
    return unversioned
  }

  /// A value at a location that only an unversioned type declares.
  struct StrayVersion {
    let location: VersionLocation
    let version: AnyVersion
    let reason: MigrationError.Reason
  }

  func strayVersion(in field: Field) -> StrayVersion? {
    for place in places where place.versions.isEmpty {
      guard let version = FoundVersion(at: place.location, in: field)?.version else { continue }
      var reason = reason(for: version)
      // It would say that this was found where the known versions are.
      if case .malformedVersion = reason { reason = .unknownVersion(found: version) }
      return StrayVersion(location: place.location, version: version, reason: reason)
    }
    return nil
  }

  /// The stray version of a value that otherwise has none, if decoding refuses the value because of it.
  ///
  /// A field of the type without a version isn't one, so the value has to be decoded as that type.
  func versionRefused(in field: Field) -> AnyVersion? {
    guard problem == nil, let unversioned, let stray = strayVersion(in: field) else { return nil }
    field.beginMarkingReads()
    // An error is thrown before it is known whether the value has a version.
    guard (try? links[unversioned].decode(field)) != nil, !stray.location.isRead(in: field) else {
      return nil
    }
    return stray.version
  }

  /// The reason for the error about an unknown version.
  private func reason(for found: AnyVersion) -> MigrationError.Reason {
    let known = links.compactMap(\.version.known)
    guard let newest = known.first, let oldest = known.last else {
      return .newerVersion(found: found, newest: .unversioned)
    }
    if known.hasKnownOrder {
      if newest.isOlder(than: found) == true { return .newerVersion(found: found, newest: newest) }
      if found.isOlder(than: oldest) == true { return .olderVersion(found: found, oldest: oldest) }
    }
    let isOfKnownKind = known.contains { $0.isOlder(than: found) != nil }
    return isOfKnownKind ? .unknownVersion(found: found) : .malformedVersion(found: found.kind)
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
