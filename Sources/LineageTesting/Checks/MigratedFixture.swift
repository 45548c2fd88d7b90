import Foundation
import Lineage
import LineageSchemas

/// A fixture migrated to the newest version.
struct MigratedFixture {
  /// The newest form, with a placeholder for values that differ each time.
  let newestForm: DocumentValue
  let newestData: Data
  /// What the result doesn't show, or is easily overlooked there.
  let remarks: [String]
  /// The differences of the newest form after it is decoded and encoded again.
  let instability: [FieldDifference]
  /// Entries of the notes about unordered arrays that match no array, neither in the document nor in its newest form.
  ///
  /// Whether an entry is still needed can't be told: an array without order may have the expected one by chance.
  let staleOrders: [String]
  private let schema: Schema
  private let notes: FixtureNotes

  /// The type can't decode what it encodes.
  struct UnreadableNewestForm: Error {
    let underlyingError: any Error
  }

  /// Migrates a fixture to the newest version.
  ///
  /// - Parameters:
  ///   - older: The shape of the fixture's version.
  ///   - schema: The shape of the newest version.
  /// - Throws: `UnreadableNewestForm` if the result can't be decoded again, otherwise the error of the migration.
  init(
    _ fixture: FixtureCase, _ older: Schema, to newest: DocumentVersion, _ schema: Schema
  ) throws {
    let format = fixture.format
    let first = try Self.forms(of: fixture, newest)
    InitialValues.waitForClock()
    let volatile = try schema.volatilePlaces(
      in: first.written, Self.forms(of: fixture, newest).written)
    // Compare the exact forms too: the format may truncate what differs, such as fractions of
    // seconds.
    let exact = schema.volatilePlaces(in: first.exact, try Self.forms(of: fixture, newest).exact)
      .map { first.written.path(spelledLike: $0) }
    newestForm = (volatile + exact).reduce(into: schema.canonical(first.written)) { form, path in
      form.replace(at: path.components[...], by: .volatile)
    }
    newestData = try format.data(of: newestForm)
    var remarks: [String] = []
    if fixture.version.index < newest.index {
      let document = try format.value(from: fixture.data)
      let added = schema.rootFields.subtracting(older.rootFields)
      remarks += first.report.carryOverDropped.map { path in
        "dropped: \(path) (the newer type has no such field\(Self.advice(on: path, added: added)))"
      }
      let reset = schema.fieldsReset(
        from: fixture.version.type.withoutVersion(document),
        to: newest.type.withoutVersion(newestForm), of: newest, format)
      remarks += reset.filter { !first.report.carryOverDropped.contains($0) }.map { path in
        "reset: \(path) (the document has a value that the step may have forgotten)"
      }
      // What the fixture's own version rejects, too, is in the notes, or a failure.
      var noted = NotedPaths(fixture.notes.rejected)
      remarks += first.report.rejected.filter { !noted.contain($0) }.map { path in
        "rejected: \(path) (the newer type can't read the value, so a step has to convert it)"
      }
    }
    self.remarks = remarks + first.report.notesInWords
    self.schema = schema
    notes = fixture.notes
    do {
      let again = try newest.rewritten(try format.data(of: first.written), of: newest, in: format)
      instability = schema.differences(
        from: first.written, to: try format.value(from: again), notes: fixture.notes)
    } catch {
      throw UnreadableNewestForm(underlyingError: error)
    }
    var unordered = NotedPaths(fixture.notes.unordered)
    if !unordered.unused.isEmpty {
      unordered.findArrays(in: try format.value(from: fixture.data))
      unordered.findArrays(in: newestForm)
    }
    staleOrders = unordered.unused.map { "unordered \($0)" }
  }

  /// What to do about a field that was dropped, if it may have become one of a few new ones.
  private static func advice(on path: FieldPath, added: Set<String>) -> String {
    if path.components.count > 1 || added.isEmpty || added.count > 3 { return "" }
    return "; if it is \(added.sorted().joined(separator: " or ")) now, rename it in the step"
  }

  /// The newest form in the fixture's format and in exact form, and the report of the migration.
  private static func forms(
    of fixture: FixtureCase, _ newest: DocumentVersion
  ) throws -> (written: DocumentValue, exact: DocumentValue, report: MigrationReport) {
    let forms = try newest.forms(of: fixture.data, fixture.version, in: fixture.format)
    return (try fixture.format.value(from: forms.written), forms.exact, forms.report)
  }

  /// The differences between the newest form and the expectation.
  ///
  /// The placeholder in an expectation matches any value: values that differ each time may be equal by chance, and a time
  /// in seconds is the same for a second.
  func differences(from expectation: DocumentValue) -> [FieldDifference] {
    let expected = schema.canonical(expectation)
    return schema.differences(
      from: expected, to: newestForm.masked(like: expected), notes: notes)
  }
}

extension DocumentValue {
  /// Replaces the value at a path, if there is one.
  fileprivate mutating func replace(
    at path: ArraySlice<FieldPath.Component>, by value: DocumentValue
  ) {
    switch path.first {
    case nil: self = value
    case .key(let key): self[key]?.replace(at: path.dropFirst(), by: value)
    case .index(let index): self[index]?.replace(at: path.dropFirst(), by: value)
    }
  }
}

extension DocumentValue {
  /// The path with the spelling of this value's keys.
  fileprivate func path(spelledLike path: FieldPath) -> FieldPath {
    var value: DocumentValue? = self
    return FieldPath(
      path.components.map { step in
        switch step {
        case .index(let index):
          value = value?[index]
          return step
        case .key(let key):
          let own = value?.object?.keys.first { $0.isSpelledLike(key) } ?? key
          value = value?[own]
          return .key(own)
        }
      })
  }
}

extension Schema {
  /// The type of the document, and its fields; nil if it isn't an object.
  private var rootObject: (type: TypeShape, fields: [String: TypeShape.Field])? {
    guard case .named(let name) = innermost(root), let type = types[name],
      case .object(let fields) = type.form
    else { return nil }
    return (type, fields)
  }

  /// The names of the document's own fields.
  fileprivate var rootFields: Set<String> { Set(rootObject?.fields.keys.map(\.self) ?? []) }

  /// The fields that have a value in an older document, but only a default, an empty value or none in its newest form.
  ///
  /// Only fields of the document itself are compared: those of the values in it may be other values' by now.
  ///
  /// - Parameters:
  ///   - document: The older document, without its version.
  ///   - newestForm: The newest form, without its version.
  ///   - newest: The newest version.
  ///   - format: The format of both.
  fileprivate func fieldsReset(
    from document: DocumentValue, to newestForm: DocumentValue, of newest: DocumentVersion,
    _ format: FixtureFormat
  ) -> [FieldPath] {
    guard let (type, fields) = rootObject, let old = canonical(document).object,
      let new = newestForm.object
    else { return [] }
    let defaults = newest.defaults(in: format)
    return fields.sorted { $0.key < $1.key }.compactMap { name, field in
      guard let key = old.key(spelledLike: name), let value = old[key], !value.isEmpty else {
        return nil
      }
      let newKey = new.key(spelledLike: name)
      let newValue = newKey.flatMap { new[$0] }
      let initial = newKey.flatMap { defaults?[$0] } ?? field.initial?.value
      // A field that is left out has its default, which the old value may be, too.
      let isLeftOut =
        newValue == nil && !type.writesDefaults
        ? newest.leavesOut(value, under: key, in: format) : nil
      let isReset =
        isLeftOut.map { !$0 } ?? type.isReset(value, to: newValue, initial: initial)
      return isReset ? FieldPath([.key(key)]) : nil
    }
  }
}

extension TypeShape {
  /// Whether a field has lost its value, as far as the new one tells; nil if there is none.
  ///
  /// - Parameter initial: The initial value of the property, if it has one.
  fileprivate func isReset(
    _ value: DocumentValue, to newValue: DocumentValue?, initial: DocumentValue?
  ) -> Bool {
    guard let newValue = newValue ?? (writesDefaults ? nil : initial), !newValue.isEmpty,
      newValue != .volatile
    else { return true }
    guard newValue == initial || fills == .zero && newValue.isZero else { return false }
    switch (value, newValue) {
    // It is filled member by member, so that it may equal the default although nothing was lost.
    case (.object(let old), .object(let new)): return old.contains { new[$0.key] != $0.value }
    case (.string, .string), (.number, .number), (.bool, .bool), (.array, .array),
      (.date, .date), (.data, .data):
      return !FieldDifference.between(value, newValue, numbers: .byValue).isEmpty
    // The step has converted it.
    default: return false
    }
  }
}

extension TypeShape.Default {
  /// The value, if it isn't a different one each time.
  fileprivate var value: DocumentValue? {
    if case .value(let value) = self { value } else { nil }
  }
}

extension DocumentObject {
  /// The key with a name, or else one that a key strategy makes of it.
  fileprivate func key(spelledLike name: String) -> String? {
    self[name] == nil ? keys.first { $0.isSpelledLike(name) } : name
  }
}

extension DocumentValue {
  /// Whether it has no content: no characters or elements, and no members other than null.
  fileprivate var isEmpty: Bool {
    self == .null || string?.isEmpty == true || array?.isEmpty == true
      || object?.allSatisfy { $0.value == .null } == true
  }

  /// Whether it is a zero of a number, or false.
  fileprivate var isZero: Bool { self == .bool(false) || number?.double == 0 }
}

extension MigrationReport {
  /// The notes of steps, as remarks.
  fileprivate var notesInWords: [String] {
    notes.map { note in
      note.path.components.isEmpty ? "note: \(note.text)" : "note: \(note.path): \(note.text)"
    }
  }
}
