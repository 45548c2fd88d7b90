import Lineage

/// Merges two changes of a document, field by field.
struct ThreeWayMerge {
  /// The key of the field that identifies an element of an array.
  let identity: String
  /// Which arrays are ordered, and which are sets or dictionaries.
  let kinds: ValueKinds
  /// Whose value a field gets that both sides have changed; nil if that is a conflict.
  let preferred: Side?

  /// The stack that is needed to compare values of the documents.
  private let stack: WalkStack
  private let base: Value?
  private let mine: Value
  private let theirs: Value

  enum Side { case mine, theirs }

  /// A value in one of the documents. A class, so that the recursive functions need less stack.
  final class Value {
    /// The value with all its fields, also those that the document leaves out because they equal their defaults. In a
    /// document of a newer version they are still missing, because its defaults aren't known.
    let complete: DocumentValue
    /// The value as it is in the document; nil if the document leaves it out.
    let written: DocumentValue?

    init(_ complete: DocumentValue, written: DocumentValue?) {
      self.complete = complete
      self.written = written
    }

    /// Whether the document leaves the value out, because it equals its default.
    var isOmitted: Bool { written == nil }
  }

  init(
    base: Value?, mine: Value, theirs: Value, identity: String,
    kinds: ValueKinds, preferring side: Side?
  ) {
    (self.base, self.mine, self.theirs) = (base, mine, theirs)
    (self.identity, self.kinds, preferred) = (identity, kinds, side)
    stack = WalkStack(for: [base, mine, theirs].map { $0?.complete })
  }

  /// The merged document.
  ///
  /// - Throws: `FieldConflicts` with the fields that both sides have changed, or `NestedTooDeeply`.
  func merged() throws -> DocumentValue {
    var conflicts: [FieldPath] = []
    let value = try merge(base, mine, theirs, at: FieldPath(), &conflicts)
    guard conflicts.isEmpty || preferred != nil, let value else {
      throw FieldConflicts(paths: conflicts)
    }
    return value
  }

  /// Merges three values of a field, of which nil is a missing one.
  private func merge(
    _ base: Value?, _ mine: Value?, _ theirs: Value?, at path: FieldPath,
    _ conflicts: inout [FieldPath]
  ) throws -> DocumentValue? {
    let (old, own, other) = (base?.complete, mine?.complete, theirs?.complete)
    if own.isExactly(other) || other.isExactly(old) { return own }
    if own.isExactly(old) { return other }
    try stack.check()
    let isIndivisible = !path.components.isEmpty && kinds.isIndivisible(at: path)
    if !isIndivisible, let mine, let theirs,
      case (.object, .object) = (mine.complete, theirs.complete)
    {
      return .object(try mergeObjects(base, mine, theirs, at: path, &conflicts))
    }
    // Neither is as it was, but may be the same for the type.
    if kinds.areSame(own, other, at: path) || kinds.areSame(other, old, at: path) { return own }
    if kinds.areSame(own, old, at: path) { return other }
    if !isIndivisible, let mine, let theirs,
      case (.array, .array) = (mine.complete, theirs.complete),
      let merged = try mergeArrays(base, mine, theirs, at: path, &conflicts)
    {
      return .array(merged)
    }
    conflicts.append(path)
    return preferred == .theirs ? other : own
  }

  private func mergeObjects(
    _ base: Value?, _ mine: Value, _ theirs: Value, at path: FieldPath,
    _ conflicts: inout [FieldPath]
  ) throws -> DocumentObject {
    let base = base?.complete.object == nil ? nil : base
    var merged = DocumentObject()
    for (key, owner) in keys(of: mine.complete.object ?? [:], theirs.complete.object ?? [:]) {
      let members = Members(key, of: owner, base, mine, theirs)
      let value = try merge(
        members.base, members.mine, members.theirs, at: path.appending(.key(key)), &conflicts)
      if let value { merged.add(value, forKey: key, of: owner) }
    }
    return merged
  }

  /// The values of three objects for a key.
  private struct Members {
    private(set) var base: Value?
    private(set) var mine: Value?
    private(set) var theirs: Value?

    init(_ key: String, of owner: DocumentObject, _ base: Value?, _ mine: Value, _ theirs: Value) {
      self.base = base?.member(key, of: owner)
      self.mine = mine.member(key, of: owner)
      self.theirs = theirs.member(key, of: owner)
      // A document of a newer version lacks what it leaves out, since its default may be another one. If the base leaves it
      // out, too, nothing tells that it was changed.
      guard self.base?.isOmitted == true, self.mine == nil || self.theirs == nil else { return }
      self.base = nil
      if self.mine?.isOmitted == true { self.mine = nil }
      if self.theirs?.isOmitted == true { self.theirs = nil }
    }
  }

  /// The keys of both objects, each with the object that has it, which is the first one if both do.
  private func keys(
    of first: DocumentObject, _ second: DocumentObject
  ) -> [(key: String, owner: DocumentObject)] {
    first.keys.map { ($0, first) }
      + second.keys.filter { first.value(forKey: $0, of: second) == nil }.map { ($0, second) }
  }

  /// The paths of the fields in which the merged document differs from what a type makes of it.
  func differences(_ merged: DocumentValue, _ encoded: DocumentValue) throws -> [FieldPath] {
    if merged == encoded { return [] }
    try WalkStack(for: [merged, encoded]).check()
    return differences(merged, encoded, at: FieldPath())
  }

  private func differences(
    _ first: DocumentValue?, _ second: DocumentValue?, at path: FieldPath
  ) -> [FieldPath] {
    if first == second { return [] }
    guard let first, let second else { return [path] }
    if case .object(let one) = first, case .object(let other) = second {
      return keys(of: one, other).flatMap { key, owner in
        differences(
          one.value(forKey: key, of: owner), other.value(forKey: key, of: owner),
          at: path.appending(.key(key)))
      }
    }
    return first.isSame(as: second) ? [] : [path]
  }

  // MARK: - Arrays

  /// Merges arrays by their kind; nil if they can't be merged.
  private func mergeArrays(
    _ base: Value?, _ mine: Value, _ theirs: Value, at path: FieldPath,
    _ conflicts: inout [FieldPath]
  ) throws -> [DocumentValue]? {
    let (old, own, other) = (base?.elements ?? [], mine.elements, theirs.elements)
    let values = [old, own, other].map { $0.map(\.complete) }
    let kind = kinds.kind(of: values, at: path)
    if kind == .pairs { return try mergePairs(old, own, other, at: path, &conflicts) }
    let isSet = kind == .set
    if let merged = try mergeByIdentity(old, own, other, isSet: isSet, at: path, &conflicts) {
      return merged
    }
    return try isSet
      ? mergeSets(values[0], values[1], values[2], at: path)
      : mergeByIndex(values[0], values[1], values[2], at: path, &conflicts)
  }

  /// Merges arrays of objects that all have an identity; nil if they don't, or if both sides have another order and none
  /// is preferred.
  private func mergeByIdentity(
    _ base: [Value], _ mine: [Value], _ theirs: [Value], isSet: Bool,
    at path: FieldPath, _ conflicts: inout [FieldPath]
  ) throws -> [DocumentValue]? {
    guard let base = identified(base), let mine = identified(mine), let theirs = identified(theirs)
    else { return nil }
    let order =
      isSet
      ? mine.order + theirs.order.filter { mine.elements[$0] == nil }
      : mergedOrder(base.order, mine.order, theirs.order)
    guard let order else { return nil }
    let indices = indexed(theirs.order).merging(indexed(mine.order)) { _, own in own }
    return try order.compactMap { identity in
      try merge(
        base.elements[identity], mine.elements[identity], theirs.elements[identity],
        // The path in the document that this program wants to save, where that has the element.
        at: path.appending(.index(indices[identity] ?? 0)), &conflicts)
    }
  }

  private func indexed(_ order: [DocumentValue]) -> [DocumentValue: Int] {
    Dictionary(uniqueKeysWithValues: zip(order, order.indices))
  }

  /// The elements of an array by their identity; nil if one has none, or two have the same.
  private func identified(
    _ array: [Value]
  ) -> (order: [DocumentValue], elements: [DocumentValue: Value])? {
    var order: [DocumentValue] = []
    var elements: [DocumentValue: Value] = [:]
    for element in array {
      guard let own = element.complete[identity], !own.isNull, elements[own] == nil else {
        return nil
      }
      order.append(own)
      elements[own] = element
    }
    return (order, elements)
  }

  /// The order of the elements of both sides; nil if both have moved elements that all three have, and no side is
  /// preferred.
  ///
  /// It is the order of the side that moved some, with the other's new elements after those that they follow there.
  private func mergedOrder(
    _ base: [DocumentValue], _ mine: [DocumentValue], _ theirs: [DocumentValue]
  ) -> [DocumentValue]? {
    let common = Set(base).intersection(mine).intersection(theirs)
    let old = base.filter(common.contains)
    let own = mine.filter(common.contains)
    let other = theirs.filter(common.contains)
    let areBothMoved = own != old && other != old && own != other
    if areBothMoved, preferred == nil { return nil }
    let isTheirs = areBothMoved ? preferred == .theirs : own == old && other != old
    let (leading, following) = isTheirs ? (theirs, mine) : (mine, theirs)
    // The other's new elements, by the element that they follow.
    let known = Set(leading)
    var added: [DocumentValue?: [DocumentValue]] = [:]
    var last: DocumentValue?
    for identity in following {
      if known.contains(identity) {
        last = identity
      } else {
        added[last, default: []].append(identity)
      }
    }
    return leading.reduce(into: added[nil] ?? []) { order, identity in
      order.append(identity)
      order += added[identity] ?? []
    }
  }

  /// Merges arrays that have kept their length, if each element was changed by one side only; nil if they can't be
  /// merged so.
  private func mergeByIndex(
    _ base: [DocumentValue], _ mine: [DocumentValue], _ theirs: [DocumentValue],
    at path: FieldPath, _ conflicts: inout [FieldPath]
  ) throws -> [DocumentValue]? {
    guard base.count == mine.count, base.count == theirs.count else { return nil }
    let (old, own, other) = (
      kinds.forms(of: base, at: path), kinds.forms(of: mine, at: path),
      kinds.forms(of: theirs, at: path)
    )
    let all = Set(old)
    for side in [own, other] {
      let new = Set(side)
      // A changed element that was elsewhere before has moved, so its index says nothing.
      for index in old.indices where side[index] != old[index] {
        if all.contains(side[index]) || new.contains(old[index]) { return nil }
      }
    }
    // Nothing tells two elements from the key and the value of a dictionary that has only one. The value must not get a
    // key of the other side.
    if old.count == 2, base.contains(where: { $0.object == nil }),
      own[0] == old[0] || other[0] == old[0],
      own[1] == old[1] || other[1] == old[1]
    {
      return nil
    }
    return base.indices.map { index in
      if own[index] == other[index], mine[index].isExactly(base[index]) { return theirs[index] }
      if own[index] == other[index] || other[index] == old[index] { return mine[index] }
      // Nothing tells whether both have changed this element, or one has replaced it with another.
      guard own[index] != old[index] else { return theirs[index] }
      conflicts.append(path.appending(.index(index)))
      return preferred == .theirs ? theirs[index] : mine[index]
    }
  }

  /// Merges sets: what one side has added is added, and what one has removed is removed; nil if they aren't sets.
  private func mergeSets(
    _ base: [DocumentValue], _ mine: [DocumentValue], _ theirs: [DocumentValue],
    at path: FieldPath
  ) -> [DocumentValue]? {
    let (own, other) = (kinds.forms(of: mine, at: path), kinds.forms(of: theirs, at: path))
    let (old, ownElements, otherElements) = (
      Set(kinds.forms(of: base, at: path)), Set(own), Set(other)
    )
    guard old.count == base.count, ownElements.count == own.count,
      otherElements.count == other.count
    else { return nil }
    // An object without an identity may be an entry for a key. If both have replaced one, there would be two for it.
    if base.contains(where: { $0.object != nil }),
      !old.subtracting(ownElements).isDisjoint(with: old.subtracting(otherElements)),
      !ownElements.isSubset(of: old), !otherElements.isSubset(of: old)
    {
      return nil
    }
    if !kinds.isSetByType(at: path) {
      func added(
        to array: [DocumentValue], _ forms: [ValueKinds.Form], notIn others: Set<ValueKinds.Form>
      ) -> [DocumentValue] {
        zip(array, forms).filter { !old.contains($1) && !others.contains($1) }.map(\.0)
      }
      let isForSameKey = Self.mayHaveSameKey(
        added(to: mine, own, notIn: otherElements), added(to: theirs, other, notIn: ownElements),
        in: [base, mine, theirs])
      if isForSameKey { return nil }
    }
    let left = zip(mine, own).filter { !old.contains($1) || otherElements.contains($1) }
    let added = zip(theirs, other).filter { !old.contains($1) && !ownElements.contains($1) }
    return (left + added).map(\.0)
  }

  /// Whether two elements that the sides have added may be entries for the same key.
  ///
  /// What isn't a `Set` may be a dictionary that is written as entries, and a type may trap on two for one key. They have a
  /// member in common, by which all entries of a document differ.
  private static func mayHaveSameKey(
    _ mine: [DocumentValue], _ theirs: [DocumentValue], in arrays: [[DocumentValue]]
  ) -> Bool {
    let common = Set(mine.flatMap(Member.all)).intersection(theirs.flatMap(Member.all))
    if common.isEmpty { return false }
    let members = arrays.map { Dictionary(grouping: $0.flatMap(Member.all), by: \.place) }
    return Set(common.map(\.place)).contains { place in
      members.allSatisfy { members in
        let values = (members[place] ?? []).map(\.value)
        return Set(values).count == values.count
      }
    }
  }

  /// A member of an object, or an element of an array.
  private struct Member: Hashable {
    let place: FieldPath.Component
    let value: DocumentValue

    /// The members of a value; none if it isn't a container.
    static func all(of value: DocumentValue) -> [Member] {
      if let object = value.object {
        return object.map { Member(place: .key($0.key), value: $0.value) }
      }
      let elements = value.array ?? []
      return elements.enumerated().map { Member(place: .index($0), value: $1) }
    }
  }

  /// Merges dictionaries that are arrays of keys and values; nil if they aren't.
  private func mergePairs(
    _ base: [Value], _ mine: [Value], _ theirs: [Value],
    at path: FieldPath, _ conflicts: inout [FieldPath]
  ) throws -> [DocumentValue]? {
    guard let base = pairs(in: base, at: path), let mine = pairs(in: mine, at: path),
      let theirs = pairs(in: theirs, at: path)
    else { return nil }
    let keys = mine.keys + theirs.keys.filter { mine.places[$0] == nil }
    var merged: [DocumentValue] = []
    for key in keys {
      let index = mine.places[key] ?? theirs.places[key] ?? 0
      let value = try merge(
        base.value(for: key), mine.value(for: key), theirs.value(for: key),
        at: path.appending(.index(index)), &conflicts)
      guard let value, let name = mine.name(of: key) ?? theirs.name(of: key) else { continue }
      merged += [name, value]
    }
    return merged
  }

  private func pairs(in array: [Value], at path: FieldPath) -> Pairs? {
    guard array.count.isMultiple(of: 2) else { return nil }
    var pairs = Pairs(array: array)
    for index in stride(from: 0, to: array.count, by: 2) {
      let key = kinds.form(of: array[index].complete, at: path.appending(.index(index)))
      guard pairs.places.updateValue(index + 1, forKey: key) == nil else { return nil }
      pairs.keys.append(key)
    }
    return pairs
  }

  /// An array of keys and values.
  private struct Pairs {
    let array: [Value]
    var keys: [ValueKinds.Form] = []
    /// The index of each key's value.
    var places: [ValueKinds.Form: Int] = [:]

    func name(of key: ValueKinds.Form) -> DocumentValue? {
      places[key].map { array[$0 - 1].complete }
    }
    func value(for key: ValueKinds.Form) -> Value? { places[key].map { array[$0] } }
  }
}

extension ThreeWayMerge.Value {
  /// The member with the key that an object has.
  fileprivate func member(_ key: String, of object: DocumentObject) -> ThreeWayMerge.Value? {
    complete.object?.value(forKey: key, of: object).map { value in
      // What is in an omitted value isn't omitted itself.
      ThreeWayMerge.Value(
        value, written: isOmitted ? value : written?.object?.value(forKey: key, of: object))
    }
  }

  /// The elements of an array. None of them counts as omitted, nor anything in them: a type may write a set in another
  /// order each time, so that nothing tells which two elements are the same.
  fileprivate var elements: [ThreeWayMerge.Value] {
    (complete.array ?? []).map { ThreeWayMerge.Value($0, written: $0) }
  }
}
