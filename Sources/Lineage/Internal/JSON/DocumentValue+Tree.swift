#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DocumentValue {
  /// Makes a value from a slot of a tree.
  init(_ slot: UInt32, of tree: DocumentTree.View) throws {
    self = try Self.value(in: slot, of: tree)
  }

  private static func value(in index: UInt32, of tree: DocumentTree.View) throws -> DocumentValue {
    guard StackSpace.hasRoom() else { throw ValueProblem.stackEnds.decodingError }
    let slot = tree[index]
    switch slot.kind {
    case .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .integerText, .numberText:
      return .number(DocumentNumber(literal: String(decoding: tree.text(of: slot), as: UTF8.self)))
    case .json5NumberText: return .number(DocumentNumber(json5: tree.text(of: slot)))
    case .plainText where slot.flags.contains(.sharesText): return .string(tree.sharedString(slot))
    case .plainText: return .string(JSONText.string(tree.text(of: slot), escaped: false))
    case .escapedText: return .string(JSONText.string(tree.text(of: slot), escaped: true))
    case .illFormedText: return .illFormedString(IllFormedString(escaped: tree.text(of: slot)))
    case .signed: return .number(DocumentNumber(Int64(bitPattern: slot.bits)))
    case .unsigned: return .number(DocumentNumber(slot.bits))
    case .double: return .number(DocumentNumber(Double(bitPattern: slot.bits)))
    case .float:
      return .number(DocumentNumber(literal: "\(Float(bitPattern: UInt32(slot.bits)))"))
    case .native: return try value(of: tree.native(of: slot))
    case .nothing: return .object(DocumentObject())
    case .array:
      var elements: [DocumentValue] = []
      elements.reserveCapacity(Int(slot.count))
      for element in tree.children(of: index) {
        elements.append(try value(in: element, of: tree))
      }
      return .array(elements)
    case .object:
      var object = DocumentObject()
      for member in tree.children(of: index) where !tree[member].flags.contains(.isOmitted) {
        let value = try value(in: member, of: tree)
        if let key = tree.illFormedKey(of: member) {
          object.add(value, forKey: key)
        } else {
          object.add(value, forKey: tree.key(of: member))
        }
      }
      return .object(object)
    }
  }

  private static func value(of native: NativeValue) throws -> DocumentValue {
    switch native {
    case .date(let date): return .date(date)
    case .data(let data): return .data(data)
    case .decimal(let decimal): return .number(DocumentNumber(decimal))
    case .url(let url): return .string(url.absoluteString)
    case .int128(let number): return .number(DocumentNumber(number))
    case .uint128(let number): return .number(DocumentNumber(number))
    case .carried(let carried):
      let tree = try carried.document()
      return try withExtendedLifetime(tree) { try value(in: 0, of: tree.view) }
    }
  }
}
