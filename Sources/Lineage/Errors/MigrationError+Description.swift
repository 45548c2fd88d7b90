// Every sentence that a MigrationError says. What happened comes first, then where and what was
// expected, then what to do. Nothing of the document's content is in it.

extension MigrationError: CustomStringConvertible {
  /// What happened, where, what was expected and what to do next.
  public var description: String {
    [happening, place, detail, remedy, known].compactMap(\.self).joined(separator: " ")
  }

  private var happening: String {
    switch reason {
    case .newerVersion(let found, let newest):
      "This \(documentType) has version '\(found)', but the newest version known here is '\(newest)'."
    case .olderVersion(let found, let oldest):
      "This \(documentType) has version '\(found)', but the oldest version known here is '\(oldest)'."
    case .unknownVersion(let found) where chain.links.contains { $0.version == found }:
      """
      This \(documentType) has version '\(found)', but not where documents of that version have it, \
      which is \(place(of: found)).
      """
    case .unknownVersion(let found):
      "This \(documentType) has version '\(found)', which is not one of the known versions."
    case .missingVersion:
      "This \(documentType) has no version."
    case .malformedVersion(let found):
      "The version of this \(documentType) can't be read: where it should be stands \(found)."
    case .undecodable(.unversioned):
      "This \(documentType) does not have the shape of its type."
    case .undecodable(let version):
      """
      This \(documentType) has version '\(version)', but it does not have the shape of that \
      version's type\(typeName(of: version).map { ", \($0)" } ?? "").
      """
    case .unreadable:
      "The data is not a document that the decoder can read, so no \(documentType) could be found in it."
    case .stepFailed(let from, let to):
      "The step from version \(name(from)) to version \(name(to)) failed."
    case .carryOverFailed(let from, let to) where isMissing:
      "A field of \(to) has no counterpart in \(from), so it can't be carried over."
    case .carryOverFailed(let from, let to):
      "A field of \(from) has another type in \(to), so it can't be carried over by name."
    case .notDowngradable(let from, let to):
      "Version \(name(from)) can't be turned back into version \(name(to))."
    case .downgradeFailed(let from, let to):
      "Turning version \(name(from)) back into version \(name(to)) failed."
    case .notInChain(let type):
      "\(type) is not an older version of \(documentType), so the value can't be written as one."
    case .noPlaceForVersion(let version):
      """
      This \(documentType) can't be written with its version '\(version)', because its place, \
      \(place(of: version)), is in no object or is taken by something else.
      """
    case .brokenChain(let problem):
      "The versions of \(documentType) are not linked correctly: \(problem)"
    case .unusableDefaults(let type):
      "The defaults of \(type) can't be learned, because encoding its init() failed."
    case .misdeclaredType(let type, let problem):
      "\(type) is not declared correctly: \(problem.happening)"
    }
  }

  private var isMisdeclared: Bool {
    if case .misdeclaredType = reason { true } else { false }
  }

  private var place: String? {
    // It is the type that is wrong, and not the place where that was noticed.
    codingPath.isEmpty || isMisdeclared ? nil : "At \(FieldPath(codingPath)):"
  }

  /// What the underlying error adds, if it is one whose words are known to quote nothing.
  private var detail: String? {
    switch underlyingError {
    case let error as DecodingError: sentence(for: error)
    case nil where isMisdeclared: nil
    case nil: codingPath.isEmpty ? nil : "this is the value in question."
    case let error?: "The cause is a \(TypeName.of(type(of: error))), kept as underlyingError."
    }
  }

  private func sentence(for error: DecodingError) -> String {
    switch error {
    case .keyNotFound(_, let context): problem(in: context) ?? "The field is missing."
    case .valueNotFound(_, let context): problem(in: context) ?? "Found null, or nothing."
    case .typeMismatch(let type, let context):
      problem(in: context) ?? "Expected \(TypeName.of(type)), found something else."
    case .dataCorrupted(let context): problem(in: context) ?? "The value is not valid there."
    @unknown default: "The value can't be decoded."
    }
  }

  private func problem(in context: DecodingError.Context) -> String? {
    switch context.underlyingError {
    case let problem as FieldProblem: problem.description
    case let problem as JSONSyntaxError: problem.description
    case let problem as PropertyListError: problem.description
    default: nil
    }
  }

  private var remedy: String {
    switch reason {
    case .newerVersion:
      "It was written by a newer program: open it there, or update this one. Nothing was changed."
    case .olderVersion:
      "Link its type by PreviousVersion, or convert it with a program that still knows it."
    case .unknownVersion:
      "If documents of this version exist, add its type to the chain."
    case .missingVersion:
      """
      Expected it \(expectedPlaces). If documents without a version exist, begin the chain with a \
      type whose version is nil; if the version is known from elsewhere, use \
      decode(versioned:version:from:).
      """
    case .malformedVersion:
      "Expected a version \(expectedPlaces)."
    case .undecodable(.unversioned):
      "If documents like this exist, make the type accept them; otherwise the document is damaged."
    case .undecodable:
      """
      If documents of that version do look like this, mend the type; otherwise the document is \
      damaged.
      """
    case .unreadable:
      "It may be damaged, cut off, or in another format."
    case .stepFailed:
      "Mend the step, so that it accepts every document of the older version."
    case .carryOverFailed(let from, let to) where isMissing:
      """
      Write the step, \(to).init(from: \(from)), name the field's old name in \
      init(carryingOver:renaming:), or make the type DefaultFillable.
      """
    case .carryOverFailed(let from, let to):
      """
      Write the step, \(to).init(from: \(from)), and leave the field out with \
      init(carryingOver:except:).
      """
    case .notDowngradable(let from, _):
      "Make \(typeName(of: from) ?? documentType) conform to Downgradable."
    case .downgradeFailed:
      "Values that the older version has no room for can't be written as it."
    case .notInChain:
      "Name one of the types in the chain."
    case .noPlaceForVersion:
      """
      Let the type write an object and leave that key to the version, or give it the versionLocation \
      .external and keep its version elsewhere.
      """
    case .brokenChain:
      "This is a mistake in the program: mend the types."
    case .unusableDefaults(let type):
      "This is a mistake in the program: mend \(type), so that JSONEncoder can encode its init()."
    case .misdeclaredType(_, let problem):
      "This is a mistake in the program: \(problem.remedy)"
    }
  }

  /// Whether a field was not there at all.
  private var isMissing: Bool {
    if case .keyNotFound? = underlyingError as? DecodingError { true } else { false }
  }

  private func place(of version: AnyVersion) -> String {
    chain.links.first { $0.version == version }.map { place($0.location) } ?? "nowhere"
  }

  private func place(_ location: VersionLocation) -> String {
    location == .external ? "given by the caller" : "under '\(location)'"
  }

  private var expectedPlaces: String {
    let places = chain.links.reduce(into: [String]()) { places, link in
      let place = place(link.location)
      if link.version != .unversioned, !places.contains(place) { places.append(place) }
    }
    return places.isEmpty ? "nowhere" : places.joined(separator: " or ")
  }

  private var known: String? {
    if chain.links.isEmpty || chain.problem != nil { return nil }
    let versions = chain.links.map { name($0.version) }
    let shown = versions.count <= 8 ? versions : versions.prefix(6) + ["…"] + versions.suffix(1)
    return "Versions known: \(shown.joined(separator: ", "))."
  }

  private func name(_ version: AnyVersion) -> String {
    let name = version == .unversioned ? "none" : "'\(version)'"
    return typeName(of: version).map { "\(name) (\($0))" } ?? name
  }

  private func typeName(of version: AnyVersion) -> String? {
    chain.links.first { $0.version == version }?.type
  }
}

extension MigrationError.TypeProblem {
  fileprivate var happening: String {
    switch self {
    case .duplicateTag(let tag):
      "its payloads have two rows with the tag '\(tag)', so their data can't be told apart."
    case .twoUnknownRows:
      "its payloads have two rows for unknown tags, of which the second would never be used."
    case .noKey(let property):
      "its property \(property) is not among its CodingKeys, so unknown fields would be lost."
    }
  }

  fileprivate var remedy: String {
    switch self {
    case .duplicateTag: "give each row a tag of its own."
    case .twoUnknownRows: "remove one of them."
    case .noKey(let property): "add `case \(property)` to its CodingKeys."
    }
  }
}

extension VersionChain.Problem: CustomStringConvertible {
  /// What is wrong, naming the types.
  public var description: String {
    switch self {
    case .cycle(let types):
      "PreviousVersion leads in a circle, \(types.joined(separator: " → "))."
    case .duplicateVersion(let version, let types):
      "\(types.joined(separator: " and ")) both have version '\(version)'."
    case .twoUnversioned(let types):
      "\(types.joined(separator: " and ")) both have no version, so their data can't be told apart."
    case .endless(let type):
      "the chain of \(type) never ends in NothingOlder."
    }
  }
}
