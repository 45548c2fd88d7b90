import Lineage
import LineageSchemas

/// The unknown fields that a document loses in a step, although the types of all versions preserve them.
///
/// To find them, an unknown field is added to every object whose types preserve them, and the document is migrated. An
/// object that has moved to another place isn't looked for.
struct LostUnknownFields {
  /// The version with the step.
  let version: DocumentVersion
  /// The fields that are lost, the first of each array and dictionary only.
  let differences: [FieldDifference]

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
    if start.index == chain.count - 1 { return nil }
    let places = document.places { $0.object != nil }.filter { place in
      schemas[start.index...].allSatisfy { $0.keepsUnknownFields(at: place) }
    }
    if places.isEmpty { return nil }
    var extended = document
    for (number, place) in places.enumerated() {
      extended.edit(at: place[...]) { $0?[Self.name] = .number(DocumentNumber(number)) }
    }
    let data = try format.data(of: extended)

    func lostPlaces(in version: DocumentVersion) throws -> [[FieldPath.Component]] {
      var report = MigrationReport()
      let result = try version.rewritten(data, of: start, in: format, report: &report)
      if report.unknownFieldsDropped.isEmpty { return [] }
      let migrated = try format.value(from: result)
      let dropped = Set(report.unknownFieldsDropped.map { $0.components.map(\.folded) })
      return places.filter { place in
        dropped.contains((place + [.key(Self.name)]).map(\.folded))
          && migrated.hasObject(at: place, like: document)
      }
    }
    guard try !lostPlaces(in: chain[chain.count - 1]).isEmpty else { return nil }
    for newer in chain[(start.index + 1)...] {
      let lost = try lostPlaces(in: newer)
      if lost.isEmpty { continue }
      version = newer
      var patterns: Set<[FieldPath.Component]> = []
      differences = lost.filter { patterns.insert(schemas[start.index].pattern(of: $0)).inserted }
        .compactMap { place in
          let path = place + [.key(Self.name)]
          return extended.value(at: path[...]).map {
            FieldDifference(path: FieldPath(path), kind: .missing($0))
          }
        }
      return
    }
    return nil
  }

  /// The field that the document itself loses; nil if it loses none.
  var ofDocument: FieldDifference? { differences.first { $0.path.components.count == 1 } }

  /// The paths of the values in the document that lose fields.
  var placesInside: [FieldPath] {
    differences.map { FieldPath(Array($0.path.components.dropLast())) }
      .filter { !$0.components.isEmpty }
  }
}

extension Schema {
  /// Whether the type at a path preserves unknown fields.
  func keepsUnknownFields(at place: [FieldPath.Component]) -> Bool {
    guard case .named(let name)? = shape(at: FieldPath(place)) else { return false }
    return types[name]?.keepsUnknownFields == true
  }

  /// A path with the same index for all elements of an array, and the same key for all members of a dictionary.
  fileprivate func pattern(of place: [FieldPath.Component]) -> [FieldPath.Component] {
    place.indices.map { index in
      if case .index = place[index] { return .index(0) }
      if case .dictionary? = shape(at: FieldPath(Array(place[..<index]))) { return .index(0) }
      return place[index]
    }
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
