#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value of any shape in a document.
///
/// Use it for parts of a document that have no type. It preserves the text of numbers, the order of
/// keys in objects, and the dates and data of property lists. A property of type `DocumentValue?`
/// is `.null` for a null, and nil for a missing key. If its default isn't nil, a missing key gets the
/// default, so a null is nil.
///
/// ```swift
/// let value: DocumentValue = ["title": "Frogs", "lines": [3, 1.5], "draft": false, "sequel": .null]
/// value["lines"]?[0]?.number?.int  // 3
/// ```
public enum DocumentValue: Hashable, Sendable {
  /// Null. Write `.null`, because `nil` means that there is no value.
  case null
  /// True or false.
  case bool(Bool)
  /// A number, with its original text.
  case number(DocumentNumber)
  /// A string.
  case string(String)
  /// A string that a `String` can't represent, because it isn't valid Unicode.
  case illFormedString(IllFormedString)
  /// A date, in formats that have them.
  case date(Date)
  /// Data, in formats that have it.
  case data(Data)
  /// An array of values.
  case array([DocumentValue])
  /// An object.
  case object(DocumentObject)
}

// MARK: - Looking inside

extension DocumentValue {
  /// The member with a key; nil if this isn't an object, or has no such member. Setting a member of
  /// null turns it into an object. Setting a member of any other value has no effect.
  public subscript(key: String) -> DocumentValue? {
    get { object?[key] }
    set {
      guard var object = isNull ? DocumentObject() : object else { return }
      self = .null  // otherwise, the members are copied
      object[key] = newValue
      self = .object(object)
    }
    // Changes inside the member don't copy it.
    _modify {
      guard case .object(var object) = self else {
        var member: DocumentValue?
        defer { if let member { self[key] = member } }
        yield &member
        return
      }
      self = .null  // otherwise, the members are copied
      defer { self = .object(object) }
      yield &object[key]
    }
  }

  /// The element at an index; nil if this isn't an array, or has no such element. Setting an
  /// existing element replaces it, or removes it if the new value is nil.
  public subscript(index: Int) -> DocumentValue? {
    get {
      guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
      return elements[index]
    }
    set {
      guard case .array(var elements) = self, elements.indices.contains(index) else { return }
      self = .null  // otherwise, the elements are copied
      if let newValue { elements[index] = newValue } else { elements.remove(at: index) }
      self = .array(elements)
    }
    // Changes inside the element don't copy it.
    _modify {
      guard case .array(var elements) = self, elements.indices.contains(index) else {
        var element: DocumentValue?
        yield &element
        return
      }
      self = .null  // otherwise, the elements are copied
      var element: DocumentValue? = elements[index]
      elements[index] = .null
      defer {
        if let element { elements[index] = element } else { elements.remove(at: index) }
        self = .array(elements)
      }
      yield &element
    }
  }

  /// Whether the value is null.
  public var isNull: Bool { self == .null }
  /// The boolean; nil if this is another value.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The number; nil if this is another value.
  public var number: DocumentNumber? { if case .number(let value) = self { value } else { nil } }
  /// The string; nil if this is another value.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The date; nil if this is another value. In JSON, dates are strings or numbers.
  public var date: Date? { if case .date(let value) = self { value } else { nil } }
  /// The data; nil if this is another value. In JSON, data is a string.
  public var data: Data? { if case .data(let value) = self { value } else { nil } }
  /// The elements of an array; nil if this is another value.
  public var array: [DocumentValue]? { if case .array(let value) = self { value } else { nil } }
  /// The members of an object; nil if this is another value.
  public var object: DocumentObject? { if case .object(let value) = self { value } else { nil } }
}

// MARK: - Literals

// There is no literal for null: if it were `nil`, `fields["x"] = isKnown ? value : nil` would store
// a null instead of removing the field.
extension DocumentValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates a number.
  public init(integerLiteral value: Int) { self = .number(DocumentNumber(value)) }
  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(DocumentNumber(value)) }
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates an array.
  public init(arrayLiteral elements: DocumentValue...) { self = .array(elements) }
  /// Creates an object. The first of equal keys wins.
  public init(dictionaryLiteral members: (String, DocumentValue)...) {
    self = .object(DocumentObject(members))
  }
}

extension DocumentValue: CustomStringConvertible {
  /// The value in a format like JSON, with explicit dates and data.
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
