/// What the compiler says of the conditions of `#if`.
struct BuildConfiguration {
  /// A string with JSON. It is only read for an `#if`, because it is longer than most declarations.
  private let text: JSONValue

  init(_ text: JSONValue) {
    self.text = text
  }

  /// Whether the program is compiled as this version of Swift, or a later one; nil if that is unknown.
  func isSwift(_ version: String) -> Bool? {
    let tokens = TokenList(SourceText("swift(>=\(version))"))
    return value(of: 0..<tokens.end, in: tokens)
  }

  /// The value of a condition; nil if it is unknown.
  func value(of condition: Range<Int>, in tokens: TokenList) -> Bool? {
    guard let text = text.string, let json = JSONReader.read(Array(text.utf8)) else { return nil }
    var evaluation = Evaluation(
      configuration: Known(json: json), tokens: tokens, index: condition.lowerBound)
    let value = evaluation.disjunction()
    return evaluation.index == condition.upperBound ? value : nil
  }
}

/// The values in a configuration; nil for those that it doesn't have.
private struct Known {
  let json: JSONValue

  func contains(_ name: String, in list: String) -> Bool? {
    json[list]?.elements.map { $0.contains { $0.string == name } }
  }

  func components(of version: String) -> [Int]? {
    json[version]?["components"]?.elements?.compactMap(\.number)
  }

  func text(_ name: String) -> String? {
    json[name]?.string ?? json[name]?.number.map { String($0) }
  }
}

/// Evaluates a condition from left to right. A part that is unknown makes the whole unknown, unless the
/// other part decides.
private struct Evaluation {
  let configuration: Known
  let tokens: TokenList
  var index: Int
  private var depth = 0

  init(configuration: Known, tokens: TokenList, index: Int) {
    self.configuration = configuration
    self.tokens = tokens
    self.index = index
  }

  mutating func disjunction() -> Bool? {
    var value = conjunction()
    while isDouble("|") {
      index += 2
      let other = conjunction()
      value = value == true || other == true ? true : value == nil || other == nil ? nil : false
    }
    return value
  }

  private mutating func conjunction() -> Bool? {
    var value = term()
    while isDouble("&") {
      index += 2
      let other = term()
      value = value == false || other == false ? false : value == nil || other == nil ? nil : true
    }
    return value
  }

  private func isDouble(_ character: String) -> Bool {
    tokens.isToken(index, character) && tokens.isToken(index + 1, character)
  }

  private mutating func term() -> Bool? {
    depth += 1
    defer { depth -= 1 }
    guard depth < 50 else { return nil }
    if tokens.isToken(index, "!") {
      index += 1
      return term().map { !$0 }
    }
    if tokens.isToken(index, "(") {
      let end = tokens.afterGroup(index)
      index += 1
      let value = disjunction()
      defer { index = end }
      return index == end - 1 ? value : nil
    }
    guard tokens[index].kind == .word else { return nil }
    let name = tokens.text(index)
    index += 1
    guard tokens.isToken(index, "(") else { return word(name) }
    let arguments = index + 1..<tokens.partner(of: index)
    index = tokens.afterGroup(index)
    return call(name, arguments)
  }

  private func word(_ name: String) -> Bool? {
    switch name {
    case "true": true
    case "false": false
    // `$Macros` is an older spelling of `hasFeature(Macros)`.
    case _ where name.hasPrefix("$"): known(String(name.dropFirst()), in: "features")
    default: known(name, in: "customConditions")
    }
  }

  private func known(_ name: String, in list: String) -> Bool? {
    configuration.contains(name, in: list)
  }

  private func call(_ function: String, _ arguments: Range<Int>) -> Bool? {
    switch function {
    case "compiler": return compare(configuration.components(of: "compilerVersion"), arguments)
    case "swift": return compare(configuration.components(of: "languageMode"), arguments)
    default: break
    }
    // All others have a name as their argument. Anything else would be found in no list, which isn't false.
    guard arguments.count == 1, tokens[arguments.lowerBound].kind == .word else { return nil }
    let argument = tokens.text(arguments)
    switch function {
    case "os": return known(argument, in: "targetOSs")
    case "arch": return known(argument, in: "targetArchitectures")
    case "targetEnvironment": return known(argument, in: "targetEnvironments")
    case "hasFeature": return known(argument, in: "features")
    case "hasAttribute": return known(argument, in: "attributes")
    case "_runtime": return known(argument, in: "targetRuntimes")
    case "_endian": return configuration.text("endianness").map { $0 == argument }
    case "_pointerBitWidth":
      return configuration.text("targetPointerBitWidth").map { "_\($0)" == argument }
    default: return nil
    }
  }

  /// Compares a version with arguments such as `>=6.2` or `<7`.
  private func compare(_ version: [Int]?, _ arguments: Range<Int>) -> Bool? {
    let text = tokens.text(arguments).filter { $0 != " " }
    let digits = text.drop { $0 == ">" || $0 == "<" || $0 == "=" }
    let parts = digits.split(separator: ".").map { Int($0) }
    guard var version, !parts.isEmpty, !parts.contains(nil) else { return nil }
    var other = parts.compactMap(\.self)
    while version.count < other.count { version.append(0) }
    while other.count < version.count { other.append(0) }
    let isSmaller = version.lexicographicallyPrecedes(other)
    switch text.dropLast(digits.count) {
    case ">=": return !isSmaller
    case "<": return isSmaller
    default: return nil
    }
  }
}
