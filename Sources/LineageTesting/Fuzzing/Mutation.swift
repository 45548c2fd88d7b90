import Foundation
import Lineage
import LineageSchemas

/// A way to damage a document.
enum Mutation: CaseIterable {
  case missing, null, wrongType, extra, swappedVersion, huge, deep
  case truncated, invalidText, changedBytes

  /// A damaged document: a value to encode, or bytes.
  enum Outcome {
    case value(DocumentValue)
    case bytes(Data)
  }

  /// Damages a document at a random place.
  func damage(
    _ document: DocumentValue, versions: [(AnyVersion, VersionLocation)], format: FixtureFormat,
    using random: inout SeededRandom
  ) throws -> Outcome {
    var value = document
    let places = document.places()
    guard let place = places.randomElement(using: &random) else { return .value(document) }
    switch self {
    case .missing:
      value.edit(at: place[...]) { $0 = nil }
    case .null:
      value.edit(at: place[...]) { $0 = .null }
    case .wrongType:
      let others = Self.values.filter { !$0.isOfSameKind(as: document.value(at: place[...])) }
      value.edit(at: place[...]) { $0 = others.randomElement(using: &random) }
    case .extra:
      let addition = Self.values.randomElement(using: &random) ?? .null
      value.edit(at: place[...]) { container in
        if container?.object != nil { container?["something extra"] = addition }
        if case .array(let elements)? = container { container = .array(elements + [addition]) }
      }
    case .swappedVersion:
      let others: [DocumentValue] = [0, -1, 1_000_000, "1", "v2", "", .null, 1.5, [1], true]
      if let (_, location) = versions.randomElement(using: &random) {
        let known = versions.map(\.0.stored)
        value.set((known + others).randomElement(using: &random), under: location.keys)
      }
    case .huge:
      value.edit(at: place[...]) { $0 = Self.hugeValues.randomElement(using: &random) }
    case .deep:
      return try deep(value, at: place, format, using: &random)
    case .truncated, .invalidText, .changedBytes:
      return .bytes(damage(try format.data(of: document), using: &random))
    }
    return .value(value)
  }

  /// Damages the bytes of a document at a random place.
  private func damage(_ document: Data, using random: inout SeededRandom) -> Data {
    var data = document
    switch self {
    case .truncated:
      data = data.prefix(Int.random(in: 0..<max(1, data.count), using: &random))
    case .invalidText:
      let bytes: [[UInt8]] = [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF8], [0x80], [0x00]]
      data.insert(
        contentsOf: bytes.randomElement(using: &random) ?? [],
        at: data.startIndex + Int.random(in: 0...data.count, using: &random))
    case .changedBytes:
      for _ in 0..<Int.random(in: 1...4, using: &random) where !data.isEmpty {
        let index = data.startIndex + Int.random(in: 0..<data.count, using: &random)
        data[index] =
          Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random)
          : #"[]{}",:0-e\"#.utf8.randomElement(using: &random) ?? 0
      }
    case .missing, .null, .wrongType, .extra, .swappedVersion, .huge, .deep:
      preconditionFailure("The mutation '\(self)' damages the values of a document, not its bytes.")
    }
    return data
  }

  /// Whether the mutation changes a single place in the document.
  var isInOnePlace: Bool {
    switch self {
    case .missing, .null, .wrongType: true
    default: false
    }
  }

  private static let values: [DocumentValue] = [
    .null, true, false, 0, -1, 1.5, "", "text", [], [1, "a"], [:], ["key": "value"],
  ]

  private static let hugeValues: [DocumentValue] = [
    .string(String(repeating: "long ", count: 2_000)),
    .number(DocumentNumber(Int64.max)), .number(DocumentNumber(UInt64.max)),
    .number(DocumentNumber("1e999") ?? DocumentNumber(0)),
    .number(DocumentNumber(String(repeating: "9", count: 400)) ?? DocumentNumber(0)),
    .number(DocumentNumber("1e-400") ?? DocumentNumber(0)),
    .array(Array(repeating: 0, count: 2_000)),
    .object(DocumentObject((0..<500).map { ("key \($0)", .number(DocumentNumber($0))) })),
  ]

  /// Nests a place very deeply. The result is bytes, because no value can be nested that deeply.
  private func deep(
    _ document: DocumentValue, at place: [FieldPath.Component], _ format: FixtureFormat,
    using random: inout SeededRandom
  ) throws -> Outcome {
    let mark = "a place for brackets"
    let isObject = Bool.random(using: &random)
    var marked = document
    marked.edit(at: place[...]) { $0 = .string(mark) }
    guard let data = try? format.data(of: marked),
      let range = data.firstRange(of: Data("\"\(mark)\"".utf8))
    else {
      // Another format than JSON: as deep as its encoder can be expected to support.
      var deep = document
      deep.edit(at: place[...]) { value in
        for _ in 0..<200 { value = isObject ? ["a": value ?? .null] : [value ?? .null] }
      }
      return .value(deep)
    }
    let depth = [10, 600, 100_000].randomElement(using: &random) ?? 10
    let open = String(repeating: isObject ? #"{"a":"# : "[", count: depth)
    let close = String(repeating: isObject ? "}" : "]", count: depth)
    let brackets = open + "0" + (Bool.random(using: &random) ? close : "")
    return .bytes(data[..<range.lowerBound] + Data(brackets.utf8) + data[range.upperBound...])
  }
}

// MARK: - Places in a value

extension DocumentValue {
  /// The paths of this value and all values in it, or of those that a condition is true of, up to a limit.
  func places(where isWanted: (DocumentValue) -> Bool = { _ in true }) -> [[FieldPath.Component]] {
    var places: [[FieldPath.Component]] = []
    collect(at: [], where: isWanted, into: &places)
    return places
  }

  private func collect(
    at path: [FieldPath.Component], where isWanted: (DocumentValue) -> Bool,
    into places: inout [[FieldPath.Component]]
  ) {
    if places.count > 1_000 { return }
    if isWanted(self) { places.append(path) }
    switch self {
    case .object(let object):
      for (key, value) in object {
        value.collect(at: path + [.key(key)], where: isWanted, into: &places)
      }
    case .array(let elements):
      for (index, value) in elements.enumerated() {
        value.collect(at: path + [.index(index)], where: isWanted, into: &places)
      }
    default: break
    }
  }

  /// The value at a path; nil if there is none.
  func value(at path: ArraySlice<FieldPath.Component>) -> DocumentValue? {
    switch path.first {
    case nil: self
    case .key(let key): self[key]?.value(at: path.dropFirst())
    case .index(let index): self[index]?.value(at: path.dropFirst())
    }
  }

  /// Changes the value at a path. Setting it to nil removes it; the root becomes null instead.
  mutating func edit(
    at path: ArraySlice<FieldPath.Component>, _ change: (inout DocumentValue?) -> Void
  ) {
    var value: DocumentValue?
    switch path.first {
    case nil: value = self
    case .key(let key): value = self[key]
    case .index(let index): value = self[index]
    }
    if path.count > 1 {
      guard value != nil else { return }
      value?.edit(at: path.dropFirst(), change)
    } else {
      change(&value)
    }
    switch path.first {
    case nil: self = value ?? .null
    case .key(let key): self[key] = value
    case .index(let index): self[index] = value
    }
  }

  /// Sets the value at a path of keys, creating missing objects.
  mutating func set(_ value: DocumentValue?, under keys: [String]) {
    guard let first = keys.first, isNull || object != nil else { return }
    if keys.count == 1 {
      self[first] = value
    } else {
      var inner = self[first] ?? .object(DocumentObject())
      inner.set(value, under: Array(keys.dropFirst()))
      self[first] = inner
    }
  }

  fileprivate func isOfSameKind(as other: DocumentValue?) -> Bool {
    switch (self, other) {
    case (.null, .null), (.bool, .bool), (.number, .number), (.string, .string), (.date, .date),
      (.data, .data), (.array, .array), (.object, .object):
      true
    default: false
    }
  }
}

// MARK: - Cut off documents

extension Data {
  /// Whether the data begins like a JSON object or array, and ends before it does.
  var isCutOff: Bool {
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in self {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isInString: isEscaped = true
      case UInt8(ascii: "\"") where depth > 0: isInString.toggle()
      case _ where isInString: break
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case 0x20, 0x0A, 0x0D, 0x09: break
      default: if depth == 0 { return false }
      }
    }
    return depth > 0
  }
}
