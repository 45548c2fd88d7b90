/// What a document holds at the level of a type and the type does not declare.
///
/// Give the type one property of it, and nothing that a newer program wrote is lost when this one
/// saves the document:
///
/// ```swift
/// struct Contact: VersionedCodable {
///   static let version = 1
///   typealias PreviousVersion = NothingOlder
///   var name: String
///   var unknownFields = UnknownFields()
/// }
/// ```
///
/// Decoding collects every key of the object that the type's coding keys don't know; encoding writes
/// them back at the same level, with every digit and every character that they had. They move along
/// from version to version where fields are carried over, and a field that is unknown to version 2
/// and declared by version 3 arrives in version 3's property. A step that is written by hand passes
/// them on by itself: `unknownFields = old.unknownFields`.
///
/// A document of a newer version that was read as the newest known one remembers its own version
/// here, and has it again when it is written.
///
/// Other coders than those of this package, used without `versioned:`, write no unknown fields and
/// find none.
public struct UnknownFields: Hashable, Sendable {
  /// The fields, in the order of the document.
  public var fields = FieldObject()
  /// How the document spelled the names that a strategy for keys changed.
  var originalNames: [String: String] = [:]
  /// The newer version that the document has.
  var newer: NotedVersion?

  /// Makes a collection of nothing.
  public init() {}

  /// The value of an unknown field; setting it to nil removes the field.
  public subscript(name: String) -> FieldValue? {
    get { fields[name] }
    set { fields[name] = newValue }
  }

  /// Whether there are none.
  public var isEmpty: Bool { fields.isEmpty }
}

extension UnknownFields: CustomStringConvertible {
  /// The fields in the manner of JSON.
  public var description: String { fields.description }
}

extension UnknownFields: Codable {
  /// Finds nothing: unknown fields stand beside the property, where only our decoder looks.
  public init(from decoder: any Decoder) throws { self.init() }

  /// Writes nothing: unknown fields stand beside the property, where only our encoder puts them.
  public func encode(to encoder: any Encoder) throws {
    _ = encoder.container(keyedBy: FieldKey.self)
  }
}

extension KeyedDecodingContainer {
  /// Collects the unknown fields, without a field of the property's own name.
  public func decode(_ type: UnknownFields.Type, forKey key: Key) throws -> UnknownFields {
    try decodeIfPresent(type, forKey: key) ?? UnknownFields()
  }
}

extension KeyedEncodingContainer {
  /// Writes the unknown fields beside the others; other coders than ours write nothing.
  public mutating func encode(_ value: UnknownFields, forKey key: Key) throws {
    try encodeIfPresent(value.isEmpty && value.newer == nil ? nil : value, forKey: key)
  }
}

// MARK: - Reading

extension FieldScope {
  /// The members that a type does not declare and that the library has no use for itself.
  func unknownFields(isDeclared: (String) -> Bool) throws -> UnknownFields {
    let frame = try frame
    let owned = frame.owned?.takeUnretainedValue()
    var unknown = UnknownFields()
    unknown.newer = state.pointee.newerVersions[frameIndex]
    for name in names where !isDeclared(name) && owned?.leaves.contains(name) != true {
      guard let field = try present(name, in: frame) else { continue }
      var value = try FieldValue(field)
      if let inner = owned?.inner[name] {
        value = value.removing(inner)
        if value.object?.isEmpty == true { continue }
      }
      unknown[name] = value
      if !field.isForeign, state.pointee.convertsKeys {
        let original = field.tree.key(of: field.slot)
        if original != name { unknown.originalNames[name] = original }
      }
      state.pointee.journal?.noteKept(field)
    }
    return unknown
  }
}

extension FieldValue {
  /// The value without the members that are the library's own.
  fileprivate func removing(_ owned: OwnedKeys) -> FieldValue {
    guard case .object(var object) = self else { return self }
    for name in owned.leaves { object[name] = nil }
    for (name, inner) in owned.inner { object[name] = object[name]?.removing(inner) }
    return .object(object)
  }
}

// MARK: - Writing

extension FieldWriter {
  /// Writes unknown fields beside the declared ones, which count where both have a name.
  func add(_ unknown: UnknownFields, to container: Int) throws {
    for (name, value) in unknown.fields where member(name, in: container) == nil {
      let slot = addUnknownMember(
        name, spelled: unknown.originalNames[name], to: container)
      try write(value, to: FieldEncoder(writer: self, slot: slot, container: container))
    }
    if let newer = unknown.newer { noteNewer(newer, of: container) }
  }
}
