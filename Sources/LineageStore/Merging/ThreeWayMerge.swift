import Lineage

/// Merges two changes of a document, field by field.
struct ThreeWayMerge {
  /// The key of the field that identifies an element of an array.
  let identity: String

  /// The merged document, or the paths of the fields that both sides have changed.
  func merged(
    base: DocumentValue?, mine: DocumentValue, theirs: DocumentValue
  ) -> Result<DocumentValue, FieldConflicts> {
    var conflicts: [FieldPath] = []
    let value = merge(base, mine, theirs, at: FieldPath(), &conflicts)
    guard conflicts.isEmpty, let value else { return .failure(FieldConflicts(paths: conflicts)) }
    return .success(value)
  }

  /// Merges three values of a field, of which nil is a missing one.
  private func merge(
    _ base: DocumentValue?, _ mine: DocumentValue?, _ theirs: DocumentValue?, at path: FieldPath,
    _ conflicts: inout [FieldPath]
  ) -> DocumentValue? {
    if mine == theirs || theirs == base { return mine }
    if mine == base { return theirs }
    switch (base, mine, theirs) {
    case (_, .object(let mine), .object(let theirs)):
      return .object(merge(base?.object, mine, theirs, at: path, &conflicts))
    case (_, .array(let mine), .array(let theirs)):
      let base = base?.array ?? []
      if let merged = mergeByIdentity(base, mine, theirs, at: path, &conflicts)
        ?? mergeByIndex(base, mine, theirs, at: path, &conflicts)
      {
        return .array(merged)
      }
    default: break
    }
    conflicts.append(path)
    return mine
  }

  private func merge(
    _ base: DocumentObject?, _ mine: DocumentObject, _ theirs: DocumentObject, at path: FieldPath,
    _ conflicts: inout [FieldPath]
  ) -> DocumentObject {
    var merged = DocumentObject()
    for key in mine.keys + theirs.keys where merged[key] == nil {
      merged[key] = merge(
        base?[key], mine[key], theirs[key], at: path.appending(.key(key)), &conflicts)
    }
    return merged
  }

  /// The paths of the fields in which two documents differ.
  func differences(
    _ first: DocumentValue?, _ second: DocumentValue?, at path: FieldPath = FieldPath()
  ) -> [FieldPath] {
    if first == second { return [] }
    guard let first, let second else { return [path] }
    if case .object(let one) = first, case .object(let other) = second {
      let keys = one.keys + other.keys.filter { one[$0] == nil }
      return keys.flatMap { differences(one[$0], other[$0], at: path.appending(.key($0))) }
    }
    return first.isSame(as: second) ? [] : [path]
  }

  // MARK: - Arrays

  /// Merges arrays of objects that all have an identity; nil if they don't, or if both sides have another order.
  private func mergeByIdentity(
    _ base: [DocumentValue], _ mine: [DocumentValue], _ theirs: [DocumentValue],
    at path: FieldPath, _ conflicts: inout [FieldPath]
  ) -> [DocumentValue]? {
    guard let base = identified(base), let mine = identified(mine), let theirs = identified(theirs)
    else { return nil }
    guard let order = mergedOrder(base.order, mine.order, theirs.order) else { return nil }
    let indices = indexed(theirs.order).merging(indexed(mine.order)) { _, own in own }
    return order.compactMap { identity in
      merge(
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
    _ array: [DocumentValue]
  ) -> (order: [DocumentValue], elements: [DocumentValue: DocumentValue])? {
    var order: [DocumentValue] = []
    var elements: [DocumentValue: DocumentValue] = [:]
    for element in array {
      guard let own = element[identity], !own.isNull, elements[own] == nil else { return nil }
      order.append(own)
      elements[own] = element
    }
    return (order, elements)
  }

  /// The order of the elements of both sides; nil if both have moved elements that all three have.
  ///
  /// It is the order of the side that moved some, with the other's new elements after those that they follow there.
  private func mergedOrder(
    _ base: [DocumentValue], _ mine: [DocumentValue], _ theirs: [DocumentValue]
  ) -> [DocumentValue]? {
    let common = Set(base).intersection(mine).intersection(theirs)
    let old = base.filter(common.contains)
    let own = mine.filter(common.contains)
    let other = theirs.filter(common.contains)
    if own != old, other != old, own != other { return nil }
    let (leading, following) = own == old && other != old ? (theirs, mine) : (mine, theirs)
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
  ) -> [DocumentValue]? {
    guard base.count == mine.count, base.count == theirs.count else { return nil }
    let old = Set(base)
    for side in [mine, theirs] {
      let new = Set(side)
      // A changed element that was elsewhere before has moved, so its index says nothing.
      for index in base.indices where side[index] != base[index] {
        if old.contains(side[index]) || new.contains(base[index]) { return nil }
      }
    }
    return base.indices.map { index in
      if mine[index] == theirs[index] || theirs[index] == base[index] { return mine[index] }
      // Nothing tells whether both have changed this element, or one has replaced it by another.
      if mine[index] != base[index] { conflicts.append(path.appending(.index(index))) }
      return theirs[index]
    }
  }
}

extension FieldPath {
  fileprivate func appending(_ component: Component) -> FieldPath {
    FieldPath(components + [component])
  }
}
