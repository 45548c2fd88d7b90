package import Lineage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes a value as readable JSON, with sorted keys and one line per member.
///
/// Down to a certain level, containers have one member per line. Below it, they are written on one
/// line if they fit, so that diffs show whole entries. Arrays of scalars are always written on one
/// line.
package struct CanonicalText {
  /// The number of levels with one member per line.
  package let openLevels: Int
  /// The level at which objects without nested objects are written on one line.
  package var plainLevel: Int?

  package init(openLevels: Int, plainLevel: Int? = nil) {
    self.openLevels = openLevels
    self.plainLevel = plainLevel
  }

  private static let width = 100

  package func text(of value: DocumentValue) -> String {
    var text = ""
    write(value, level: 0, column: 0, to: &text)
    return text
  }

  private func write(_ value: DocumentValue, level: Int, column: Int, to text: inout String) {
    if !isOpen(value, level: level) || value.isEmptyContainer {
      let line = Self.line(value)
      if !value.isContainer || value.isEmptyContainer || line.count + column <= Self.width {
        text += line
        return
      }
    }
    let indentation = String(repeating: "  ", count: level + 1)
    switch value {
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        text += index == 0 ? "\n" : ",\n"
        text += indentation
        write(element, level: level + 1, column: indentation.count + 1, to: &text)
      }
      text += "\n\(indentation.dropLast(2))]"
    case .object(let object):
      text += "{"
      for (index, key) in object.keys.sorted().enumerated() {
        text += index == 0 ? "\n" : ",\n"
        let name = "\(indentation)\(Self.quoted(key)): "
        text += name
        write(object[key] ?? .null, level: level + 1, column: name.count + 1, to: &text)
      }
      text += "\n\(indentation.dropLast(2))}"
    default: break
    }
  }

  private func isOpen(_ value: DocumentValue, level: Int) -> Bool {
    switch value {
    case .object(let object):
      level < openLevels
        && (level != plainLevel || object.contains { $0.value.object?.isEmpty == false })
    case .array(let elements): level < openLevels && elements.contains { $0.isContainer }
    default: false
    }
  }

  /// The value on one line.
  package static func line(_ value: DocumentValue) -> String {
    switch value {
    case .string(let text): return quoted(text)
    case .data(let data): return "data(\(data.base64EncodedString()))"
    case .array(let elements): return "[\(elements.map(line).joined(separator: ", "))]"
    case .object(let object):
      let members = object.keys.sorted().map { key in
        "\(quoted(key)): \(line(object[key] ?? .null))"
      }
      return "{\(members.joined(separator: ", "))}"
    default: return value.description
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension DocumentValue {
  fileprivate var isContainer: Bool { array != nil || object != nil }
  fileprivate var isEmptyContainer: Bool { array?.isEmpty ?? object?.isEmpty ?? false }
}
