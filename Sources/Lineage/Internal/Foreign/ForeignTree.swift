#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value of a tree that is being written to another library's encoder, whose own rules apply from
/// here on.
struct ForeignTree: Encodable {
  let tree: DocumentTree.View
  let slot: UInt32
  let rules: ForeignRules

  func encode(to encoder: any Encoder) throws {
    // Without a path: Foundation's encoders recurse to put theirs together.
    guard StackSpace.hasRoom() else { throw EncodingProblem.stackEnds.error(for: "a value") }
    switch tree[slot].kind {
    case .object: try encodeMembers(to: encoder)
    case .array: try encodeElements(to: encoder)
    case .nothing:
      // At the root, the encoder decides what to do about a value that encodes nothing.
      if slot != 0 { _ = encoder.container(keyedBy: AnyCodingKey.self) }
    default:
      var container = encoder.singleValueContainer()
      try encodeScalar(tree[slot], &container)
    }
  }

  private func inner(_ slot: UInt32) -> ForeignTree {
    ForeignTree(tree: tree, slot: slot, rules: rules)
  }

  private func encodeMembers(to encoder: any Encoder) throws {
    if rules == .keyStrategy, tree[slot].flags.contains(.keysAreData) {
      return try encodeDictionary(to: encoder)
    }
    var container = encoder.container(keyedBy: AnyCodingKey.self)
    try encodeMembers(to: &container, of: encoder)
  }

  /// - Parameter other: The object whose members the container already has, if there is one.
  private func encodeMembers(
    to container: inout KeyedEncodingContainer<AnyCodingKey>, of encoder: any Encoder,
    besides other: UInt32? = nil
  ) throws {
    try checkForEqualKeys(of: encoder, besides: other, at: container.codingPath)
    for member in tree.children(of: slot) {
      try checkKey(of: member, at: container.codingPath)
      let key = AnyCodingKey(tree.key(of: member))
      let node = tree[member]
      if let value = value(of: node) {
        try container.encode(value, forKey: key)
        continue
      }
      switch node.kind {
      case .null: try container.encodeNil(forKey: key)
      case .false: try container.encode(false, forKey: key)
      case .true: try container.encode(true, forKey: key)
      case .plainText:
        try container.encode(text(of: node, at: container.codingPath + [key]), forKey: key)
      case .signed: try container.encode(Int64(bitPattern: node.bits), forKey: key)
      case .double: try container.encode(Double(bitPattern: node.bits), forKey: key)
      case .object:
        if let written = objectWritten(member, besides: other) {
          var object = container.nestedContainer(keyedBy: AnyCodingKey.self, forKey: key)
          try inner(member).encodeMembers(to: &object, of: encoder, besides: written)
        } else {
          try container.encode(inner(member), forKey: key)
        }
      default: try container.encode(inner(member), forKey: key)
      }
    }
  }

  /// The object that is already written under the key of another one, or under one that the strategy for snake_case makes
  /// the same; nil if there is none.
  ///
  /// A version at `meta_data.version` is in an object of its own, beside that of a property `metaData`. With the
  /// strategy, an encoder would replace the first object with the second. But it adds the members of a nested
  /// container.
  private func objectWritten(_ member: UInt32, besides other: UInt32?) -> UInt32? {
    // A dictionary has no version that would be in an object of its own.
    guard rules == .keyStrategy, tree[member].kind == .object,
      !tree[member].flags.contains(.keysAreData)
    else { return nil }
    let key = tree.key(of: member)
    let camel = SnakeCase.camel(key)
    func object(_ name: String, in object: UInt32) -> UInt32? {
      let member = tree.member(name, of: object)
      return member != 0 && tree[member].kind == .object ? member : nil
    }
    if camel != key, let own = object(camel, in: slot) { return own }
    return other.flatMap { object(key, in: $0) ?? object(camel, in: $0) }
  }

  /// Throws an error if the encoder's key strategy writes an unknown field or the version under the key of another member.
  ///
  /// - Parameter other: The object whose members the container already has, if there is one.
  private func checkForEqualKeys(
    of encoder: any Encoder, besides other: UInt32?, at codingPath: [any CodingKey]
  ) throws {
    guard rules == .keyStrategy else { return }
    let members = [other, slot].compactMap(\.self).flatMap { tree.children(of: $0) }
    guard members.contains(where: isUndeclared), haveSimilarKeys(members),
      let convert = encoder.keyConversion
    else { return }
    var known: [String: UInt32] = [:]
    for member in members {
      let key = AnyCodingKey(tree.key(of: member))
      guard let first = known.updateValue(member, forKey: convert(codingPath + [key])),
        isUndeclared(first) || isUndeclared(member), objectWritten(member, besides: other) != first
      else { continue }
      throw EncodingProblem.equalKeys(tree.key(of: first), key.stringValue)
        .error(for: "a key", at: codingPath)
    }
  }

  /// Whether the keys of two members are the same but for capitals and underscores, so that a strategy may write them alike.
  ///
  /// Nearly always there are none. To find the strategy takes 17 µs, as long as Foundation encodes a small object.
  private func haveSimilarKeys(_ members: [UInt32]) -> Bool {
    var known: Set<UInt> = []
    return members.contains { member in
      var hash: UInt = 0
      for byte in tree.key(of: member).utf8 where byte != UInt8(ascii: "_") {
        hash = (hash ^ UInt(byte | 0x20)) &* 0x100_0000_01B3
      }
      return !known.insert(hash).inserted
    }
  }

  /// Whether a member isn't a field that its type declares.
  private func isUndeclared(_ member: UInt32) -> Bool {
    tree[member].flags.contains(.isUndeclared)
  }

  /// Members whose keys are data are encoded as a dictionary, to which no encoder's key strategy
  /// applies.
  private func encodeDictionary(to encoder: any Encoder) throws {
    var members: [String: ForeignTree] = [:]
    for member in tree.children(of: slot) {
      try checkKey(of: member, at: encoder.codingPath)
      members[tree.key(of: member)] = inner(member)
    }
    var container = encoder.singleValueContainer()
    try container.encode(members)
  }

  /// Other encoders only support keys that are valid strings.
  private func checkKey(
    of member: UInt32, at codingPath: @autoclosure () -> [any CodingKey]
  ) throws {
    guard tree[member].flags.contains(.illFormedKey) else { return }
    throw EncodingProblem.illFormedKey.error(for: "a key", at: codingPath())
  }

  private func encodeElements(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in tree.children(of: slot) {
      let node = tree[element]
      if node.kind == .null {
        try container.encodeNil()
      } else if let value = value(of: node) {
        try container.encode(value)
      } else {
        try container.encode(inner(element))
      }
    }
  }

  /// A value of a type that encoders may have rules for; nil if it isn't one.
  ///
  /// It must not be in a `ForeignTree`: the encoders of databases look at the type of a member.
  private func value(of node: TreeNode) -> (any Encodable)? {
    switch node.kind {
    case .plainText where node.flags.contains(.isUUID): return UUIDText(tree.text(of: node))?.uuid
    case .native:
      switch tree.native(of: node) {
      case .date(let date): return date
      case .data(let data): return data
      case .decimal(let decimal): return decimal
      case .url(let url): return url
      case .int128, .uint128, .carried: return nil
      }
    default: return nil
    }
  }

  private func encodeScalar(
    _ node: TreeNode, _ container: inout any SingleValueEncodingContainer
  ) throws {
    if let value = value(of: node) { return try container.encode(value) }
    switch node.kind {
    case .null: try container.encodeNil()
    case .false: try container.encode(false)
    case .true: try container.encode(true)
    case .plainText, .escapedText:
      try container.encode(text(of: node, at: container.codingPath))
    case .illFormedText:
      throw EncodingProblem.illFormedString.error(for: "a string", at: container.codingPath)
    case .integerText, .numberText, .json5NumberText:
      if let number = tree.number(fromTextOf: node) {
        try encodeScalar(number, &container)
      } else if node.kind == .integerText {
        try encodeLargeInteger(tree.text(of: node), &container)
      } else {
        throw EncodingProblem.unsupportedNumber.error(for: Double.self, at: container.codingPath)
      }
    case .signed: try container.encode(Int64(bitPattern: node.bits))
    case .unsigned:
      if rules != .propertyList, let number = Int64(exactly: node.bits) {
        try container.encode(number)
      } else {
        try container.encode(node.bits)
      }
    case .double: try container.encode(Double(bitPattern: node.bits))
    case .float: try container.encode(Float(bitPattern: UInt32(node.bits)))
    case .native:
      switch tree.native(of: node) {
      case .int128(let number): try container.encode(number)
      case .uint128(let number): try container.encode(number)
      case .date, .data, .decimal, .url, .carried:
        preconditionFailure("Internal error: a carried value in a document.")
      }
    case .nothing, .array, .object:
      preconditionFailure("Internal error: a container among the scalars.")
    }
  }

  /// The text of a string. Throws an error if readers of the format would read it as null.
  private func text(
    of node: TreeNode, at codingPath: @autoclosure () -> [any CodingKey]
  ) throws -> String {
    let text = tree.text(of: node)
    if rules == .propertyList, text.elementsEqual(PropertyListReader.textOfNil) {
      throw EncodingProblem.stringReadAsNil.error(for: "a string", at: codingPath())
    }
    return tree.encodedString(node)
  }

  /// Encodes an integer of more than 64 bits, which a `Double` may represent exactly.
  private func encodeLargeInteger(
    _ text: Bytes, _ container: inout any SingleValueEncodingContainer
  ) throws {
    if let number = JSONNumber.integer(Int128.self, text, kind: .integerText) {
      if let double = JSONNumber.double(text, kind: .integerText),
        Int128(exactly: double) == number
      {
        return try container.encode(double)
      }
      if rules != .propertyList { return try container.encode(number) }
    }
    throw EncodingProblem.unsupportedInteger.error(for: "a number", at: container.codingPath)
  }
}

extension Encoder {
  /// What the encoder makes of the last key of a path; nil if it has no key strategy, as far as that is known. Foundation's
  /// encoders store it, but don't offer it.
  fileprivate var keyConversion: (([any CodingKey]) -> String)? {
    let strategy = Mirror(reflecting: self).descendant("options", "keyEncodingStrategy")
    return switch strategy as? JSONEncoder.KeyEncodingStrategy {
    case .convertToSnakeCase: { SnakeCase.snake($0.last?.stringValue ?? "") }
    case .custom(let convert): { convert($0).stringValue }
    default: nil
    }
  }
}

/// What is known about the rules of another library's encoder.
enum ForeignRules {
  /// It may have a key strategy, which doesn't apply to the keys of dictionaries.
  case keyStrategy
  /// It writes a property list, which has neither null nor integers of more than 64 bits.
  case propertyList
  /// It writes keys and values as they are.
  case plain
}
