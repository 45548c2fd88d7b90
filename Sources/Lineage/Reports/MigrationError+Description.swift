// The text of a `MigrationError`: what happened, then where and what was expected, then what to do.
// It quotes no content of the document, and truncates long names.

extension MigrationError: CustomStringConvertible {
  /// What happened, where, what was expected and what to do next.
  public var description: String {
    [happening, cause, remedy, known].compactMap(\.self).joined(separator: " ")
  }

  /// The description after a sentence about the same document, which isn't named again.
  package var descriptionOfSameDocument: String {
    let document = "The document (\(type)) "
    guard !isNested, description.hasPrefix(document) else { return description }
    return "It \(description.dropFirst(document.count))"
  }

  /// What went wrong: the sentence about the field if there is one, and which step it was if one failed.
  package var briefDescription: String {
    if case .stepFailed = reason {
      return [happening, cause].compactMap(\.self).joined(separator: " ")
    }
    return cause ?? happening
  }

  // MARK: - What happened

  private var happening: String {
    switch reason {
    case .newerVersion(let found, .unversioned):
      "\(subject) has version '\(found)', but only documents without a version are known."
    case .newerVersion(let found, let newest):
      "\(subject) has version '\(found)', but the newest known version is '\(newest)'."
    case .olderVersion(let found, let oldest):
      "\(subject) has version '\(found)', but the oldest known version is '\(oldest)'."
    case .unknownVersion(let found):
      if let link = chain.links.first(where: { $0.version == found }) {
        "\(subject) has version '\(found)', but that version was expected \(place(link.location))."
      } else {
        "\(subject) has version \(shown(found)), which isn't one of the known versions."
      }
    case .missingVersion:
      "\(subject) has no version\(expectedPlaces.map { "; one was expected \($0)" } ?? "")."
    case .malformedVersion(let found):
      """
      The version of \(subject.inSentence) can't be read: expected \
      \(expectedPlaces.map { "\(expectedKind) \($0)" } ?? "no version"), found \(found).
      """
    case .undecodable(.unversioned) where isPartlyVersioned:
      "\(subject) has no version, and it can't be decoded\(typeName(of: .unversioned).map { " as \($0)" } ?? "")."
    case .undecodable(.unversioned):
      "\(subject) can't be decoded."
    case .undecodable(let version):
      """
      \(subject) has version '\(version)', but it can't be decoded\
      \(typeName(of: version).map { " as \($0)" } ?? "").
      """
    case .unreadable:
      "The data isn't a valid document, so no \(type) could be decoded from it."
    case .stepFailed(let from, let to):
      "The step from \(phrase(from)) to \(phrase(to)) failed\(forValueInside)."
    case .carryOverFailed(let from, let to) where carriedField == .unknown:
      """
      \(shown(from)) has an unknown field that \(shown(to)) declares with another type, so it can't be carried \
      over.
      """
    case .carryOverFailed(let from, let to) where carriedField == .set:
      "\(carrier(from: from)) sets a field of \(shown(to)) to a value that it can't be decoded from."
    case .carryOverFailed(let from, let to) where carriedField == .rejected:
      """
      \(shown(from)) has rejected the value of a field. \(shown(to)) couldn't read it again, so it can't be carried over.
      """
    case .carryOverFailed(let from, let to) where carriedField == .own && isMissing:
      "\(carrier(from: from)) gives no value to a field that \(shown(to)) requires."
    case .carryOverFailed(let from, let to) where isMissing:
      "A field of \(shown(to)) has no counterpart in \(shown(from)), so it can't be carried over."
    case .mistakenStep(let mistake, let from, let to):
      """
      \(carrier(from: from, to: to))\(forValueInside) \(mistake.happening(from: shown(from), to: shown(to)))
      """
    case .unknownFieldIsDeclared:
      """
      The unknown fields of \(type) contain '\(shownPath)', which is also the key of another field or of the \
      version. Only one of the two values can be written.
      """
    case .carryOverFailed(let from, let to):
      "A field of \(shown(from)) has another type in \(shown(to)), so it can't be carried over by name."
    case .notDowngradable(let from, let to):
      "\(phrase(from).capitalizedFirst) can't be downgraded to \(phrase(to))\(forValueInside)."
    case .downgradeFailed(let from, let to):
      "Downgrading \(phrase(from)) to \(phrase(to)) failed\(forValueInside)."
    case .notInChain(let name):
      "\(shown(name)) isn't an older version of \(type), so the value can't be written as one."
    case .noPlaceForVersion(let version):
      """
      \(subject) can't be written: its version '\(version)' can't be added \(place(of: version)), because \
      \(isObject ? "another value is in its place" : "the value isn't an object").
      """
    case .brokenChain(let problem):
      "The versions of \(type) aren't linked correctly: \(problem)"
    case .unusableDefaults(let name):
      "The defaults of \(shown(name)) are unknown, because encoding \(shown(name))() failed."
    case .misdeclaredType(let name, let problem):
      "\(shown(name)) isn't declared correctly: \(problem.happening)"
    }
  }

  /// The document, or the value in it, with its path unless the cause contains it.
  private var subject: String {
    if !isNested { return "The document (\(type))" }
    return isAboutField
      ? "A value (\(type)) in the document" : "The value at \(shownPath) (\(type))"
  }

  private var forValueInside: String {
    codingPath.isEmpty ? "" : " for the value at \(shownPath)"
  }

  /// Whether the coding path is that of the underlying error.
  private var isAboutField: Bool {
    guard underlyingError is DecodingError else { return false }
    switch reason {
    case .stepFailed, .downgradeFailed, .unusableDefaults: return false
    default: return true
    }
  }

  private var shownPath: String { FieldPath(codingPath).shown }

  private var type: String { shown(documentType) }

  private func shown(_ name: String) -> String { TypeName.shown(name) }

  // MARK: - The cause

  /// The description of the underlying error, if it is known to quote nothing.
  private var cause: String? {
    guard let underlyingError else { return nil }
    if isAboutField, let error = underlyingError as? DecodingError {
      let sentence = problem ?? error.sentence
      return codingPath.isEmpty ? sentence : "At \(shownPath): \(sentence)"
    }
    if let error = underlyingError as? DecodingError {
      // The error is about other data than the document, so its own path is shown.
      return thrown("a DecodingError", at: error.codingPath ?? [], problem ?? error.sentence)
    }
    if let problem, case EncodingError.invalidValue(_, let context) = underlyingError {
      return thrown("an EncodingError", at: context.codingPath, problem)
    }
    if let error = underlyingError as? MigrationError {
      return "\(thrower) threw a MigrationError: \(error)"
    }
    let name = TypeName.shown(Swift.type(of: underlyingError))
    return "\(thrower) threw \(name) (see underlyingError)."
  }

  private func thrown(_ error: String, at codingPath: [any CodingKey], _ text: String) -> String {
    let place = codingPath.isEmpty ? "" : " at \(FieldPath(codingPath).shown)"
    return "\(thrower) threw \(error)\(place): \(text)"
  }

  private var thrower: String {
    switch reason {
    case .stepFailed: "The step"
    case .downgradeFailed: "downgraded()"
    case .unusableDefaults: "encode(to:)"
    case .unreadable: "The decoder"
    default: "Decoding"
    }
  }

  // MARK: - What to do

  private var remedy: String? {
    // The description of a stack error already says what to do.
    if isAboutStack { return nil }
    return switch reason {
    case .newerVersion:
      "It was written by a newer program: open it there, or update this one. Nothing was changed."
    case .olderVersion(_, let oldest):
      """
      Add its type to the chain again, or convert the document with a program that still reads it. If \
      \(typeName(of: oldest) ?? type) has a step from it, remove the typealias PreviousVersion of \
      \(typeName(of: oldest) ?? type), or add `after:` to its @Document, so that it is in the chain.
      """
    case .unknownVersion(let found) where chain.links.contains { $0.version == found }:
      "If such documents exist, pass their version to decode(versioned:version:from:)."
    case .unknownVersion where chain.links.compactMap(\.version.known).hasKnownOrder:
      "If documents of this version exist, add its type to the chain."
    case .unknownVersion:
      """
      If a newer program wrote it, open it there, or update this one. If documents of this version are \
      older, add its type to the chain.
      """
    case .missingVersion where foundArray && !isNested:
      """
      It may be damaged, or of another type. Several values are decoded as an array: decode(versioned: \
      [\(type)].self, from: …).
      """
    case .missingVersion where underlyingError != nil && !isNested:
      "It may be damaged, or of another type."
    case .missingVersion where underlyingError != nil:
      "The document may be damaged, or of another type."
    case .missingVersion where isNested:
      """
      If values without a version exist, make a type with `version = nil` the oldest version of the chain.
      """
    case .missingVersion:
      """
      If documents without a version exist, make a type with `version = nil` the oldest version of the \
      chain. If the version is stored elsewhere, pass it to decode(versioned:version:from:).
      """
    case .malformedVersion where reason.isVersionOfAnotherKind && !isNested:
      """
      If another program writes the version like this, pass it to decode(versioned:version:from:). Otherwise the \
      document may be damaged, or of another type.
      """
    case .malformedVersion:
      "The document may be damaged, or of another type."
    case .undecodable where isAboutStrategy:
      """
      If documents like this exist, decode them with the strategies of the coder that wrote them; otherwise \
      the document is damaged.
      """
    case .undecodable(.unversioned) where isPartlyVersioned:
      """
      If plain encode(_:) has written it, write it with encode(versioned:). If documents without a version look like \
      this, fix the type; otherwise the document is damaged.
      """
    case .undecodable(.unversioned):
      "If documents like this exist, change the type to accept them; otherwise the document is damaged."
    case .undecodable:
      "If documents of that version look like this, fix the type; otherwise the document is damaged."
    case .unreadable:
      "It may be damaged, cut off, or in another format."
    case .stepFailed:
      "Fix the step, so that it accepts every document of the older version."
    case .carryOverFailed(let from, let to) where carriedField == .unknown:
      """
      \(settingField(from, to)) To convert the value in the document, read it there with try \
      fields.value(of: …, as: DocumentValue.self).
      """
    case .carryOverFailed(let from, let to) where carriedField == .set:
      """
      In \(carryingFunction(from: from, to: to)), set the field to a value of its type, or of one that is encoded in \
      the same way.
      """
    case .carryOverFailed(let from, let to) where carriedField == .rejected:
      "Make \(shown(to)) DefaultFillable, or set the field. \(settingField(from, to))"
    case .carryOverFailed(let from, let to) where carriedField == .inside:
      """
      Make the type that has the field DefaultFillable, or version it; or set the field of \(shown(to)) that \
      it is in. \(settingField(from, to))
      """
    case .carryOverFailed(let from, let to) where isMissing:
      """
      Set the field, or give its old name with fields.rename(…, to: …)\
      \(isFillable ? "" : ", or make \(shown(to)) DefaultFillable"). \(settingField(from, to))
      """
    case .carryOverFailed(let from, let to):
      settingField(from, to)
    case .mistakenStep(let mistake, let from, let to):
      mistake.remedy(from: shown(from), to: shown(to))
    case .unknownFieldIsDeclared:
      """
      Remove it from the unknown fields: unknownFields = unknownFields.removing(…). In a step or in downgraded(), call \
      init(carryingOver:) instead of copying them.
      """
    case .notDowngradable(let from, _):
      "Make \(typeName(of: from) ?? type) conform to Downgradable."
    case .downgradeFailed:
      """
      If the older version can't represent this value, change the value before encoding it, or encode it \
      as a newer version.
      """
    case .notInChain:
      "Pass one of the types in the chain."
    case .noPlaceForVersion where isObject:
      "Give the field another key, or change the type's versionLocation."
    case .noPlaceForVersion:
      """
      Make the type encode an object, or set its versionLocation to .external and store the version \
      elsewhere.
      """
    case .brokenChain:
      "This is a mistake in the program: fix the types."
    case .unusableDefaults(let name):
      "This is a mistake in the program: fix \(shown(name)), so that JSONEncoder can encode it."
    case .misdeclaredType(_, let problem):
      "This is a mistake in the program: \(problem.remedy)"
    }
  }

  /// Whether the chain has types both of documents with versions and of those without.
  private var isPartlyVersioned: Bool { chain.links.count > 1 && typeName(of: .unversioned) != nil }

  /// How a step sets a field.
  private func settingField(_ from: String, _ to: String) -> String {
    """
    In \(carryingFunction(from: from, to: to)), call try \
    \(isAboutDowngrade ? "\(shown(to))(carryingOver: self)" : "self.init(carryingOver: old)") { fields in try \
    fields.set(…, for: …) }.
    """
  }

  /// What carries fields over, as the subject of a sentence.
  private func carrier(from: String, to: String? = nil) -> String {
    if isAboutDowngrade { return "\(shown(from)).downgraded()" }
    return "The step from \(shown(from))\(to.map { " to \(shown($0))" } ?? "")"
  }

  /// The function that carries fields over.
  private func carryingFunction(from: String, to: String) -> String {
    isAboutDowngrade
      ? "\(shown(from)).downgraded()" : "the step, \(shown(to)).init(from: \(shown(from)))"
  }

  /// Whether the type fills fields already.
  private var isFillable: Bool { document is any DefaultFillable.Type }

  /// Whether a field was missing.
  private var isMissing: Bool {
    if case .keyNotFound? = underlyingError as? DecodingError { true } else { false }
  }

  // MARK: - Versions and places

  private func place(of version: AnyVersion) -> String {
    chain.links.first { $0.version == version }.map { place($0.location) } ?? "to the document"
  }

  private func place(_ location: VersionLocation) -> String {
    location == .external
      ? "from the caller" : "under '\(FieldPath(location.keys.map { .key($0) }).shown)'"
  }

  /// What versions are in documents of the known ones.
  private var expectedKind: String {
    knownKinds.count == 1 ? knownKinds.first ?? "a version" : "a version"
  }

  private var knownKinds: Set<String> { Set(chain.links.compactMap(\.version.known).map(\.kind)) }

  /// A version, with its kind if a chain has several: the number 3 isn't the string "3".
  private func shown(_ version: AnyVersion) -> String {
    knownKinds.count > 1 ? "'\(version)' (\(version.kind))" : "'\(version)'"
  }

  private var expectedPlaces: String? {
    let places = chain.links.reduce(into: [String]()) { places, link in
      let place = place(link.location)
      if link.version != .unversioned, !places.contains(place) { places.append(place) }
    }
    if places.isEmpty { return nil }
    let shown = places.count <= 4 ? places : places.prefix(4) + ["elsewhere"]
    return shown.joined(separator: " or ")
  }

  private var known: String? {
    if case .misdeclaredType(_, .versionedUnion) = reason { return nil }
    if chain.links.isEmpty || chain.problem != nil { return nil }
    let versions = chain.links.map { link in
      if link.version == .unversioned { return "unversioned (\(shown(link.type)))" }
      let kind = knownKinds.count > 1 ? ", \(link.version.kind)" : ""
      return "'\(link.version)' (\(shown(link.type))\(kind))"
    }
    let few = versions.count <= 8 ? versions : versions.prefix(6) + ["…"] + versions.suffix(1)
    return "Known versions: \(few.joined(separator: ", "))."
  }

  /// A version and its type as part of a sentence.
  private func phrase(_ version: AnyVersion) -> String {
    let name = typeName(of: version)
    if version == .unversioned { return "unversioned \(name ?? "data")" }
    return "version '\(version)'" + (name.map { " (\($0))" } ?? "")
  }

  private func typeName(of version: AnyVersion) -> String? {
    chain.links.first { $0.version == version }.map { shown($0.type) }
  }
}

extension String {
  /// The text with a capital letter at the beginning of a sentence.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The subject of a sentence, for use in the middle of one.
  package var inSentence: String { prefix(1).lowercased() + dropFirst() }
}

extension MigrationError.TypeProblem {
  fileprivate var happening: String {
    switch self {
    case .duplicateTag(let tag):
      "two of its payloads have the tag '\(tag)', so decoding can't choose between them."
    case .twoUnknownPayloads:
      "two of its payloads are for unknown tags, so the second would never be used."
    case .versionedUnion:
      "it is a versioned OpenUnion, but a union has no fields of its own, so it has no versions."
    case .noKey(let property):
      "its property \(property) wasn't decoded, so unknown fields would be lost."
    case .sharedKey(let key, let superclass):
      """
      it has the key '\(FieldPath([.key(key)]).shown)', and so does its superclass \(TypeName.shown(superclass)), so one \
      of the two values would be lost.
      """
    }
  }

  fileprivate var remedy: String {
    switch self {
    case .duplicateTag: "give each payload its own tag."
    case .twoUnknownPayloads: "remove one of them."
    case .versionedUnion: "remove VersionedCodable from it, and make its payloads versioned."
    case .noKey(let property):
      "add `case \(property)` to its CodingKeys or, if init(from:) is your own, decode it there."
    case .sharedKey: "give one of the two properties another key."
    }
  }
}

extension VersionChain.Problem: CustomStringConvertible {
  /// What is wrong, naming the types.
  public var description: String {
    switch self {
    case .cycle(let types):
      "PreviousVersion forms a cycle, \(types.map(TypeName.shown(_:)).joined(separator: " → "))."
    case .duplicateVersion(let version, let types):
      "\(types.map(TypeName.shown(_:)).joined(separator: " and ")) both have version '\(version)'."
    case .twoUnversioned(let types):
      """
      \(types.map(TypeName.shown(_:)).joined(separator: " and ")) both have no version, so decoding can't \
      choose between them.
      """
    case .endless(let type):
      "the chain of \(TypeName.shown(type)) never ends in NothingOlder."
    }
  }
}
