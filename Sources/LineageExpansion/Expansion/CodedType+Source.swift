// The generated members. They only use the names of properties, so neither their types nor their
// initial values have to be parsed.

extension CodedType {
  private var access: String { declaration.access }
  private var isolation: String { declaration.isolation }

  /// The enum of the keys, unless the type has its own.
  var keysSource: String? {
    if hasOwnKeys { return nil }
    // An enum without cases can't have a raw type.
    if fields.isEmpty { return "nonisolated enum CodingKeys: Swift.CodingKey {}" }
    let cases = fields.map { field in
      field.keyLiteral.map { "\(field.keyCase) = \($0)" } ?? field.keyCase
    }
    return """
      nonisolated enum CodingKeys: Swift.String, Swift.CodingKey {
        case \(cases.joined(separator: ", "))
      }
      """
  }

  /// The initializer that reads the fields.
  ///
  /// - Parameters:
  ///   - modifiers: Modifiers of a class's initializer, each with a space.
  ///   - isSubclass: Whether the superclass has such an initializer too.
  ///   - isNested: Whether the values of missing fields are in the source of `filledValuesSource`.
  func readingSource(modifiers: String, isSubclass: Bool, isNested: Bool) -> String {
    let reader = readerName
    var lines = [openSource(reader)]
    lines += fields.enumerated().map { place, field in
      readingSource(of: field, at: place, from: reader, isNested: isNested)
    }
    if isSubclass { lines.append("try super.init(reading: &\(reader))") }
    return function(
      "\(access)\(modifiers)\(isolation)init(reading \(reader): inout Lineage.FieldReader) throws",
      lines)
  }

  /// The values of missing fields, as functions in the declaration, where their expressions mean what they mean
  /// in the attributes: in an extension of a nested type, the members of the types around it are unknown.
  var filledValuesSource: [String] {
    fields.enumerated().compactMap { place, field in
      guard case .filling(let filling) = field.reading, let type = field.property.type else {
        return nil
      }
      return """
        private nonisolated static func _filledValue(_\(place) _: Swift.Void) -> \(tokens.text(type)) { \(filling.value) }
        """
    }
  }

  /// The method that writes the fields.
  func writingSource(modifiers: String, isSubclass: Bool) -> String {
    var lines = [openSource("fields")]
    for (place, field) in fields.enumerated() {
      let label = field.writesNull ? "alwaysAt" : "at"
      // Reading the storage of an observed property itself wouldn't be observed.
      let value = isTracked(field.property) ? field.property.writtenName : field.storage
      lines.append("try fields.write(self.\(value), \(label): \(place))")
    }
    if isSubclass { lines.append("try super.write(to: &fields)") }
    let access = declaration.has("open") ? "open " : access
    return function(
      "\(access)\(modifiers)\(isolation)func write(to fields: inout Lineage.FieldWriter) throws",
      lines)
  }

  /// The initializer that copies every property from a draft.
  ///
  /// Only properties with `let` can be changes that the draft's value doesn't have. A key path for each of the others
  /// would be code for nothing.
  var copyingSource: String {
    let draft = "Lineage.Draft<\(declaration.selfName)>"
    var lines = settable.map { property in
      "self.\(property.storage) = \(property.isLet ? "draft" : "base").\(property.storage)"
    }
    if settable.contains(where: { !$0.isLet }) {
      lines.insert("let base = \(draft)._base(of: draft)", at: 0)
    }
    return function("\(access)\(isolation)init(copying draft: \(draft))", lines)
  }

  private func openSource(_ coder: String) -> String {
    "\(coder).open(CodingKeys.self, count: \(fields.count))"
  }

  /// The parameter of the initializer: `fields`, with underscores if an expression of an attribute may refer to
  /// something else of that name.
  private var readerName: String {
    let expressions = fields.flatMap { field in
      guard case .filling(let filling) = field.reading else { return [String]() }
      return [filling.value] + filling.wrappers
    }
    var name = "fields"
    while expressions.contains(where: { $0.contains(name) }) { name = "_" + name }
    return name
  }

  private func readingSource(
    of field: Field, at place: Int, from reader: String, isNested: Bool
  ) -> String {
    let storage = "self.\(field.storage)"
    switch field.reading {
    case .unfilled: return "\(storage) = try \(reader).value(at: \(place))"
    case .filled: return "try \(reader).fill(&\(storage), at: \(place))"
    case .filling(let filling):
      let value = isNested ? "Self._filledValue(_\(place): ())" : filling.value
      return "\(storage) = try \(reader).value(at: \(place), filling: \(filling.source(value)))"
    }
  }

  private func function(_ signature: String, _ lines: [String]) -> String {
    // A deprecated function may use deprecated properties without a warning.
    """
    \(usesDeprecated ? "@available(*, deprecated)\n" : "")\(signature) {
    \(lines.map { "  " + $0 }.joined(separator: "\n"))
    }
    """
  }

  // MARK: - After an error

  /// Members that do nothing, so that the compiler reports only what is wrong.
  static func harmlessReadingSource(_ declaration: Declaration, modifiers: String = "") -> String {
    """
    \(declaration.access)\(modifiers)\(declaration.isolation)init(reading fields: inout Lineage.FieldReader) throws {
      Swift.fatalError()
    }
    """
  }

  static func harmlessWritingSource(_ declaration: Declaration, modifiers: String = "") -> String {
    """
    \(declaration.access)\(modifiers)\(declaration.isolation)func write(to fields: inout Lineage.FieldWriter) throws {
    }
    """
  }

  static func harmlessCopyingSource(_ declaration: Declaration) -> String {
    """
    \(declaration.access)\(declaration.isolation)init(copying draft: Lineage.Draft<\(declaration.selfName)>) {
      Swift.fatalError()
    }
    """
  }
}
