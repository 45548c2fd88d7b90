/// The fields of an object in a document that its type doesn't declare.
///
/// Give your type a property of this type, and your program doesn't lose the fields of newer
/// programs when it saves a document:
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
/// Decoding collects every field of the object that isn't among the type's coding keys. Encoding
/// writes them back to the same object, with every digit and every character.
///
/// `init(carryingOver:)` copies them from version to version. If version 3 declares a field that is
/// unknown to version 2, it is decoded into version 3's property. A field that an older type
/// declares never becomes an unknown field of a newer one: a field that was removed is gone.
///
/// A step that sets all properties itself copies them with `unknownFields = old.unknownFields`. If
/// they include another value for a field that the new type declares, decoding throws an error, because one of the two
/// would be lost. Remove the field with ``removing(_:)`` after using its value. Encoding throws it too if
/// you set an unknown field in place of a declared one or of the version.
///
/// If a document of a newer version is decoded as the newest known one, `UnknownFields` also stores
/// its version, and writes it back.
///
/// An optional property whose default is nil is nil both for a missing key and for a null. `UnknownFields` stores which
/// of the two it was: a property that was null is written as null again, as long as it is nil. To remove it instead, set
/// it to nil here, too: `unknownFields["country"] = nil`. A `DocumentValue?` is ``DocumentValue/null`` for a null, so
/// setting it to nil removes the field. In a newer document, another property that
/// was filled because it was null is written as null again, as long as it has that default or zero.
///
/// If a decoder's key strategy converts two keys to the same declared field, such as `first_name`
/// and `firstName`, decoding throws an error, because one of their values would be lost.
///
/// If a container decodes an object, as in `container.decode(Circle.self)`, fields that a subclass decodes before it
/// calls `super.init(from:)` aren't unknown to its superclass. If several types decode the same object because an
/// `init(from:)` passes on its decoder, as in `Head(from: decoder)` and `Tail(from: decoder)`, the fields that only one
/// of them declares are unknown to the others, and a field that none declares is unknown to all. If the program changes
/// such a field in one of the types only, encoding throws an error.
///
/// For types without macros, plain `decode(_:from:)` collects no unknown fields, and plain `encode(_:)` throws an error
/// for a value that has unknown fields, preserved nulls or a newer version, because it would lose them.
public struct UnknownFields: Sendable {
  private struct Contents {
    var fields = DocumentObject()
    var spellings: [String: String] = [:]
    var nulls: [String] = []
    var nullsDecoded: NullNames?
    var preservedVersion: PreservedVersion?
  }

  /// Zero or one element. Most documents have no unknown fields, and an empty array costs next to
  /// nothing.
  private var contents: [Contents] = []

  /// The fields, in the order of the document.
  public var fields: DocumentObject {
    get {
      UnknownFieldsRead.current?.recordAll()
      return storedFields
    }
    _modify {
      UnknownFieldsRead.current?.recordAll()
      yield &storedFields
    }
  }

  /// The fields, without recording that a step has read them.
  var storedFields: DocumentObject {
    get { contents.first?.fields ?? DocumentObject() }
    _modify { yield &contents[index].fields }
  }

  /// The spelling of the names in the document, if a key strategy may have changed them.
  var spellings: [String: String] {
    get { contents.first?.spellings ?? [:] }
    _modify { yield &contents[index].spellings }
  }

  /// The names of declared fields that were null in the document.
  var nulls: [String] {
    get { contents.first?.nulls ?? [] }
    _modify { yield &contents[index].nulls }
  }

  /// Those of them that the type has decoded as values, so that it writes them itself unless it has removed them.
  var nullsDecoded: NullNames? {
    get { contents.first?.nullsDecoded }
    _modify { yield &contents[index].nullsDecoded }
  }

  /// The details of a document of a newer version.
  var preservedVersion: PreservedVersion? {
    get { contents.first?.preservedVersion }
    _modify { yield &contents[index].preservedVersion }
  }

  /// The details of a document of a newer version that the value itself was read from, not only one around it.
  var ownPreservedVersion: PreservedVersion? {
    preservedVersion.flatMap { $0.origin.recorded == nil ? nil : $0 }
  }

  /// The index of the contents, which are created if there are none.
  private var index: Int {
    mutating get {
      if contents.isEmpty { contents.append(Contents()) }
      return 0
    }
  }

  /// The key for a new field; nil if the field already exists.
  ///
  /// The first of two equal keys wins. Two keys that are only equal after conversion by a key
  /// strategy are both stored: the one whose spelling equals the name keeps that name, and the
  /// other is stored under its spelling.
  mutating func makeRoom(for name: String, spelled spelling: String) -> String? {
    if storedFields[name] == nil { return name }
    if spellings[name] == spelling { return nil }
    if storedFields[spelling] == nil { return spelling }
    guard let other = spellings[spelling], other != spelling, storedFields[other] == nil else {
      return nil
    }
    storedFields.rename(spelling, to: other)
    spellings[other] = other
    spellings[spelling] = nil
    return spelling
  }

  /// Creates an empty collection.
  public init() { UnknownFieldsMade.record() }

  /// The value of an unknown field. Setting it to nil removes the field. It also removes the null of an optional
  /// property with that name, which is otherwise written back.
  public subscript(name: String) -> DocumentValue? {
    get {
      UnknownFieldsRead.current?.record(name)
      return storedFields[name]
    }
    set {
      storedFields[name] = newValue
      if newValue == nil { forgetNull(name) }
    }
    _modify {
      UnknownFieldsRead.current?.record(name)
      yield &storedFields[name]
    }
  }

  /// Returns the unknown fields without those that a step has used.
  ///
  /// ```swift
  /// color = old.unknownFields["color"]?.string ?? "white"
  /// unknownFields = old.unknownFields.removing("color")
  /// ```
  ///
  /// It also removes the nulls of optional properties with these names, which are otherwise written back.
  ///
  /// - Parameter names: The names of the fields to remove.
  /// - Returns: The other fields.
  public func removing(_ names: String...) -> UnknownFields {
    var rest = self
    for name in names {
      rest.forgetNull(name)
      if rest.storedFields[name] == nil { continue }
      rest.storedFields[name] = nil
      rest.spellings[name] = nil
    }
    return rest
  }

  private mutating func forgetNull(_ name: String) {
    if nulls.contains(name) { nulls.removeAll { $0 == name } }
  }

  /// Whether there are no unknown fields.
  public var isEmpty: Bool { contents.first?.fields.isEmpty ?? true }
}

// MARK: - Conformances

extension UnknownFields: Hashable {
  /// Compares the fields, and the version of a newer document.
  public static func == (first: UnknownFields, second: UnknownFields) -> Bool {
    first.storedFields == second.storedFields
      && first.ownPreservedVersion == second.ownPreservedVersion
  }

  /// Hashes the fields.
  public func hash(into hasher: inout Hasher) { hasher.combine(storedFields) }
}

extension UnknownFields: ExpressibleByDictionaryLiteral {
  /// Creates a collection of fields. The first of equal names wins.
  public init(dictionaryLiteral fields: (String, DocumentValue)...) {
    storedFields = DocumentObject(fields)
    UnknownFieldsMade.record()
  }
}

extension UnknownFields: CustomStringConvertible {
  /// The fields in a format like JSON.
  public var description: String { fields.description }
}
