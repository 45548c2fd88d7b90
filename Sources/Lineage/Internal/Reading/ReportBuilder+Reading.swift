// What is added to the report while a document is read.

extension ReportBuilder {
  /// Records the types, oldest first, through which a value was migrated.
  ///
  /// - Parameter location: The location of the value's version.
  func recordWalk(
    through types: @autoclosure () -> [String], from version: AnyVersion,
    at location: VersionLocation, isCurrent: Bool, _ field: Field
  ) {
    let isRoot = isRoot(field)
    if !isRoot && isCurrent { return }
    let types = hasDetails ? types() : []
    if isRoot {
      record {
        $0.isOfOlderDocument = !isCurrent
        $0.versionFound = version
        $0.typesWalked = types
      }
      hasFoundVersion = true
    } else {
      let migration = MigrationReport.NestedMigration(
        path: field.path, versionFound: version, typesWalked: types)
      record { $0.nestedMigrations.append(migration) }
      nestedLocations.append(location)
    }
  }

  func recordNewer(_ version: AnyVersion, _ field: Field) {
    let path = field.path
    record {
      guard newer.insert(path).inserted else { return }
      $0.newerValuesRead.append(.init(path: path, version: version))
    }
  }

  /// Records the version of a document that is refused.
  func recordRefused(_ version: AnyVersion, _ field: Field) {
    if isRoot(field) { record { $0.versionFound = version } }
  }

  /// Records an unknown field that isn't a version, and that is replaced by the `readableSince` of the value's type when
  /// the value is written. A value of a newer version has no other `readableSince` than that of its document.
  func recordReplaced(at location: VersionLocation, in field: Field) {
    if keptValues.isEmpty { return }
    let base = field.path
    if newer.contains(base) { return }
    var path = base
    for (index, key) in location.keys.enumerated() {
      path.components.append(.key(key))
      guard var replaced = keptValues[path] else { continue }
      for inner in location.keys.dropFirst(index + 1) {
        guard let member = replaced.object?[inner] else { return }
        replaced = member
      }
      if replaced == .null { return }
      willRecord()
      if index == location.keys.count - 1 {
        keptValues[path] = nil
        report.unknownFieldsKept.removeAll { $0 == path }
      }
      let whole = FieldPath(base.components + location.keys.map { .key($0) })
      report.unknownFieldsDropped.append(whole)
      return
    }
  }

  /// Whether a field is the document itself, rather than a value decoded in its place.
  private func isRoot(_ field: Field) -> Bool {
    forgetFailedAttempt()
    return field.pathKey == .root && field.state.pointee.base == nil && !hasFoundVersion
  }

  /// Records a value that didn't decode.
  func recordRejected(_ field: Field, _ value: DocumentValue) -> Rejection? {
    // A value that an older version has rejected is already in the report, with its path in the
    // document.
    if field.isRejected { return field.rejection }
    return recordRejected(at: field.path, value)
  }

  /// Records a lenient value that did decode. If an older version had rejected it, it is no longer
  /// rejected.
  func recordAccepted(_ field: Field) {
    guard let rejection = field.rejection else { return }
    willRecord()
    rejections.accept(rejection)
  }

  /// Records the fields that carrying over has dropped or renamed.
  ///
  /// - Parameters:
  ///   - renamings: The old and new names of renamed fields.
  ///   - replaced: The old names of fields that a step has replaced with another value.
  ///   - oldName: Returns the name that a field had before the step.
  func recordCarriedOver(
    in session: DecodingSession, renamings: [(old: String, new: String)] = [],
    replaced: [String] = [],
    oldName: (String) -> String = { $0 }
  ) {
    var fields: [FieldPath] = []
    recordCarriedOver(in: session, to: &fields)
    // Most steps drop nothing, and the cost of a path grows with its depth.
    if fields.isEmpty, renamings.isEmpty, replaced.isEmpty { return }
    let base = session.state.path(ofFrame: -1).components
    for index in fields.indices {
      guard case .key(let name) = fields[index].components[base.count] else { continue }
      fields[index].components[base.count] = .key(oldName(name))
    }
    fields += replaced.map { FieldPath(base + [.key($0)]) }
    record {
      $0.carryOverRenamed += renamings.map {
        .init(path: FieldPath(base + [.key($0.old)]), newName: $0.new)
      }
      $0.carryOverDropped += fields
    }
  }

  /// Records what a step has dropped from a field that it has read.
  func recordRemoved(_ member: UInt32, in session: DecodingSession) {
    var fields: [FieldPath] = []
    recordCarriedOver(from: member, in: session, to: &fields)
    if !fields.isEmpty { record { $0.carryOverDropped += fields } }
  }

  private func recordCarriedOver(
    from member: UInt32 = 0, in session: DecodingSession, to dropped: inout [FieldPath]
  ) {
    if !session.state.isFullyRead(member, in: session.root.tree) {
      var search = UnreadMembers(in: session)
      search.visit(from: member)
      dropped += search.found
      for member in search.arrived {
        recordArrived(search.tree.key(of: member), try? DocumentValue(member, of: search.tree))
      }
    }
    for value in session.state.pointee.encodedValues { recordCarriedOver(in: value, to: &dropped) }
  }

  /// Records the members of the document that no type asked for.
  func recordUnknown(in session: DecodingSession) {
    let foreign = session.state.pointee.foreign
    if foreign.isEmpty {
      if session.state.isFullyRead(0, in: session.root.tree) { return }
      var search = UnreadMembers(in: session)
      search.visit(from: 0)
      record { $0.unknownFieldsDropped += search.found }
    }
    var visited: Set<ObjectIdentifier> = []
    var dropped: Set<FieldPath> = []
    for field in foreign
    where !field.isFullyRead && visited.insert(ObjectIdentifier(field)).inserted {
      let unread = field.unread
      if unread.isEmpty { continue }
      let path = FieldPath(field.codingPath).components
      // An attempt that has failed may have opened an object in a field that is dropped.
      if path.indices.contains(where: { dropped.contains(FieldPath(Array(path[...$0]))) }) {
        continue
      }
      let paths = unread.map { FieldPath(path + [$0]) }
      dropped.formUnion(paths)
      record { $0.unknownFieldsDropped += paths }
    }
  }
}

extension DecodingPlan {
  /// Decodes the value of a member. If that throws, the member no longer counts as read, because the type may catch the
  /// error, unless it was read before.
  @inline(__always)
  func decodeMember(_ field: Field) throws -> Value {
    do {
      return try decode(field)
    } catch {
      field.forgetRead()
      throw error
    }
  }
}

extension Field {
  @inline(never)
  fileprivate func forgetRead() {
    guard state.pointee.marksReads else { return }
    let place = placeOfReads
    if place.state.isReadAgain(place) { return }
    if let (object, name) = place.state.foreignMember(place) {
      object.forget(.name(name))
    } else {
      place.state.forgetRead(place.slot, in: place.tree)
    }
  }

  /// The place where it is recorded that types have asked for the value: for a carried value that was encoded, that of
  /// the carried one.
  var placeOfReads: Field {
    var place = self
    while place.slot == 0, place.state.pointee.carriedDocument != nil,
      let base = place.state.pointee.base,
      Int(base.frameIndex) < base.state.pointee.frames.count
    {
      place = base.field
    }
    return place
  }

  /// Records that a value which couldn't be decoded was filled or rejected, so that it isn't reported as unknown too.
  func markHandled() {
    if state.pointee.marksReads { state.markRead(self, isDecoded: false) }
  }

  /// Decodes the value. If that fails and a type catches the error, the report has nothing of it.
  @inline(__always)
  func attempt<Value>(_ decode: () throws -> Value) throws -> Value {
    guard let reportBuilder = state.pointee.reportBuilder else { return try decode() }
    let reads = state.reads
    let place = placeOfReads.state
    let readsAtPlace = place.reads
    do {
      return try reportBuilder.attempt(decode)
    } catch {
      state.forgetReads(since: reads)
      place.forgetReads(since: readsAtPlace)
      throw error
    }
  }

  /// Whether an older version of the value has rejected it.
  var isRejected: Bool {
    tree[slot].flags.contains(.isRejected)
  }

  /// The rejection that an older version has recorded for it.
  var rejection: Rejection? {
    isRejected ? tree.owner.object.rejections[slot] : nil
  }
}

extension TreeNode {
  /// Whether a type has decoded an unknown field of an older type, and not as an unknown one.
  fileprivate var hasArrived: Bool {
    flags.contains(.isRead) && flags.contains(.isUndeclared) && !flags.contains(.isCollected)
  }
}

extension DecodingState.Pointer {
  /// Whether types have asked for all members and elements in a value, none of them an unknown field of an older type. If
  /// so, as for most documents, there is no need to search for the others.
  fileprivate func isFullyRead(_ slot: UInt32, in tree: DocumentTree.View) -> Bool {
    if !pointee.elementsGivenUp.isEmpty { return false }
    // A loop, because a document may nest too deeply for the stack.
    var containers = [slot]
    while let container = containers.popLast() {
      let isObject = tree[container].kind == .object
      let isReadByElement = isObject || pointee.arraysReadByElement.contains(container)
      for child in tree.children(of: container) {
        let node = tree[child]
        if isReadByElement, !node.flags.contains(.isRead) || node.hasArrived { return false }
        if node.kind == .object || node.kind == .array { containers.append(child) }
      }
    }
    return true
  }
}

/// A walk over a tree for the members and elements that no type asked for.
private struct UnreadMembers {
  let tree: DocumentTree.View
  private let state: DecodingState.Pointer
  private(set) var found: [FieldPath] = []
  /// The members that no older type had declared, but that a type has asked for.
  private(set) var arrived: [UInt32] = []
  /// The containers around the value that is visited. Paths are only made for what is found, which is
  /// little or nothing.
  private var trail: [Container] = []

  private struct Container {
    let slot: UInt32
    /// The index of the container, if it is an element.
    let index: Int?
    /// What of it wasn't visited yet.
    var children: EnumeratedSequence<TreeChildren<DocumentTree.View>>.Iterator
  }

  init(in session: DecodingSession) {
    tree = session.root.tree
    state = session.state
  }

  /// Visits everything in a member of the root, or in the root itself.
  mutating func visit(from member: UInt32) {
    enter(member, at: nil)
    // A loop, because a document may nest too deeply for the stack.
    while let container = trail.last {
      guard let (position, child) = trail[trail.count - 1].children.next() else {
        trail.removeLast()
        continue
      }
      let value = tree[child]
      let isMember = tree[container.slot].kind == .object
      if value.hasArrived { arrived.append(child) }
      let isReadByElement =
        isMember || state.pointee.arraysReadByElement.contains(container.slot)
      let isRead =
        isReadByElement
        ? value.flags.contains(.isRead) : !state.pointee.elementsGivenUp.contains(child)
      if !isRead {
        let key: FieldPath.Component = isMember ? .key(tree.key(of: child)) : .index(position)
        if !value.flags.contains(.isOmitted) { found.append(path(with: key)) }
      } else if value.kind == .object || value.kind == .array {
        enter(child, at: isMember ? nil : position)
      }
    }
  }

  private mutating func enter(_ slot: UInt32, at index: Int?) {
    trail.append(
      Container(
        slot: slot, index: index, children: tree.children(of: slot).enumerated().makeIterator()))
  }

  private func path(with key: FieldPath.Component) -> FieldPath {
    // The root has no component of its own.
    let components = trail.filter { $0.slot != 0 }.map { container in
      container.index.map { .index($0) } ?? FieldPath.Component.key(tree.key(of: container.slot))
    }
    return FieldPath(state.path(ofFrame: -1).components + components + [key])
  }
}
