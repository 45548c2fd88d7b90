/// What was found at the location of a version.
enum FoundVersion {
  case version(AnyVersion)
  /// A value that can't be a version; the name of its kind.
  case malformed(String)

  /// The version, if it is one.
  var version: AnyVersion? { if case .version(let version) = self { version } else { nil } }

  /// Looks up a location in a value; nil if it is missing or null.
  init?(at location: VersionLocation, in field: Field) {
    var place = field
    for key in location.keys {
      guard let member = place.member(key) else { return nil }
      place = member
    }
    if place.isNull { return nil }
    self =
      place.isForeign
      ? Self.foreign(place) : FoundVersion(place.tree[place.slot], in: place.tree)
  }

  /// Reads a value that isn't null.
  init(_ slot: TreeNode, in tree: DocumentTree.View) {
    if let text = String.read(slot, tree) {
      self = .version(.string(text))
    } else if let number = Int.read(slot, tree) {
      self = .version(.integer(number))
    } else {
      switch slot.kind {
      case .integerText, .unsigned: self = .malformed("a number that is too large")
      case .illFormedText: self = .malformed("a string that isn't Unicode text")
      case let kind where kind.isNumber: self = .malformed("a number that isn't an integer")
      case let kind: self = .malformed(kind.name)
      }
    }
  }

  private static func foreign(_ field: Field) -> FoundVersion {
    let decoder = field.foreignDecoder
    if let number = try? Int(from: decoder) { return .version(.integer(number)) }
    if let text = try? String(from: decoder) { return .version(.string(text)) }
    return .malformed("neither a number nor a string")
  }
}

extension VersionLocation {
  /// Whether a type has asked for the value at this location, if that is recorded.
  func isRead(in field: Field) -> Bool {
    var place = field
    for key in keys {
      guard let member = place.member(key) else { return false }
      let isRead =
        place.isForeign
        ? place.state.pointee.foreign[Int(place.foreign)].namesRead.contains(key)
        : member.tree[member.slot].flags.contains(.isRead)
      if !isRead { return false }
      place = member
    }
    return true
  }

  /// Records that the version and the objects around it were read.
  func markRead(in field: Field) {
    guard field.state.pointee.tracksReads else { return }
    var place = field
    for key in keys {
      guard let member = place.member(key) else { return }
      if place.isForeign {
        place.state.pointee.foreign[Int(place.foreign)].recordRead(key)
      } else {
        field.state.markRead(member.slot, in: member.tree)
      }
      place = member
    }
  }
}

extension Field {
  /// The value of a key, looked up without opening a container.
  fileprivate func member(_ name: String) -> Field? {
    if isForeign {
      let own = state.pointee.foreign[Int(foreign)]
      guard (try? own.open()) != nil, let child = try? own.member(name) else { return nil }
      state.pointee.foreign.append(child)
      var field = self
      field.foreign = Int32(state.pointee.foreign.count - 1)
      return field
    }
    let found =
      state.convertsKeys(of: slot, in: tree) ? convertedMember(name) : tree.member(name, of: slot)
    guard found != 0 else { return nil }
    return Field(state: state, tree: tree, slot: found, parent: parent, step: Frame.memberStep)
  }

  private func convertedMember(_ name: String) -> UInt32 {
    guard kind == .object else { return 0 }
    let path = codingPath
    for member in tree.children(of: slot) {
      let key = tree.key(of: member)
      if key == name || state.convertKey(key, at: path) == name { return member }
    }
    return 0
  }
}
