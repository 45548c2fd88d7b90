/// The fields of an old value, which a step can edit before a new value is decoded from them.
///
/// `init(carryingOver:)` passes them to its closure:
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
/// Fields that are renamed, dropped and read have the names of the old type, and fields that are
/// set have those of the new type. So the order of the calls doesn't matter, and two fields can
/// swap their names.
///
/// It is a mistake to use a name that the type doesn't have, or to give two instructions for the
/// same field. Either one throws an error whenever the step runs, regardless of the document. An
/// optional property that is nil counts as a field, too. A field that no type declares exists only
/// in some documents, so check first: `if fields.contains("colour") { … }`.
///
/// ## Topics
///
/// ### Renaming and dropping old fields
/// - ``rename(_:to:)-(String,String)``
/// - ``drop(_:)``
///
/// ### Setting new fields
/// - ``set(_:for:)-(Value,CodingKey)``
///
/// ### Reading old fields
/// - ``names``
/// - ``contains(_:)``
/// - ``value(of:as:)``
/// - ``remove(_:as:)``
public struct CarriedFields {
  /// A value that the step sets for a field of the new type; nil means null.
  struct Setting {
    let name: String
    let value: CarriedValue?
  }

  private let tree: DocumentTree
  private let carryOver: CarryOver
  private let base: ValueDecoder?

  /// The old names with the new ones.
  private(set) var renamings: [(old: String, new: String)] = []
  private(set) var dropped: [String] = []
  private(set) var settings: [Setting] = []
  /// What the step sets for the property that collects the unknown fields.
  private(set) var unknownFields: (property: String, value: UnknownFields)?
  /// The fields that the step tries to remove, although the old value doesn't have them.
  private var notRemoved: [String] = []

  init(of tree: DocumentTree, in carryOver: CarryOver, inside base: ValueDecoder?) {
    self.tree = tree
    self.carryOver = carryOver
    self.base = base
  }

  // MARK: - Old fields

  /// Carries a field over under another name.
  ///
  /// If the old value has a field with the new name, that field isn't carried over. If the step
  /// also sets the new name, the value that is set wins, and a comparison of the versions still
  /// shows the field as renamed.
  ///
  /// - Parameters:
  ///   - old: The name of the field in the old type.
  ///   - new: The name in the new type.
  public mutating func rename(_ old: String, to new: String) {
    renamings.append((old, new))
  }

  /// Carries a field over under another name.
  ///
  /// - Parameters:
  ///   - old: The name of the field in the old type.
  ///   - new: The key in the new type.
  public mutating func rename(_ old: String, to new: some CodingKey) {
    rename(old, to: new.stringValue)
  }

  /// Drops fields that the step has used, or that are no longer needed.
  ///
  /// Other fields that the new type doesn't have are dropped too, but they are listed in the
  /// report. Fields dropped with this method aren't.
  ///
  /// - Parameter names: The names of the fields in the old type.
  public mutating func drop(_ names: String...) {
    dropped += names
  }

  /// The names of the old value's fields, in order.
  public var names: [String] {
    tree.members(of: 0).map { tree.view.key(of: $0) }
  }

  /// Returns whether the old value has a field that is neither nil nor null.
  public func contains(_ name: String) -> Bool {
    let slot = member(name)
    return slot != 0 && !tree.isNull(at: slot)
  }

  /// Decodes a field of the old value.
  ///
  /// Use it for fields that the old type doesn't declare. You can access declared ones as
  /// properties.
  ///
  /// - Parameters:
  ///   - name: The name of the field in the old type.
  ///   - type: The type to decode the field as; `DocumentValue` accepts any value.
  /// - Returns: The value; nil if the field is missing or null.
  /// - Throws: A `DecodingError` if the field can't be decoded as the type.
  public func value<Value: Decodable>(
    of name: String, as type: Value.Type = Value.self
  ) throws -> Value? {
    try read(type, name, reportingTo: nil)
  }

  /// Decodes a field of the old value and drops it.
  ///
  /// Fields nested in it that the type doesn't have are dropped, too, and listed in the report.
  ///
  /// - Parameters:
  ///   - name: The name of the field in the old type.
  ///   - type: The type to decode the field as; `DocumentValue` accepts any value.
  /// - Returns: The value; nil if the field is missing or null.
  /// - Throws: A `DecodingError` if the field can't be decoded as the type.
  public mutating func remove<Value: Decodable>(
    _ name: String, as type: Value.Type = Value.self
  ) throws -> Value? {
    let reportBuilder = carryOver.reportBuilder
    let mark = reportBuilder?.mark
    do {
      let value = try read(type, name, reportingTo: reportBuilder)
      if member(name) != 0 { drop(name) } else { notRemoved.append(name) }
      return value
    } catch {
      if let mark { reportBuilder?.rollBack(to: mark) }
      throw error
    }
  }

  private func read<Value: Decodable>(
    _ type: Value.Type, _ name: String, reportingTo reportBuilder: ReportBuilder?
  ) throws -> Value? {
    let slot = member(name)
    if slot == 0 || tree.isNull(at: slot) { return nil }
    return try DecodingSession.using(carryOver.session(reading: tree, reportingTo: reportBuilder)) {
      session in
      // If it throws, the field is still carried over, so the new type may decode its content.
      try session.state.undoingReadsIfThrown {
        let value = try session.root.decoder(filling: .error).object()
          .valueIfPresent(type, AnyCodingKey(name))
        reportBuilder?.recordRemoved(slot, in: session)
        return value
      }
    }
  }

  // MARK: - New fields

  /// Sets a field of the new type, instead of carrying over an old field with that name.
  ///
  /// The property of the new type that collects the unknown fields can be set to an `UnknownFields`, which replaces all
  /// unknown fields of the old value, except those that the step renames or drops:
  /// `fields.set(old.unknownFields.removing("color"), for: CodingKeys.unknownFields)`.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key in the new type.
  /// - Throws: `MigrationError` if the step has already set the field.
  public mutating func set<Value: Encodable>(_ value: Value, for key: some CodingKey) throws {
    try set(value, for: key.stringValue)
  }

  /// Sets a field of the new type, instead of carrying over an old field with that name.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The name of the field in the new type.
  /// - Throws: `MigrationError` if the step has already set the field.
  public mutating func set<Value: Encodable>(_ value: Value, for name: String) throws {
    if Value.self == UnknownFields.self {
      return try set(unknown: identityCast(value, to: UnknownFields.self), for: name)
    }
    try set(TypedCarriedValue(value, userInfo: userInfo), for: name)
  }

  /// Sets an optional field of the new type, to a value or nil.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key in the new type.
  /// - Throws: `MigrationError` if the step has already set the field.
  public mutating func set<Value: Encodable>(_ value: Value?, for key: some CodingKey) throws {
    try set(value, for: key.stringValue)
  }

  /// Sets an optional field of the new type, to a value or nil.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The name of the field in the new type.
  /// - Throws: `MigrationError` if the step has already set the field.
  public mutating func set<Value: Encodable>(_ value: Value?, for name: String) throws {
    if Value.self == UnknownFields.self {
      let unknown = value.map { identityCast($0, to: UnknownFields.self) }
      return try set(unknown: unknown ?? UnknownFields(), for: name)
    }
    try set(value.map { TypedCarriedValue($0, userInfo: userInfo) }, for: name)
  }

  private mutating func set(_ value: CarriedValue?, for name: String) throws {
    try checkIsNotSet(name)
    settings.append(Setting(name: name, value: value))
  }

  private mutating func set(unknown: UnknownFields, for name: String) throws {
    try checkIsNotSet(name)
    if unknownFields != nil { throw carryOver.error(for: .contradiction(name)) }
    unknownFields = (name, unknown)
  }

  private func checkIsNotSet(_ name: String) throws {
    if settings.contains(where: { $0.name == name }) || unknownFields?.property == name {
      throw carryOver.error(for: .contradiction(name))
    }
  }

  // MARK: - Names

  /// The member with a name; 0 if there is none.
  private func member(_ name: String) -> UInt32 {
    let member = tree.view.member(name, of: 0)
    guard member == 0, readsOtherNames else { return member }
    let key = SnakeCase.snake(name)
    return tree.children(of: 0).first { tree.spellings[$0] == key } ?? 0
  }

  /// The names by which the step means members that have other names.
  var otherNames: [UInt32: String] {
    guard readsOtherNames else { return [:] }
    let names = renamings.flatMap { [$0.old, $0.new] } + dropped + settings.map(\.name)
    return Dictionary(names.map { (member($0), $0) }) { first, _ in first }
  }

  /// Whether a step may mean an unknown field by another name than it is read as: that of `user_url` by `userURL`.
  private var readsOtherNames: Bool {
    tree.hasSpellings && base?.state.convertsFromSnakeCase == true
  }

  private var userInfo: [CodingUserInfoKey: Any] { carryOver.userInfo }
}

// MARK: - Validation

extension CarriedFields {
  /// The first mistake with regard to the fields that the old type encodes; nil if there is none.
  ///
  /// - Parameter collects: Whether the old type collects unknown fields in a property with a name. That isn't among the
  ///   names that it encodes if there are none.
  func mistake(
    ofOld oldFields: DeclaredKeyTypes, collects: (String) -> Bool
  ) -> CarryOverMistake? {
    // A document may have a field with the name of that property, which is an unknown field like the others.
    func isCollector(_ name: String) -> Bool {
      member(name) == 0 && oldFields.contains(name)
        && (oldFields.hasCollector(name) || collects(name))
    }
    var said: Set<String> = []
    for name in renamings.map(\.old) + dropped {
      if member(name) == 0 {
        if !oldFields.contains(name) { return .noOldField(name) }
        if isCollector(name) { return .unknownFields(name) }
      }
      if !said.insert(name).inserted { return .contradiction(name) }
    }
    var given: Set<String> = []
    for name in renamings.map(\.new) where !given.insert(name).inserted {
      return .contradiction(name)
    }
    return notRemoved.first(where: isCollector).map { .unknownFields($0) }
  }

  /// The first mistake with regard to the fields that the new type decodes; nil if there is none.
  ///
  /// - Parameter isDecoded: Whether the new type has decoded all of its fields, and has not thrown an error before.
  func mistake(ofNew newFields: DeclaredKeyTypes, isDecoded: Bool) -> CarryOverMistake? {
    for name in settings.map(\.name) + renamings.map(\.new) {
      if !newFields.contains(name) { return .noNewField(name) }
      if newFields.hasCollector(name) { return .unknownFields(name) }
    }
    guard let name = unknownFields?.property else { return nil }
    if !newFields.contains(name) { return .noNewField(name) }
    return isDecoded && !newFields.hasCollector(name) ? .unknownFields(name) : nil
  }
}
