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
/// them back at the same level, with every digit and every character that they had.
///
/// They move along from version to version by `init(carryingOver:)`, and a field that is unknown to
/// version 2 and declared by version 3 arrives in version 3's property. What an older type declares is
/// never unknown to the newer one: a field that was removed is gone.
///
/// A step that sets all properties itself passes them on by `unknownFields = old.unknownFields`. If
/// there is a field among them that the new type declares, the document can't be read: its value would
/// be lost. Take it out with ``removing(_:)`` once its value is in the property.
///
/// A document of a newer version that was read as the newest known one remembers its own version
/// here, and has it again when it is written.
///
/// An optional property is nil both where its key is missing and where it is null. Which of the two it
/// was is remembered here too: a property that was null is written as null again, as long as it is nil.
///
/// Two keys that a decoder's strategy makes one declared field, such as `first_name` and `firstName`, are an
/// error: one of their values would be lost.
///
/// Coders that are used without `versioned:` or `unversioned:` find no unknown fields, and refuse to write a
/// value that has some: it would lose them.
public struct UnknownFields: Sendable {
  private struct Contents {
    var fields = DocumentObject()
    var spellings: [String: String] = [:]
    var nulls: [String] = []
    var newer: NewerDocument?
  }

  /// One or, where there is nothing to keep, none: most documents hold nothing unknown, and a property
  /// that is empty should cost next to nothing.
  private var contents: [Contents] = []

  /// The fields, in the order of the document.
  public var fields: DocumentObject {
    get {
      UnknownFieldsRead.current?.recordAll()
      return kept
    }
    _modify {
      UnknownFieldsRead.current?.recordAll()
      yield &kept
    }
  }

  /// The fields, for the library, which is not a step that looks at them.
  var kept: DocumentObject {
    get { contents.first?.fields ?? DocumentObject() }
    _modify { yield &contents[index].fields }
  }

  /// How the document spelled the names, where a strategy for keys may have changed them.
  var spellings: [String: String] {
    get { contents.first?.spellings ?? [:] }
    _modify { yield &contents[index].spellings }
  }

  /// The names of declared fields that were null in the document.
  var nulls: [String] {
    get { contents.first?.nulls ?? [] }
    _modify { yield &contents[index].nulls }
  }

  /// What makes the document one of a newer version.
  var newer: NewerDocument? {
    get { contents.first?.newer }
    _modify { yield &contents[index].newer }
  }

  /// The index of the contents, which there are from here on.
  private var index: Int {
    mutating get {
      if contents.isEmpty { contents.append(Contents()) }
      return 0
    }
  }

  /// The key for a field that is to be added; nil if it is there already.
  ///
  /// Of two equal keys the first counts. Two keys that a strategy makes equal are not equal: the one that
  /// is spelled as its name keeps it, and another has its spelling for a name.
  mutating func makeRoom(for name: String, spelled spelling: String) -> String? {
    if kept[name] == nil { return name }
    if kept[spelling] == nil { return spelling }
    guard let other = spellings[spelling], other != spelling, kept[other] == nil else {
      return nil
    }
    kept.rename(spelling, to: other)
    spellings[other] = other
    spellings[spelling] = nil
    return spelling
  }

  /// Makes a collection of nothing.
  public init() { UnknownFieldsMade.note() }

  /// The value of an unknown field; setting it to nil removes the field.
  public subscript(name: String) -> DocumentValue? {
    get {
      UnknownFieldsRead.current?.record(name)
      return kept[name]
    }
    set { kept[name] = newValue }
  }

  /// Returns the others, without some that a step has taken care of.
  ///
  /// ```swift
  /// color = old.unknownFields["color"]?.string ?? "white"
  /// unknownFields = old.unknownFields.removing("color")
  /// ```
  ///
  /// - Parameter names: The names of the fields to leave out.
  /// - Returns: The fields with other names.
  public func removing(_ names: String...) -> UnknownFields {
    var rest = self
    for name in names where rest.kept[name] != nil {
      rest.kept[name] = nil
      rest.spellings[name] = nil
    }
    return rest
  }

  /// Whether there are none.
  public var isEmpty: Bool { contents.first?.fields.isEmpty ?? true }
}

// MARK: - Conformances

extension UnknownFields: Hashable {
  /// Compares the fields, and the version of a newer document.
  public static func == (first: UnknownFields, second: UnknownFields) -> Bool {
    first.kept == second.kept && first.newer == second.newer
  }

  /// Hashes the fields.
  public func hash(into hasher: inout Hasher) { hasher.combine(kept) }
}

extension UnknownFields: ExpressibleByDictionaryLiteral {
  /// Makes a collection of fields; of equal names the first counts.
  public init(dictionaryLiteral fields: (String, DocumentValue)...) {
    kept = DocumentObject(fields)
    UnknownFieldsMade.note()
  }
}

extension UnknownFields: CustomStringConvertible {
  /// The fields in the manner of JSON.
  public var description: String { fields.description }
}
