extension VersionedCodable {
  /// Takes the fields of the same name from the version before, and fills the others.
  ///
  /// ```swift
  /// init(from old: PoemV1) throws {
  ///   try self.init(
  ///     carryingOver: old, except: [CodingKeys.lines],
  ///     renaming: ["poet": "author", "poem": "lines"])
  ///   lines = old.poem.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  /// }
  /// ```
  ///
  /// The old value is encoded and decoded again in memory: no bytes in between, dates and data as
  /// they are, versioned values inside it walking their own chains. A field whose type stays the same
  /// is taken as it is. In a `DefaultFillable` or
  /// `ZeroFillable` type a field without a counterpart is filled; in another type that is an error.
  /// Old fields that the new type doesn't have are dropped, and the report says which.
  ///
  /// - Parameters:
  ///   - old: The value to take fields from.
  ///   - except: Keys of the new type that are not carried over, because the step sets them itself.
  ///     Until it does they hold the default or the zero of their type.
  ///   - renaming: New names by old names. An old field whose new name is among `except` is taken
  ///     care of by the step, and not reported as dropped.
  /// - Throws: `MigrationError` with the reason `carryOverFailed` where a field kept its name and
  ///   changed its type.
  public init<Old: Encodable>(
    carryingOver old: Old, except: [any CodingKey] = [], renaming: [String: String] = [:]
  ) throws {
    self = try CarryOver.value(
      Self.self, from: old, except: Set(except.map(\.stringValue)), renaming: renaming)
  }
}

/// Carrying fields from one type to another: one encoder's tree, read by one decoder.
enum CarryOver {
  static func value<Value: VersionedCodable, Old: Encodable>(
    _ type: Value.Type, from old: Old, except: Set<String>, renaming: [String: String]
  ) throws -> Value {
    let step = Step.current
    let tree = try FieldWriter.tree(
      of: old, userInfo: step?.context.userInfo ?? [:], carriesFields: true)
    let newNames = Set(renaming.values)
    let isReported = step?.context.decoder?.state.pointee.journal != nil
    var renamed: [(old: String, new: String)] = []
    tree.editMembers { name in
      if isReported, let newName = renaming[name] { renamed.append((name, newName)) }
      guard let newName = renaming[name] ?? (newNames.contains(name) ? nil : name) else {
        return nil
      }
      return except.contains(newName) ? nil : newName
    }
    if let oldType = Old.self as? any VersionedCodable.Type {
      tree.renewVersion(from: oldType, to: type)
    }
    let session = Session.reading(tree, inside: step?.context.decoder)
    session.state.pointee.placeholders = except
    session.state.pointee.carriesValues = true
    defer { session.state.pointee.encodedValues.removeAll() }
    return try withExtendedLifetime(session) {
      do {
        let value = try PlanRegistry.decodingPlan(for: type).decodeBody(session.root)
        if let journal = session.state.pointee.journal {
          journal.noteDropped(by: session)
          journal.noteRenamed(renamed, in: session)
          for value in session.state.pointee.encodedValues { journal.noteDropped(by: value) }
        }
        return value
      } catch {
        let explained = explain(error, from: Old.self, to: type, in: session)
        throw step?.explain(explained) ?? explained
      }
    }
  }

  private static func explain<Value: VersionedCodable>(
    _ error: any Error, from old: any Any.Type, to type: Value.Type, in session: Session
  ) -> MigrationError {
    if error is MigrationError || error is UnusableDefaults {
      return .undecodable(
        error, as: type, version: type.version.anyVersion, in: type, chain: type.chain,
        session.root)
    }
    return MigrationError(
      .carryOverFailed(from: TypeName.of(old), to: TypeName.of(type)), in: type,
      chain: type.chain, at: error.codingPath ?? session.root.codingPath, underlying: error)
  }
}

extension FieldTree {
  /// Gives the root's members other names, and removes those that have none afterwards.
  fileprivate func editMembers(_ newName: (String) -> String?) {
    guard slots[0].kind == .object else { return }
    var member = slots[0].firstChild
    var last: UInt32 = 0
    slots[0].firstChild = 0
    slots[0].count = 0
    while member != 0 {
      let next = slots[member].next
      let name = view.key(of: member)
      if let newName = newName(name) {
        if newName != name { setKey(newName, of: member) }
        slots[member].next = 0
        if last == 0 { slots[0].firstChild = member } else { slots[last].next = member }
        slots[0].count += 1
        last = member
      }
      member = next
    }
  }

  /// Brings a version that a type stores in a property of its own up to date.
  fileprivate func renewVersion(
    from old: any VersionedCodable.Type, to new: any VersionedCodable.Type
  ) {
    guard old._versionLocation == new._versionLocation else { return }
    var slot: UInt32 = 0
    for key in new._versionLocation.keys {
      slot = view.member(key, of: slot)
      if slot == 0 { return }
    }
    switch new.version.anyVersion {
    case .integer(let number) where slots[slot].kind.isNumber:
      slots[slot].setValue(FieldSlot(.signed, bits: UInt64(bitPattern: Int64(number))))
    case .string(let text) where slots[slot].kind == .plainText:
      let (start, length) = addText(text)
      slots[slot].setValue(FieldSlot(.plainText, start: start, length: length))
    default: break
    }
  }
}
