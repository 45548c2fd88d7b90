import Lineage
import LineageSchemas

/// Compares two schemas.
///
/// A pair of types is compared only where it occurs first. This ends the recursion for recursive
/// types, and reports a change of a shared type once.
struct SchemaComparison {
  let old: Schema
  let new: Schema
  private(set) var differences: [SchemaDifference] = []
  /// The pairs of types that occur at the same paths.
  private(set) var visited: Set<Pair> = []
  /// The innermost pair of types at the current path.
  private var current: Pair?
  /// Whether the current path is that of the keys of a dictionary.
  private var isInKeys = false

  struct Pair: Hashable {
    let old: String
    let new: String
  }

  init(old: Schema, new: Schema) {
    self.old = old
    self.new = new
  }

  private mutating func report(
    _ path: String, _ kind: SchemaDifference.Kind, mayBeMissing: Bool = false
  ) {
    if differences.contains(where: { $0.path == path && $0.kind == kind }) { return }
    let type = current.flatMap { $0.old == $0.new ? $0.new : nil }
    differences.append(
      SchemaDifference(
        path: path, kind: kind, type: type, mayBeMissing: mayBeMissing, isOfKeys: isInKeys))
  }

  // MARK: - Shapes

  mutating func compareShapes(_ oldShape: Shape, _ newShape: Shape, at path: String) {
    compareWrappers(oldShape, newShape, at: path)
    if let oldRange = old.range(in: oldShape), let newRange = new.range(in: newShape),
      oldRange.prefix(while: { $0 != "<" }) != newRange.prefix(while: { $0 != "<" })
    {
      return retype(.named(oldRange), .named(newRange), at: path)
    }
    let oldShape = old.resolved(oldShape)
    let newShape = new.resolved(newShape)
    switch (oldShape, newShape) {
    case (.any, .any): break
    case (.optional(let old), .optional(let new)): compareShapes(old, new, at: path)
    case (.array(let old), .array(let new)), (.set(let old), .set(let new)):
      compareShapes(old, new, at: path + "[]")
    case (.dictionary(let oldKey, let oldValue), .dictionary(let newKey, let newValue)):
      isInKeys = true
      compareShapes(oldKey, newKey, at: path.member("key"))
      isInKeys = false
      compareShapes(oldValue, newValue, at: path.member("*"))
    case (.pairs(let oldKey, let oldValue), .pairs(let newKey, let newValue)):
      compareShapes(oldKey, newKey, at: path + "[].key")
      compareShapes(oldValue, newValue, at: path + "[].value")
    case (.tuple(let old), .tuple(let new)) where old.count == new.count:
      compareEach(old, new, at: path)
    case (.repeating(let old), .repeating(let new)) where old.count == new.count:
      compareEach(old, new, at: path)
    case (.named(let name), let other)
    where old.isKnownAsValueOnly(name) && !new.describes(other):
      // Learning stopped early at the old type, but the shape of its value is known.
      for shape in old.types[name]?.shapes ?? [] {
        if case (.array(let element), .repeating(let elements)) = (shape, newShape) {
          compareShapes(element, elements[0], at: path + "[0]")
        } else {
          compareShapes(shape, newShape, at: path)
        }
      }
    case (.named(let old), .named(let new)): compareTypes(named: old, new, at: path)
    case (.named(let old), _) where self.old.knowsNothing(of: old): break
    case (.optional(let inner), _) where !newShape.isOptional:
      retype(oldShape, newShape, at: path)
      compareInside(inner, newShape, at: path)
    case (_, .optional(let inner)) where !oldShape.isOptional:
      retype(oldShape, newShape, at: path)
      compareInside(oldShape, inner, at: path)
    default: retype(oldShape, newShape, at: path)
    }
  }

  private mutating func compareEach(_ old: [Shape], _ new: [Shape], at path: String) {
    for (index, pair) in zip(old, new).enumerated() {
      compareShapes(pair.0, pair.1, at: path + "[\(index)]")
    }
  }

  /// Compares the wrapped shapes after a change from or to an optional. That change is enough to
  /// say about the path itself.
  private mutating func compareInside(_ oldShape: Shape, _ newShape: Shape, at path: String) {
    let count = differences.count
    compareShapes(oldShape, newShape, at: path)
    let found = differences[count...].filter { difference in
      if case .retyped = difference.kind, difference.path == path { false } else { true }
    }
    differences.replaceSubrange(count..., with: found)
  }

  private mutating func retype(_ oldShape: Shape, _ newShape: Shape, at path: String) {
    report(path, .retyped(from: old.text(of: oldShape), to: new.text(of: newShape)))
  }

  private mutating func compareTypes(
    named oldName: String, _ newName: String, at path: String
  ) {
    switch (old.types[oldName], new.types[newName]) {
    case (nil, nil):
      if oldName != newName { retype(.named(oldName), .named(newName), at: path) }
    case (let oldType?, let newType?):
      let pair = Pair(old: oldName, new: newName)
      guard visited.insert(pair).inserted else { return }
      let outer = current
      current = pair
      defer { current = outer }
      compareTypeShapes(oldType, newType, names: (oldName, newName), at: path)
    case (let oldType?, nil):
      // A type with unknown cases may turn out to accept any string.
      if !oldType.isComplete, case .unknown = oldType.form { return }
      retype(.named(oldName), .named(newName), at: path)
    case (nil, _?): retype(.named(oldName), .named(newName), at: path)
    }
  }

  // MARK: - Types

  private mutating func compareTypeShapes(
    _ old: TypeShape, _ new: TypeShape, names: (old: String, new: String), at path: String
  ) {
    if old.isComplete, !new.isComplete { report(path, .lost(notes: new.notes)) }
    compareConditions(old, new, at: path)
    switch (self.old.form(of: old, besides: new), self.new.form(of: new, besides: old)) {
    case (.unknown, _): return
    case (_, .unknown) where !new.isComplete: return
    case (.object(let oldFields), .object(let newFields)):
      // If both stopped at the same key, both have requested everything before it.
      let cameAsFar = old.isComplete || (!new.isComplete && old.stop != nil && old.stop == new.stop)
      if old.fills == .zero, new.fills == .zero {
        compareFirstCases(oldFields, newFields, at: path)
      }
      compareFields(
        oldFields, newFields, wasComplete: old.isComplete, isComplete: new.isComplete,
        cameAsFar: cameAsFar, areFilled: old.fills != nil && new.fills != nil, at: path)
    case (
      .cases(let oldCases, let oldRaw, let wasOpen), .cases(let newCases, let newRaw, let isOpen)
    ):
      compareShapes(oldRaw, newRaw, at: path)
      compareCases(
        oldCases, newCases, isComplete: old.isComplete, wasOpen: wasOpen,
        isOpen ? .preserves : new.otherwise.map { .replaces($0) } ?? .rejects, at: path)
      compareNumbers(
        zip(old.names, oldCases), Dictionary(zip(new.names, newCases)) { first, _ in first },
        at: path)
      if wasOpen != isOpen { report(path, .openness(isOpen: isOpen)) }
    case (.value(let old), .value(let new)): compareShapes(old, new, at: path)
    case (.value(let raw), .cases(_, let newRaw, _)) where !old.isComplete:
      compareShapes(raw, newRaw, at: path)
    case (.cases(_, let oldRaw, _), .value(let raw)) where !new.isComplete:
      compareShapes(oldRaw, raw, at: path)
    case (.union(let oldTag, let old, let kept), .union(let newTag, let new, let keeps)):
      if oldTag != newTag { report(path, .tagKey(from: oldTag, to: newTag)) }
      comparePayloads(
        old, new, isComplete: true, wasOpen: kept, keeps ? .preserves : .rejects, at: path
      ) { "\(path)(\($0))" }
      if kept != keeps { report(path, .openness(isOpen: keeps)) }
    case (.oneOf(let oldPayloads), .oneOf(let new)):
      comparePayloads(
        oldPayloads, new, isComplete: old.isComplete, wasOpen: false, .rejects, at: path
      ) { path.member($0) }
    case (.versioned(let old), .versioned(let new)):
      if !new.starts(with: old) { report(path, .versions(from: old, to: new)) }
    default:
      retype(.named(names.old), .named(names.new), at: path)
      return
    }
    compareTraits(old, new, at: path)
  }

  /// Compares the cases that the enums of a `ZeroFillable` type are filled with.
  private mutating func compareFirstCases(
    _ oldFields: [String: TypeShape.Field], _ newFields: [String: TypeShape.Field], at path: String
  ) {
    for (name, field) in newFields.sorted(by: { $0.key < $1.key }) where !field.isRequired {
      guard let oldField = oldFields[name], case .named(let oldName) = old.resolved(oldField.shape),
        case .named(let newName) = new.resolved(field.shape),
        case .cases(let cases, _, _)? = old.types[oldName]?.form,
        let oldFirst = cases.first, let first = new.types[newName]?.firstCase.value,
        first != oldFirst
      else { continue }
      report(path.member(name), .fallback(from: .value(oldFirst), to: .value(first)))
    }
  }

  /// Compares the additional information of types that are encoded as a single value.
  private mutating func compareWrappers(_ oldShape: Shape, _ newShape: Shape, at path: String) {
    let oldName = old.conditionalWrapper(of: oldShape)
    let newName = new.conditionalWrapper(of: newShape)
    guard oldName != nil || newName != nil,
      visited.insert(Pair(old: oldName ?? "", new: newName ?? "")).inserted
    else { return }
    let plain = TypeShape(form: .unknown)
    compareConditions(
      oldName.flatMap { old.types[$0] } ?? plain, newName.flatMap { new.types[$0] } ?? plain,
      at: path)
  }

  /// Compares what is requested only with some values.
  private mutating func compareConditions(
    _ old: TypeShape, _ new: TypeShape, at path: String
  ) {
    if !(old.otherwise?.allows(new.otherwise) ?? (new.otherwise == nil)),
      old.otherwise != nil || old.isComplete
    {
      if case (.cases, .cases) = (old.form, new.form) {
        report(path, .replacement(from: old.otherwise, to: new.otherwise))
      } else {
        report(path, .fallback(from: old.otherwise, to: new.otherwise))
      }
    }
    for key in Set(old.sometimes.keys).union(new.sometimes.keys).sorted() {
      let place = key.isEmpty || key.hasPrefix("[") ? path + key : path.member(key)
      let before = old.sometimes[key]
      let after = new.sometimes[key]
      if let before, let after, before.count == after.count {
        for (before, after) in zip(before, after) { compareShapes(before, after, at: place) }
      } else if before == nil ? old.isComplete : after != nil || new.isComplete {
        report(
          place,
          .sometimes(
            from: before?.map { self.old.text(of: $0) }, to: after?.map { self.new.text(of: $0) }))
      }
    }
  }

  private mutating func compareTraits(_ old: TypeShape, _ new: TypeShape, at path: String) {
    for key in Set(old.unwritten + old.unread + new.unwritten + new.unread).sorted()
    where old.isComplete && new.isComplete && old.hasField(key) == new.hasField(key) {
      if old.writes(key) != new.writes(key) {
        report(path.member(key), .writing(isWritten: new.writes(key)))
      }
    }
    if old.fills != new.fills { report(path, .filling(from: old.fills, to: new.fills)) }
    if old.writesDefaults != new.writesDefaults {
      report(path, .writingOfDefaults(writes: new.writesDefaults))
    }
    if old.keepsUnknownFields != new.keepsUnknownFields, old.isComplete || !new.keepsUnknownFields {
      report(path, .unknownFields(areKept: new.keepsUnknownFields))
    }
  }
}

// MARK: - Members of types

extension SchemaComparison {
  private mutating func compareFields(
    _ oldFields: [String: TypeShape.Field], _ newFields: [String: TypeShape.Field],
    wasComplete: Bool, isComplete: Bool, cameAsFar: Bool, areFilled: Bool, at path: String
  ) {
    for name in Set(oldFields.keys).union(newFields.keys).sorted() {
      let path = path.member(name)
      switch (oldFields[name], newFields[name]) {
      case (let old?, nil):
        if isComplete || !wasComplete { report(path, .removed(old)) }
      case (nil, let new?):
        if cameAsFar { report(path, .added(new)) }
      case (let old?, let new?): compareField(old, new, areFilled: areFilled, at: path)
      case (nil, nil): break
      }
    }
  }

  /// - Parameter areFilled: Whether both types fill missing fields. Otherwise, all fields of one of them are required,
  ///   apart from optionals, so a mark says nothing about others.
  private mutating func compareField(
    _ old: TypeShape.Field, _ new: TypeShape.Field, areFilled: Bool, at path: String
  ) {
    compareShapes(old.shape, new.shape, at: path)
    // An optional field whose default is null counts as having none.
    let isMarked = old.fallback == .differsEachTime && new.shape.isOptional
    if !isMarked, !(old.fallback?.allows(new.fallback) ?? (new.fallback == nil)) {
      let writesDefaults = current.flatMap { self.new.types[$0.new]?.writesDefaults } ?? true
      report(
        path, .fallback(from: old.fallback, to: new.fallback),
        mayBeMissing: new.shape.isOptional || !writesDefaults)
    }
    if old.isRequired != new.isRequired, areFilled || old.shape.isOptional || new.shape.isOptional {
      report(path, .requirement(isRequired: new.isRequired))
    }
    if old.shape.preservesNulls != new.shape.preservesNulls {
      report(path, .nulls(areKept: new.shape.preservesNulls))
    }
    if old.leniency != new.leniency {
      report(path, .leniency(from: old.leniency, to: new.leniency))
    }
  }

  private mutating func compareCases(
    _ old: [DocumentValue], _ new: [DocumentValue], isComplete: Bool, wasOpen: Bool,
    _ unknown: SchemaDifference.UnknownCase, at path: String
  ) {
    let removed = old.filter { !new.contains($0) }
    let added = new.filter { !old.contains($0) }
    if !removed.isEmpty { report(path, .casesRemoved(removed, unknown)) }
    if !added.isEmpty, isComplete { report(path, .casesAdded(added, arePreserved: wasOpen)) }
  }

  /// Compares the numbers of cases with the same name. A case with another name was renamed if it has the same number.
  private mutating func compareNumbers(
    _ old: some Sequence<(String, DocumentValue)>, _ new: [String: DocumentValue], at path: String
  ) {
    for (name, number) in old {
      guard let now = new[name], now != number else { continue }
      report(path, .renumbered(name: name, from: number, to: now))
    }
  }

  private mutating func comparePayloads(
    _ old: [String: Shape], _ new: [String: Shape], isComplete: Bool, wasOpen: Bool,
    _ unknown: SchemaDifference.UnknownCase, at path: String, place: (String) -> String
  ) {
    func names(_ keys: some Sequence<String>) -> [DocumentValue] {
      keys.sorted().map { .string($0) }
    }
    compareCases(
      names(old.keys), names(new.keys), isComplete: isComplete, wasOpen: wasOpen, unknown, at: path)
    for (name, shape) in old.sorted(by: { $0.key < $1.key }) {
      if let counterpart = new[name] { compareShapes(shape, counterpart, at: place(name)) }
    }
  }
}

extension Shape {
  /// Whether a property of this type writes the nulls back that it has read.
  fileprivate var preservesNulls: Bool {
    guard case .optional(.named(let name)) = self else { return false }
    return name.hasPrefix("Nullable<")
  }
}
