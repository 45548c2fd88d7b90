/// What was found at the location of a version.
enum FoundVersion {
  case version(AnyVersion)
  /// A value that can't be a version; the name of its kind.
  case malformed(String)

  /// The version, if it is one.
  var version: AnyVersion? { if case .version(let version) = self { version } else { nil } }

  /// Looks up a location in a value; nil if it is missing or null.
  ///
  /// - Parameter prefersText: Whether a value of another library's decoder that can be read as a text and as a number is a
  ///   text: formats such as XML don't tell the two apart.
  init?(at location: VersionLocation, in field: Field, prefersText: Bool = false) {
    guard let value = field.value(at: location), !value.isNull else { return nil }
    self = value.foundVersion(prefersText: prefersText)
  }

  /// Reads a value that isn't null.
  init(_ node: TreeNode, in tree: DocumentTree.View) {
    if let text = String.read(node, tree) {
      self = .version(.string(text))
    } else if let number = Int.read(node, tree) {
      self = .version(.integer(number))
    } else {
      switch node.kind {
      case .integerText, .unsigned: self = .malformed("a number that is too large")
      case .numberText where Self.isTooLarge(tree.text(of: node)):
        self = .malformed("a number that is too large")
      case .illFormedText: self = .malformed("a string that isn't Unicode text")
      case let kind where kind.isNumber: self = .malformed("a number that isn't an integer")
      case let kind: self = .malformed(kind.name)
      }
    }
  }

  private static func isTooLarge(_ number: Bytes) -> Bool {
    // An exponent that is too large gives infinity, not nil.
    Double(String(decoding: number, as: UTF8.self)).map { abs($0) >= 0x1p63 } ?? false
  }

  /// Reads a value of a foreign decoder that isn't null.
  init(from decoder: any Decoder, prefersText: Bool) {
    if prefersText, let text = try? String(from: decoder) {
      self = .version(.string(text))
    } else if let number = try? Int(from: decoder) {
      self = .version(.integer(number))
    } else if let text = try? String(from: decoder) {
      self = .version(.string(text))
    } else {
      self = .malformed("neither a number nor a string")
    }
  }
}

extension Field {
  /// The value at a location in this object; nil if something on the way is missing.
  fileprivate func value(at location: VersionLocation) -> Field? {
    var value = self
    for name in location.keys {
      guard let member = value.member(name) else { return nil }
      value = member
    }
    return value
  }

  /// A member on the way to a version, and the object that it is in.
  fileprivate typealias Stage = (object: Field, member: Field, name: String)

  /// The members on the way to a location, up to the first that is missing.
  fileprivate func stages(to location: VersionLocation) -> [Stage] {
    var stages: [Stage] = []
    for name in location.keys {
      let object = stages.last?.member ?? self
      guard let member = object.member(name) else { break }
      stages.append((object, member, name))
    }
    return stages
  }
}

extension VersionLocation {
  /// Whether a type has asked for the value at this location, if that is recorded.
  func isRead(in field: Field) -> Bool {
    let stages = field.stages(to: self)
    return stages.count == keys.count
      && stages.allSatisfy { $0.object.hasRead($0.member, named: $0.name) }
  }

  /// Forgets that a type has asked for the value at this location. Returns whether one had.
  func forgetRead(in field: Field) -> Bool {
    guard isRead(in: field) else { return false }
    if let last = field.stages(to: self).last {
      last.object.forgetMemberRead(last.member, named: last.name)
    }
    return true
  }

  /// Records that a version was read, unless the value at this location isn't one: that is a field that no type
  /// declares.
  func markVersionRead(in field: Field) {
    guard field.state.pointee.marksReads else { return }
    if case .malformed? = FoundVersion(at: self, in: field) { return }
    markRead(in: field)
  }

  /// Records that a null at this location was read.
  func markNullRead(in field: Field) {
    if field.value(at: self)?.isNull == true { markRead(in: field) }
  }

  /// Records that the version and the objects around it were read.
  func markRead(in field: Field) {
    guard field.state.pointee.marksReads else { return }
    for stage in field.stages(to: self) {
      stage.object.markMemberRead(stage.member, named: stage.name)
    }
  }
}
