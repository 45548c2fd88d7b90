#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SessionState.Pointer {
  /// A member's name by the decoder's strategy for keys.
  func convertKey(_ name: String, inFrame frame: Int32) -> String {
    guard let json = pointee.json else { return name }
    switch json.keyDecodingStrategy {
    case .useDefaultKeys: return name
    case .convertFromSnakeCase: return SnakeCase.camel(name)
    case .custom(let convert):
      return convert(codingPath(ofFrame: frame) + [FieldKey(name)]).stringValue
    #if canImport(Darwin)
      @unknown default: return name
    #endif
    }
  }
}

/// Names in snake_case and in camelCase, converted by the rules of Foundation's coders.
enum SnakeCase {
  /// `one_two` becomes `oneTwo`; underscores at either end stay.
  static func camel(_ name: String) -> String {
    guard let first = name.firstIndex(where: { $0 != "_" }),
      let last = name.lastIndex(where: { $0 != "_" })
    else { return name }
    let words = name[first...last].split(separator: "_")
    let camel =
      words.count == 1
      ? String(name[first...last])
      : words.enumerated().map { $0 == 0 ? $1.lowercased() : $1.capitalizedWord }.joined()
    return name[..<first] + camel + name[name.index(after: last)...]
  }

  /// `oneTwoURL` becomes `one_two_url`: a capital letter begins a word, except inside a run of them,
  /// where only the last does, and only before a small letter.
  static func snake(_ name: String) -> String {
    let letters = Array(name)
    var snake = ""
    for (index, letter) in letters.enumerated() {
      if index > 0, letter.isUppercase {
        let followsCapital = letters[index - 1].isUppercase && index > 1
        let precedesSmall = index + 1 < letters.count && letters[index + 1].isLowercase
        if !followsCapital || precedesSmall { snake += "_" }
      }
      snake += letter.lowercased()
    }
    return snake
  }
}

extension Substring {
  /// The word with its first letter large and the others small.
  fileprivate var capitalizedWord: String {
    prefix(1).uppercased() + dropFirst().lowercased()
  }
}
