#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value of any shape, as it stands in a document.
///
/// Use it for the parts of a document that have no type. It keeps what it reads: a number its
/// characters, an object the order of its keys, a property list its dates and data. A property of the
/// type `DocumentValue?` is `.null` where the document has null, and nil where it has nothing.
///
/// ```swift
/// let value: DocumentValue = ["title": "Frogs", "lines": [3, 1.5], "draft": false, "sequel": .null]
/// value["lines"]?[0]?.number?.int  // 3
/// ```
public enum DocumentValue: Hashable, Sendable {
  /// Null, which is not the same as nothing; write `.null`, since `nil` is nothing.
  case null
  /// True or false.
  case bool(Bool)
  /// A number, with the characters that it was written with.
  case number(DocumentNumber)
  /// A string.
  case string(String)
  /// A string that no `String` can hold, because it isn't Unicode text.
  case illFormedString(IllFormedString)
  /// A date, in formats that have them.
  case date(Date)
  /// Data, in formats that have it.
  case data(Data)
  /// Values in a row.
  case array([DocumentValue])
  /// Values by keys.
  case object(DocumentObject)
}

// MARK: - Looking inside

extension DocumentValue {
  /// The member with a key; nil where this is no object, or has no such member. Setting one makes an
  /// object of null, and leaves other values as they are.
  public subscript(key: String) -> DocumentValue? {
    get { object?[key] }
    set {
      guard var object = isNull ? DocumentObject() : object else { return }
      object[key] = newValue
      self = .object(object)
    }
  }

  /// The element at an index; nil where this is no array, or has no such element. Setting one that is
  /// there replaces it, or removes it if the new value is nil.
  public subscript(index: Int) -> DocumentValue? {
    get {
      guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
      return elements[index]
    }
    set {
      guard case .array(var elements) = self, elements.indices.contains(index) else { return }
      if let newValue { elements[index] = newValue } else { elements.remove(at: index) }
      self = .array(elements)
    }
  }

  /// Whether the value is null.
  public var isNull: Bool { self == .null }
  /// The boolean, if it is one.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The number, if it is one.
  public var number: DocumentNumber? { if case .number(let value) = self { value } else { nil } }
  /// The string, if it is one.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The elements, if it is an array.
  public var array: [DocumentValue]? { if case .array(let value) = self { value } else { nil } }
  /// The members, if it is an object.
  public var object: DocumentObject? { if case .object(let value) = self { value } else { nil } }
}

// MARK: - Literals

// There is no literal for null: with `nil` for it, `fields["x"] = isKnown ? value : nil` would store a
// null where everybody expects it to remove the field.
extension DocumentValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes a boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes a number.
  public init(integerLiteral value: Int) { self = .number(DocumentNumber(value)) }
  /// Makes a number.
  public init(floatLiteral value: Double) { self = .number(DocumentNumber(value)) }
  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes an array.
  public init(arrayLiteral elements: DocumentValue...) { self = .array(elements) }
  /// Makes an object; of equal keys the first counts.
  public init(dictionaryLiteral members: (String, DocumentValue)...) {
    self = .object(DocumentObject(members))
  }
}

extension DocumentValue: CustomStringConvertible {
  /// The value in the manner of JSON; dates and data say what they are.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): value.literal
    case .string(let value): value.debugDescription
    case .illFormedString(let value): value.description
    case .date(let value): "date(\(value.timeIntervalSince1970))"
    case .data(let value): "data(\(value.count) bytes)"
    case .array(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
    case .object(let object): object.description
    }
  }
}

// MARK: - Codable
