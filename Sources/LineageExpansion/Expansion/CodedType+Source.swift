// The generated members. They only use the names of properties, so neither their types nor their
// initial values have to be parsed.

extension CodedType {
  private var access: String { declaration.access }
  private var isolation: String { declaration.isolation }
  private var lineagePrefix: String { declaration.lineagePrefix }
  private var swiftPrefix: String { declaration.swiftPrefix }

  /// The enum of the keys, unless the type has its own.
  var keysSource: String? {
    if hasOwnKeys { return nil }
    // An enum without cases can't have a raw type.
    if fields.isEmpty { return "nonisolated enum CodingKeys: \(swiftPrefix)CodingKey {}" }
    let cases = fields.map { field in
      field.keyLiteral.map { "\(field.keyCase) = \($0)" } ?? field.keyCase
    }
    return """
      nonisolated enum CodingKeys: \(swiftPrefix)String, \(swiftPrefix)CodingKey {
        case \(cases.joined(separator: ", "))
      }
      """
  }

  /// The initializer that reads the fields.
  ///
  /// - Parameters:
  ///   - modifiers: Modifiers of a class's initializer, each with a space.
  ///   - isSubclass: Whether the superclass has such an initializer too.
  func readingSource(modifiers: String, isSubclass: Bool) -> String {
    var lines = [openSource("fields")]
    lines += fields.enumerated().map { place, field in readingSource(of: field, at: place) }
    if isSubclass { lines.append("try super.init(reading: &fields)") }
    return function(
      "\(access)\(modifiers)\(isolation)init(reading fields: inout \(lineagePrefix)FieldReader) throws",
      lines)
  }

  /// The values of missing fields, except for literals, as static functions in the declaration. Only there do the
  /// expressions mean what they mean in the attributes: in an initializer, static members need a `Self.`, and in an
  /// extension of a nested type, the members of the types around it are unknown.
  var filledValuesSource: [String] {
    fields.compactMap { field in
      guard case .filling(let filling) = field.reading else { return nil }
      let start = "\(deprecation)private \(isolation)static func _filledValue"
      let label = field.property.storageName
      let isInConditions = tokens.isToken(filling.value.upperBound - 1, "#endif")
      let value = tokens.text(filling.value) + (isInConditions ? "\n" : "")
      if !hasLiteralArguments(filling) {
        // The compiler infers the type from the default argument: generic arguments of a wrapper may be left out.
        let storage = filling.wrappers.reduce("(\(value)) as \(optional(filling.type))") {
          storageSource(tokens.text($1.nameRange), around: $0, $1)
        }
        let type = unusedName("_Storage")
        return """
          \(start)<\(type)>(\(label) _: \(swiftPrefix)Void, _ storage: \(type) = \(storage)) -> \(type) { storage }
          """
      }
      if tokens.isLiteral(filling.value) { return nil }
      // Without `return`, a `#line` would be a directive.
      return """
        \(start)(\(label) _: \(swiftPrefix)Void) -> \(tokens.text(filling.type)) { return \(value) }
        """
    }
  }

  /// A name with more underscores if the declaration uses it, or a type around it has a generic parameter of that name.
  private func unusedName(_ name: String) -> String {
    let isUsed =
      declaration.outerGenericParameters.contains(name)
      || (0..<tokens.end).contains { tokens[$0].isName && tokens.name($0) == name }
    return isUsed ? unusedName("_" + name) : name
  }

  /// The method that writes the fields.
  func writingSource(modifiers: String, isSubclass: Bool) -> String {
    var lines = [openSource("fields")]
    for (place, field) in fields.enumerated() {
      let label = field.writesNull ? "alwaysAt" : "at"
      // Reading the storage of an observed property itself wouldn't be observed.
      let value = declaration.isTracked(field.property) ? field.property.writtenName : field.storage
      lines.append("try fields.write(self.\(value), \(label): \(place))")
    }
    if isSubclass { lines.append("try super.write(to: &fields)") }
    let access = declaration.has("open") ? "open " : access
    return function(
      "\(access)\(modifiers)\(isolation)func write(to fields: inout \(lineagePrefix)FieldWriter) throws",
      lines)
  }

  /// The initializer that copies every property from a draft.
  ///
  /// Only properties with `let` can be changes that the draft's value doesn't have. A key path for each of the others
  /// would be code for nothing.
  var copyingSource: String {
    let draft = "\(lineagePrefix)Draft<\(declaration.selfName)>"
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

  private func readingSource(of field: Field, at place: Int) -> String {
    let storage = "self.\(field.storage)"
    switch field.reading {
    case .unfilled: return "\(storage) = try fields.value(at: \(place))"
    case .filled: return "try fields.fill(&\(storage), at: \(place))"
    case .filling(let filling):
      let value = source(of: filling, for: field)
      return "\(storage) = try fields.value(at: \(place), filling: \(value))"
    }
  }

  private func source(of filling: Field.Filling, for field: Field) -> String {
    let function = "Self._filledValue(\(field.property.storageName): ())"
    guard hasLiteralArguments(filling) else { return function }
    let value = tokens.isLiteral(filling.value) ? tokens.text(filling.value) : function
    // It doesn't name the wrappers, which an extension may not see.
    return filling.wrappers.reduce(value) { storageSource(".init", around: $0, $1) }
  }

  /// A property wrapper with its arguments, from its name and an expression for the value in it.
  private func storageSource(_ name: String, around value: String, _ wrapper: Attribute) -> String {
    let arguments = tokens.text(wrapper.nameRange.upperBound..<wrapper.range.upperBound)
      .dropFirst().dropLast()
    return "\(name)(wrappedValue: \(value)\(arguments.isEmpty ? "" : ", \(arguments)"))"
  }

  /// Whether the property wrappers around a value have no other arguments than literals.
  private func hasLiteralArguments(_ filling: Field.Filling) -> Bool {
    filling.wrappers.allSatisfy { ($0.arguments ?? []).allSatisfy { tokens.isLiteral($0.value) } }
  }

  /// A type with `?` instead of `!`, which expressions can't have.
  private func optional(_ type: Range<Int>) -> String {
    let text = tokens.text(type)
    return text.hasSuffix("!") ? text.dropLast() + "?" : text
  }

  /// A deprecated function may use deprecated properties without a warning.
  private var deprecation: String { usesDeprecated ? "@available(*, deprecated)\n" : "" }

  private func function(_ signature: String, _ lines: [String]) -> String {
    """
    \(deprecation)\(signature) {
    \(lines.map { "  " + $0 }.joined(separator: "\n"))
    }
    """
  }
}

// MARK: - After an error

extension Declaration {
  // Members that do nothing, so that the compiler reports only what is wrong.

  func placeholderReadingSource(modifiers: String) -> String {
    """
    \(access)\(modifiers)\(isolation)init(reading fields: inout \(lineagePrefix)FieldReader) throws {
      \(swiftPrefix)fatalError()
    }
    """
  }

  func placeholderWritingSource(modifiers: String) -> String {
    """
    \(access)\(modifiers)\(isolation)func write(to fields: inout \(lineagePrefix)FieldWriter) throws {
    }
    """
  }

  var placeholderCopyingSource: String {
    """
    \(access)\(isolation)init(copying draft: \(lineagePrefix)Draft<\(selfName)>) {
      \(swiftPrefix)fatalError()
    }
    """
  }
}
