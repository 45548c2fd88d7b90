import Lineage
import LineageSchemas

/// The unknown fields of a document that a step loses, although the types of both versions preserve them.
///
/// To find them, an unknown field is added to every object whose type preserves them, and the document is migrated. What
/// has moved to another place isn't looked for, and what a step leaves out on purpose takes its unknown fields with it.
struct LostUnknownFields {
  /// The version with the step.
  let version: DocumentVersion
  /// The fields that are lost, the first of each array only.
  private(set) var differences: [FieldDifference] = []

  /// The name of the fields that are added.
  static let name = "an unknown field"

  /// Finds the first step that loses unknown fields; nil if there is none.
  ///
  /// - Parameters:
  ///   - document: A document that migrates.
  ///   - start: Its version.
  ///   - schemas: The shapes of all versions of the chain.
  init?(
    in document: DocumentValue, of start: DocumentVersion, chain: [DocumentVersion],
    _ schemas: [Schema], _ format: FixtureFormat
  ) throws {
    var places = document.places().filter { place in
      document.value(at: place[...])?.object != nil
        && schemas[start.index].keepsUnknownFields(at: place)
    }
    if places.isEmpty { return nil }
    var extended = document
    for (number, place) in places.enumerated() {
      extended.edit(at: place[...]) { $0?[Self.name] = .number(DocumentNumber(number)) }
    }
    let data = try format.data(of: extended)

    for newer in chain[(start.index + 1)...] {
      var report = MigrationReport()
      guard let result = try? newer.rewritten(data, of: start, in: format, report: &report) else {
        return nil
      }
      let migrated = try format.value(from: result)
      places = places.filter { place in
        schemas[newer.index].keepsUnknownFields(at: place)
          && migrated.hasObject(at: place, like: document)
      }
      let dropped = Set(report.unknownFieldsDropped)
      let lost = places.map { FieldPath($0 + [.key(Self.name)]) }.filter(dropped.contains)
      if lost.isEmpty { continue }
      version = newer
      for path in lost
      where !differences.contains(where: { $0.path.isInSamePlace(as: path) }) {
        guard let value = extended.value(at: path.components[...]) else { continue }
        differences.append(FieldDifference(path: path, kind: .missing(value)))
      }
      return
    }
    return nil
  }

  /// Removes the fields that were found before.
  mutating func remove(_ known: [FieldDifference]) {
    differences.removeAll { found in
      known.contains { $0.path.isInSamePlace(as: found.path) }
    }
  }
}

extension Schema {
  /// Whether the type at a path preserves unknown fields.
  func keepsUnknownFields(at place: [FieldPath.Component]) -> Bool {
    guard case .named(let name)? = shape(at: FieldPath(place)) else { return false }
    return types[name]?.keepsUnknownFields == true
  }
}

extension DocumentValue {
  /// Whether there is an object at a path, and no array on the way has lost or got elements.
  fileprivate func hasObject(
    at place: [FieldPath.Component], like other: DocumentValue
  ) -> Bool {
    value(at: place[...])?.object != nil
      && place.indices.allSatisfy { end in
        let (own, others) = (value(at: place[..<end]), other.value(at: place[..<end]))
        return own?.array?.count == others?.array?.count
      }
  }
}

extension FieldPath {
  /// Whether two paths differ in the indices of elements at most.
  fileprivate func isInSamePlace(as other: FieldPath) -> Bool {
    components.count == other.components.count
      && zip(components, other.components).allSatisfy { own, other in
        if case (.index, .index) = (own, other) { true } else { own == other }
      }
  }
}
