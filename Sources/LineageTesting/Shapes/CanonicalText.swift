import Lineage

/// Writes a value as JSON for people: sorted keys, and a line for everything that has a name.
///
/// Containers are opened, one member per line, down to a level; below it they are on one line where
/// they fit, so that what belongs together is read, added and removed together. Rows of plain values
/// are on one line anyway.
struct CanonicalText {
  /// How many levels of containers are opened.
  let openLevels: Int
  /// The level at which objects are on one line all the same if there are none in them.
  var plainLevel: Int?

  private static let width = 100

  func text(of value: DocumentValue) -> String {
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

  /// A value on one line.
  private static func line(_ value: DocumentValue) -> String {
    switch value {
    case .string(let text): return quoted(text)
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
