/// The fields of an old value on their way into a new one, for a step to edit.
///
/// `init(carryingOver:)` gives them to its closure before the new type is decoded from them:
///
/// ```swift
/// extension Song {
///   init(from old: SongV1) throws {
///     try self.init(carryingOver: old) { fields in
///       fields.rename("singer", to: "artist")
///       fields.drop("seconds")
///       try fields.set(Duration.seconds(old.seconds), for: CodingKeys.duration)
///     }
///   }
/// }
/// ```
///
/// What is renamed, dropped and read is named as the old type names it, and what is set as the new type
/// does. So the order of the lines makes no difference, and two fields may swap their names.
///
/// A name that a type doesn't have is a mistake in the step, and so is to say two things about one field.
/// Both are an error when the step is taken, whatever the document holds. The nil of an optional
/// property is a field like others. A field that no type declares is there in some documents only, so
/// ask whether it is: `if fields.contains("colour") { … }`.
///
/// ## Topics
///
/// ### Saying what becomes of old fields
/// - ``rename(_:to:)-(String,String)``
/// - ``drop(_:)``
///
/// ### Giving new fields their values
/// - ``set(_:for:)-(Value,CodingKey)``
///
/// ### Reading old fields
/// - ``names``
/// - ``contains(_:)``
/// - ``value(of:as:)``
/// - ``remove(_:as:)``
public struct CarriedFields {
  /// A value that the step gives a field of the new type; null where there is none.
  struct Setting {
    let name: String
    let value: CarriedValue?
  }

  private let tree: DocumentTree
  private let carryOver: CarryOver
  private let base: ValueDecoder?

  /// New names by old ones.
  private(set) var renamings: [(old: String, new: String)] = []
  private(set) var dropped: [String] = []
  private(set) var settings: [Setting] = []

  init(of tree: DocumentTree, in carryOver: CarryOver, inside base: ValueDecoder?) {
    self.tree = tree
    self.carryOver = carryOver
    self.base = base
  }

  // MARK: - Old fields

  /// Carries a field over by another name.
  ///
  /// If the old value has a field that is called like that, it is not carried over. A field may be renamed
  /// and its new name set: the value that is set counts, and who compares the versions learns where the
  /// old field went.
  ///
  /// - Parameters:
  ///   - old: The name of the field in the old type.
  ///   - new: The name in the new type.
  public mutating func rename(_ old: String, to new: String) {
    renamings.append((old, new))
  }

  /// Carries a field over by another name.
  ///
  /// - Parameters:
  ///   - old: The name of the field in the old type.
  ///   - new: The key in the new type.
  public mutating func rename(_ old: String, to new: some CodingKey) {
    rename(old, to: new.stringValue)
  }

  /// Leaves fields behind that the step has taken care of, or that are not wanted any more.
  ///
  /// A field that the new type doesn't have is left behind all the same, and then the report says that it
  /// was dropped. What is named here is not reported.
  ///
  /// - Parameter names: The names of the fields in the old type.
  public mutating func drop(_ names: String...) {
    dropped += names
  }

  /// The names of the fields that the old value has, in their order.
  public var names: [String] {
    tree.members(of: 0).map { tree.view.key(of: $0) }
  }

  /// Whether the old value has a field that is neither nil nor null.
  public func contains(_ name: String) -> Bool {
    let slot = tree.view.member(name, of: 0)
    return slot != 0 && !tree.slots[slot].isNull
  }

  /// Reads a field of the old value as some type.
  ///
  /// It is for what the old type doesn't declare; its properties are at hand as they are.
  ///
  /// - Parameters:
  ///   - name: The name of the field in the old type.
  ///   - type: The type to read it as; `DocumentValue` for whatever is there.
  /// - Returns: The value; nil where the field isn't there, or is null.
  /// - Throws: A `DecodingError` where the field is something else.
  public func value<Value: Decodable>(
    of name: String, as type: Value.Type = Value.self
  ) throws -> Value? {
    try read(type, name, reportingTo: nil)
  }

  /// Reads a field of the old value and leaves it behind: the step has taken care of it.
  ///
  /// What the field holds and the type doesn't have is left behind too, and the report says so.
  ///
  /// - Parameters:
  ///   - name: The name of the field in the old type.
  ///   - type: The type to read it as; `DocumentValue` for whatever is there.
  /// - Returns: The value; nil where the field isn't there, or is null.
  /// - Throws: A `DecodingError` where the field is something else.
  public mutating func remove<Value: Decodable>(
    _ name: String, as type: Value.Type = Value.self
  ) throws -> Value? {
    let reportBuilder = base?.state.pointee.reportBuilder
    let mark = reportBuilder?.mark
    do {
      let value = try read(type, name, reportingTo: reportBuilder)
      if tree.view.member(name, of: 0) != 0 { drop(name) }
      return value
    } catch {
      if let mark { reportBuilder?.rollBack(to: mark) }
      throw error
    }
  }

  private func read<Value: Decodable>(
    _ type: Value.Type, _ name: String, reportingTo reportBuilder: ReportBuilder?
  ) throws -> Value? {
    let slot = tree.view.member(name, of: 0)
    if slot == 0 || tree.slots[slot].isNull { return nil }
    let session = DecodingSession.reading(tree, inside: base)
    session.state.pointee.report(to: reportBuilder)
    session.state.pointee.carriesValues = true
    defer { session.state.releaseEncodedValues() }
    return try withExtendedLifetime(session) {
      do {
        let value = try session.root.decoder(filling: .error).object()
          .valueIfPresent(type, AnyCodingKey(name))
        reportBuilder?.recordRemoved(slot, in: session)
        return value
      } catch {
        // The field is still carried over, so what is in it is for the new type to ask for.
        if reportBuilder != nil { tree.forgetReads(from: slot) }
        throw error
      }
    }
  }

  // MARK: - New fields

  /// Gives a field of the new type its value, instead of an old field of that name.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key in the new type.
  /// - Throws: `MigrationError` where the step has set the field before.
  public mutating func set<Value: Encodable>(_ value: Value, for key: some CodingKey) throws {
    try set(value, for: key.stringValue)
  }

  /// Gives a field of the new type its value, instead of an old field of that name.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The name of the field in the new type.
  /// - Throws: `MigrationError` where the step has set the field before.
  public mutating func set<Value: Encodable>(_ value: Value, for name: String) throws {
    try set(TypedCarriedValue(value, userInfo: userInfo), for: name)
  }

  /// Gives an optional field of the new type its value, which may be nil.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key in the new type.
  /// - Throws: `MigrationError` where the step has set the field before.
  public mutating func set<Value: Encodable>(_ value: Value?, for key: some CodingKey) throws {
    try set(value, for: key.stringValue)
  }

  /// Gives an optional field of the new type its value, which may be nil.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The name of the field in the new type.
  /// - Throws: `MigrationError` where the step has set the field before.
  public mutating func set<Value: Encodable>(_ value: Value?, for name: String) throws {
    try set(value.map { TypedCarriedValue($0, userInfo: userInfo) }, for: name)
  }

  private mutating func set(_ value: CarriedValue?, for name: String) throws {
    if settings.contains(where: { $0.name == name }) {
      throw carryOver.error(for: .contradiction(name))
    }
    settings.append(Setting(name: name, value: value))
  }

  private var userInfo: [CodingUserInfoKey: Any] { base?.userInfo ?? [:] }
}

// MARK: - Taking effect

extension CarriedFields {
  /// What the step says that can't be, going by what the old type encodes; nil if it is all right.
  func mistake(ofOld oldFields: DeclaredKeyTypes) -> CarryOverMistake? {
    var said: Set<String> = []
    for name in renamings.map(\.old) + dropped {
      if tree.view.member(name, of: 0) == 0, !oldFields.contain(name) { return .noOldField(name) }
      if !said.insert(name).inserted { return .contradiction(name) }
    }
    var given: Set<String> = []
    for name in renamings.map(\.new) where !given.insert(name).inserted {
      return .contradiction(name)
    }
    return nil
  }

  /// What the step says that can't be, going by what the new type decodes; nil if it is all right.
  func mistake(ofNew newFields: DeclaredKeyTypes) -> CarryOverMistake? {
    let name = (settings.map(\.name) + renamings.map(\.new)).first { !newFields.contain($0) }
    return name.map { .noNewField($0) }
  }
}
