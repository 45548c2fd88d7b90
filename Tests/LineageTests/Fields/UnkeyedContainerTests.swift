import Foundation
import Lineage
import Testing

/// The position of an unkeyed container after an element couldn't be decoded.
struct UnkeyedContainerTests {
  /// A value of any shape, decoded by trying one type after the other, as many programs do.
  private struct AnyValue: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      if let object = try? decoder.container(keyedBy: AnyKey.self) {
        text = try Self.text(of: object)
      } else {
        text = try Self.text(of: decoder.unkeyedContainer())
      }
    }

    private static func text(of object: KeyedDecodingContainer<AnyKey>) throws -> String {
      let members = try object.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
        if let number = try? object.decode(Int.self, forKey: key) {
          return "\(key.stringValue): \(number)"
        }
        if let inner = try? object.nestedContainer(keyedBy: AnyKey.self, forKey: key) {
          return "\(key.stringValue): \(try text(of: inner))"
        }
        return "\(key.stringValue): \(try text(of: object.nestedUnkeyedContainer(forKey: key)))"
      }
      return "{\(members.joined(separator: ", "))}"
    }

    private static func text(of elements: any UnkeyedDecodingContainer) throws -> String {
      var elements = elements
      var texts: [String] = []
      while !elements.isAtEnd {
        if let number = try? elements.decode(Int.self) {
          texts.append("\(number)")
        } else if let object = try? elements.nestedContainer(keyedBy: AnyKey.self) {
          texts.append(try text(of: object))
        } else if let array = try? elements.nestedUnkeyedContainer() {
          texts.append(try text(of: array))
        } else if try elements.decodeNil() {
          texts.append("null")
        } else {
          texts.append(try elements.decode(String.self))
        }
      }
      return "[\(texts.joined(separator: ", "))]"
    }
  }

  @Test(arguments: [
    "[1, [2, 3], 4]", "[[1], [2], [3], [4]]", "[[[]], {}, null, {a: [1, {b: 2}]}, x]",
    "{a: [[1, 2], {b: [3]}], c: {d: []}}",
  ])
  func `an element can be decoded again as another type`(text: String) throws {
    let document = text.replacing(/[a-z]+/) { $0.output == "null" ? "null" : "\"\($0.output)\"" }

    let value = try JSONDecoder().decode(unversioned: AnyValue.self, from: Data(document.utf8))

    #expect(value.text == text)
  }
}
