#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DocumentValue {
  /// Makes a value from a slot of a tree.
  ///
  /// - Parameter isInSnakeCase: Whether names become the keys that the strategy for snake_case converts them to.
  init(_ slot: UInt32, of tree: DocumentTree.View, isInSnakeCase: Bool = false) throws {
    self = try Self.value(in: slot, of: tree, isInSnakeCase)
  }

  private static func value(
    in index: UInt32, of tree: DocumentTree.View, _ isInSnakeCase: Bool
  ) throws -> DocumentValue {
    guard StackSpace.hasRoom() else { throw ValueProblem.stackEnds.decodingError }
    let node = tree[index]
    switch node.kind {
    case .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .integerText, .numberText:
      return .number(DocumentNumber(literal: String(decoding: tree.text(of: node), as: UTF8.self)))
    case .json5NumberText: return .number(DocumentNumber(json5: tree.text(of: node)))
    case .plainText where node.flags.contains(.sharesText): return .string(tree.sharedString(node))
    case .plainText: return .string(JSONText.string(tree.text(of: node), escaped: false))
    case .escapedText: return .string(JSONText.string(tree.text(of: node), escaped: true))
    case .illFormedText: return .illFormedString(IllFormedString(escaped: tree.text(of: node)))
    case .signed: return .number(DocumentNumber(Int64(bitPattern: node.bits)))
    case .unsigned: return .number(DocumentNumber(node.bits))
    case .double: return .number(DocumentNumber(Double(bitPattern: node.bits)))
    case .float:
      return .number(DocumentNumber(literal: "\(Float(bitPattern: UInt32(node.bits)))"))
    case .native: return try value(of: tree.native(of: node), isInSnakeCase)
    case .nothing: return .object(DocumentObject())
    case .array:
      var elements: [DocumentValue] = []
      elements.reserveCapacity(Int(node.count))
      for element in tree.children(of: index) {
        elements.append(try value(in: element, of: tree, isInSnakeCase))
      }
      return .array(elements)
    case .object:
      var object = DocumentObject()
      for member in tree.children(of: index) where !tree[member].flags.contains(.isOmitted) {
        let value = try value(in: member, of: tree, isInSnakeCase)
        if let key = tree.illFormedKey(of: member) {
          object.add(value, forKey: key)
        } else {
          let key =
            isInSnakeCase ? tree.keyInSnakeCase(of: member, in: index) : tree.key(of: member)
          object.add(value, forKey: key)
        }
      }
      return .object(object)
    }
  }

  private static func value(
    of native: NativeValue, _ isInSnakeCase: Bool
  ) throws -> DocumentValue {
    switch native {
    case .date(let date): return .date(date)
    case .data(let data): return .data(data)
    case .decimal(let decimal): return .number(DocumentNumber(decimal))
    case .url(let url): return .string(url.absoluteString)
    case .int128(let number): return .number(DocumentNumber(number))
    case .uint128(let number): return .number(DocumentNumber(number))
    case .carried(let carried):
      let tree = try carried.document(isInSnakeCase: isInSnakeCase)
      return try withExtendedLifetime(tree) { try DocumentValue(0, of: tree.view) }
    }
  }
}
