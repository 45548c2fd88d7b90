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
      guard newer.insert(renamed.oldestPath(of: path)) else { return }
      $0.newerValuesRead.append(.init(path: path, version: version))
    }
  }

  /// Records the version of a document that is refused.
  func recordRefused(_ version: AnyVersion, _ field: Field) {
    if isRoot(field) { record { $0.versionFound = version } }
  }

  /// Records an unknown field that isn't a version, and that is replaced with the `readableSince` of the value's type
  /// when the value is written. A value of a newer version has no other `readableSince` than that of its document.
  func recordReplaced(at location: VersionLocation, in field: Field) {
    if keptValues.isEmpty { return }
    let base = field.path
    if newer.contains(renamed.oldestPath(of: base)) { return }
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
        if let recorded = report.unknownFieldsKept.lastIndex(of: path) {
          report.unknownFieldsKept.remove(at: recorded)
        }
      }
      let whole = base.appending(keys: location.keys)
      report.unknownFieldsDropped.append(whole)
      return
    }
  }

  /// Whether a field is the document itself, rather than a value decoded in its place.
  private func isRoot(_ field: Field) -> Bool {
    forgetFailedAttempt()
    return field.pathKey == .root && !field.state.pointee.isInner && !hasFoundVersion
  }

  /// Records a lenient value that did decode. If an older version had rejected it, it is no longer
  /// rejected.
  func recordAccepted(_ field: Field) {
    guard let rejection = field.rejection else { return }
    willRecord()
    rejections.accept(rejection)
  }

  /// Records which fields a step renames, before a value is decoded from them.
  func recordRenamings(_ names: [(old: String, new: String)], in session: DecodingSession) {
    if names.isEmpty { return }
    willRecord()
    renamed.add(names, in: session.state.path(ofFrame: -1))
  }

  /// Records the fields that carrying over has dropped or renamed.
  ///
  /// - Parameters:
  ///   - renamings: The old and new names of renamed fields.
  ///   - replaced: The old names of fields that a step has replaced with another value.
  ///   - oldName: Returns the name that a field had before the step.
  func recordCarriedOver(
    in session: DecodingSession, renamings: [(old: String, new: String)], replaced: [String],
    oldName: (String) -> String
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
    from member: UInt32 = 0, in session: DecodingSession, root: UInt32 = 0,
    to dropped: inout [FieldPath]
  ) {
    if !session.state.isFullyRead(member, in: session.root.tree) {
      var search = UnreadMembers(in: session, root: root)
      search.visit(from: member)
      dropped += search.found
      for member in search.handled {
        recordHandled(search.tree.key(of: member), try? DocumentValue(member, of: search.tree))
      }
    }
    let state = session.state
    for value in state.pointee.carryOver.encodedValues.all where value.isReadInPart(in: state) {
      recordCarriedOver(from: value.root, in: value.session, root: value.root, to: &dropped)
    }
  }

  /// Records the members of the document that no type asked for.
  func recordUnread(in session: DecodingSession) {
    if session.state.isFullyRead(0, in: session.root.tree) { return }
    var search = UnreadMembers(in: session)
    search.visit(from: 0)
    recordUnread(search.found)
  }

  func recordUnread(_ fields: [FieldPath]) {
    if !fields.isEmpty { record { $0.unknownFieldsDropped += fields } }
  }
}
