/// The fields of a type and their keys.
struct CodedType {
  /// A property with its key.
  struct Field {
    enum Reading {
      /// A missing field is nil if the property is optional, and an error otherwise.
      case unfilled
      /// A missing field keeps the initial value.
      case filled
      /// A missing field gets the value of an expression.
      case filling(Filling)
    }

    /// The value of a missing field.
    struct Filling {
      let value: Range<Int>
      /// The type of the property.
      let type: Range<Int>
      /// The property wrappers around the value, from the inside to the outside.
      let wrappers: [Attribute]
    }

    let name: String
    /// The property that has the storage: another one for a property wrapper or an observed property.
    let storage: String
    var key: String
    /// The case of `CodingKeys`, as it is written.
    var keyCase: String
    /// The literal of an own key.
    var keyLiteral: String?
    let reading: Reading
    /// Whether nil has to be written, since a missing field would be filled with something else.
    let writesNull: Bool
    /// Whether the property has a value without an initializer.
    let isInitialized: Bool
    let property: Property
  }

  let declaration: Declaration
  /// The fields in the order of their keys.
  private(set) var fields: [Field] = []
  /// The storage of the properties that an initializer can set.
  private(set) var settable: [(storage: String, isLet: Bool)] = []
  private(set) var hasOwnKeys = false
  /// Whether code that uses all properties uses a deprecated one.
  private(set) var usesDeprecated = false
  /// The `static` properties that say how a version is written, as far as the type itself declares them.
  private(set) var propertiesOfVersion: [Property] = []
  private static let namesOfVersion: Set<String> = [
    "encodesDefaults", "readableSince", "version", "versionLocation",
  ]
  var versionLocation: Property? { propertiesOfVersion.first { $0.name == "versionLocation" } }
  var declaredVersion: Property? { propertiesOfVersion.first { $0.name == "version" } }
  /// The `typealias PreviousVersion`, if the type itself declares it.
  private(set) var previousVersion: TypeAlias?
  var declaresPreviousVersion: Bool { previousVersion != nil }
  /// Whether Swift gives the type an `init()`, as long as it has no other initializer.
  private(set) var hasImplicitInit = true
  /// The first property whose wrapper has no arguments. If that wrapper has no `init()`, the type has no implicit one.
  private(set) var wrappedWithoutArguments: (property: String, wrapper: String)?
  private(set) var diagnostics: [Diagnostic] = []
  /// Ignored constants whose value may differ each time an initializer computes it.
  private var renewed: [Property] = []

  init(_ declaration: Declaration, _ members: [Member]) {
    self.declaration = declaration
    var fields: [Field] = []
    for member in members {
      switch member {
      case .properties(let properties):
        for property in properties { add(property, to: &fields) }
      case .initializer(let initializer):
        if !initializer.modifiers.contains(where: { $0.word == "convenience" })
          || !initializer.hasParameters
        {
          hasImplicitInit = false
        }
      case .macro(let index):
        diagnostics.append(
          Diagnostic(
            tokens.place(index),
            """
            This macro may declare properties, which other macros can't see. Write what it declares, or \
            use it in an extension of `\(declaration.name)`.
            """))
      case .typealias(let it) where it.name == "PreviousVersion":
        previousVersion = it
      case .typealias(let it) where it.name == "CodingKeys":
        hasOwnKeys = true
        diagnostics.append(
          Diagnostic(
            tokens.place(it.nameIndex),
            """
            The keys can't be read from this typealias. Declare `CodingKeys` as an enum of strings in \
            `\(declaration.name)`.
            """))
      case .type, .typealias, .cases, .function, .attributes, .other: break
      }
    }
    let ownKeys = members.lazy.compactMap { member in
      if case .type(let type) = member, type.name == "CodingKeys" { type } else { nil }
    }.first
    if let ownKeys {
      hasOwnKeys = true
      self.fields = order(fields, by: ownKeys)
    } else if !hasOwnKeys {
      self.fields = fields
    }
    checkKeys()
    diagnostics += rawRepresentations
    // Objects are different ones anyway, and what belongs to each, such as a lock, often can't be a `var`.
    if declaration.kind == "struct", let constant = settable.first(where: \.isLet) {
      diagnostics += renewed.map { renewal(of: $0, constant.storage) }
    }
  }

  var tokens: TokenList { declaration.tokens }

  /// The errors for protocols whose types Swift encodes as their raw values.
  private var rawRepresentations: [Diagnostic] {
    let attribute = declaration.attributes.first { $0.macro?.makesCodable == true }
    let macro = "`@\(attribute?.name ?? "Fillable")`"
    return declaration.inheritedTypes.compactMap { type in
      guard let name = type.name, ["OptionSet", "RawRepresentable"].contains(name),
        type.qualifier == nil || type.qualifier == "Swift"
      else { return nil }
      return Diagnostic(
        tokens.place(type.nameIndex),
        """
        Swift encodes `\(declaration.name)` as its raw value, because it conforms to `\(name)`, but \(macro) \
        would encode its properties. Replace \(macro) with the protocol `Codable`, or remove `\(name)`.
        """)
    }
  }

  /// Whether something is wrong that makes it impossible to generate code.
  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  // MARK: - Properties

  private mutating func add(_ property: Property, to fields: inout [Field]) {
    if property.isOfType, Self.namesOfVersion.contains(property.name) {
      propertiesOfVersion.append(property)
    }
    if !property.isStored { return }
    if property.isTuple {
      diagnostics.append(tuple(property))
      return
    }
    let isNilAtFirst = !property.isLet && property.type.map(tokens.isNilAtFirst) ?? false
    let wrappers = property.attributes.filter { $0.isPropertyWrapper }
    // Swift gives an optional in wrappers the value nil only if that is all they need, which is known of Lineage's own.
    let wrappersNeedValue = wrappers.allSatisfy { $0.needsValue && $0.arguments == nil }
    let hasInitialValue = property.initialValue != nil || (isNilAtFirst && wrappersNeedValue)
    // The arguments of a wrapper are those of its initializer. One without may have an `init()`, but that is unknown.
    let isInitialized = hasInitialValue || wrappers.first?.arguments != nil
    if !isInitialized, let wrapper = wrappers.first, !wrapper.needsValue {
      wrappedWithoutArguments = wrappedWithoutArguments ?? (property.name, wrapper.name)
    } else if !isInitialized {
      hasImplicitInit = false
    }
    let isInOther = !wrappers.isEmpty || isTracked(property)
    let storage = isInOther ? property.storageName : property.writtenName
    if !property.isLet || property.initialValue == nil {
      settable.append((storage, property.isLet))
    }
    usesDeprecated =
      usesDeprecated || property.attributes.contains { $0.isDeprecation(in: tokens) }
    if let ignored = property.attribute(.ignored) {
      if collectsUnknownFields(property) {
        diagnostics.append(ignoredUnknownFields(property, ignored))
      } else if !hasInitialValue, wrappersNeedValue {
        diagnostics.append(ignoredWithoutValue(property))
      } else if property.isLet, let value = property.initialValue, tokens.mayDiffer(value) {
        renewed.append(property)
      }
      return
    }
    if let wrapper = wrappers.first, collectsUnknownFields(property) {
      diagnostics.append(wrappedUnknownFields(property, wrapper))
      return
    }
    if isTracked(property), let wrapper = wrappers.first {
      diagnostics.append(observed(property, wrapper))
      return
    }
    let modifiers = property.modifiers.lazy.map(\.word)
    if let modifier = modifiers.first(where: { $0 == "weak" || $0 == "unowned" }) {
      diagnostics.append(unretained(property, modifier, hasInitialValue: hasInitialValue))
      return
    }
    if property.isLet, let value = property.initialValue {
      // The macro of `@Filled` complains itself.
      if property.attribute(.filled) != nil { return }
      diagnostics.append(constant(property, value))
      return
    }
    if wrappers.isEmpty, let type = property.type, tokens.isExistential(type) {
      diagnostics.append(existential(property, type, hasInitialValue: hasInitialValue))
      return
    }
    if isNilAtFirst, !isInitialized, property.attribute(.filled) == nil,
      let type = property.type, let wrapper = wrappers.first(where: { !$0.needsValue })
    {
      diagnostics.append(optional(property, type, wrapper))
    }
    let key = property.attribute(.key)?.arguments?.first?.value
    fields.append(
      Field(
        name: property.name, storage: storage,
        key: key.flatMap(tokens.stringValue) ?? property.name, keyCase: property.writtenName,
        keyLiteral: key.flatMap { tokens.stringValue($0) == nil ? nil : tokens.text($0) },
        reading: reading(property, wrappers, isInitialized: isInitialized),
        writesNull: writesNull(property, wrappers),
        isInitialized: isInitialized, property: property))
  }

  private func reading(
    _ property: Property, _ wrappers: [Attribute], isInitialized: Bool
  ) -> Field.Reading {
    if let filled = filledValue(property), let type = property.type, property.initialValue == nil {
      return .filling(.init(value: filled, type: type, wrappers: wrappers.reversed()))
    }
    let isInWrapper = wrappers.contains { $0.argument("wrappedValue") != nil }
    if property.initialValue.map(tokens.isNil) ?? true, wrappers.isEmpty,
      property.type.map(tokens.isOptional) ?? false
    {
      return .unfilled
    }
    return isInitialized || isInWrapper ? .filled : .unfilled
  }

  private func writesNull(_ property: Property, _ wrappers: [Attribute]) -> Bool {
    let wrapped = wrappers.lazy.compactMap { $0.argument("wrappedValue")?.value }.first
    let value = property.initialValue ?? filledValue(property) ?? wrapped
    return value.map { !tokens.isNil($0) } ?? false
  }

  /// The argument of a property's `@Filled`.
  private func filledValue(_ property: Property) -> Range<Int>? {
    property.attribute(.filled)?.arguments?.first?.value
  }

  private func tuple(_ property: Property) -> Diagnostic {
    Diagnostic(
      tokens.place(property.pattern),
      "Properties in a tuple have no keys. Declare each on its own: `let a: A` and `let b: B`.")
  }

  private func ignoredWithoutValue(_ property: Property) -> Diagnostic {
    Diagnostic(
      tokens.place(property.pattern),
      "`\(property.name)` is `@Ignored`, so decoding can't set it. Give it an initial value.")
  }

  /// The warning for an optional without a value in a wrapper of another package.
  ///
  /// One that isn't optional gets no warning: it may be required on purpose.
  private func optional(_ property: Property, _ type: Range<Int>, _ wrapper: Attribute)
    -> Diagnostic
  {
    let warning = Diagnostic(
      tokens.place(property.pattern),
      """
      A missing field is an error, although `\(property.name)` is optional: the macro can't see whether \
      `\(wrapper.name)` can be created without a value. Add `= nil`, or write `@\(wrapper.name)()` if it has an \
      `init()`.
      """
    ).asWarning
    if property.isOneOfSeveral { return warning }
    return warning.fix("Add `= nil`", tokens.place(type.upperBound - 1).end, " = nil")
  }

  /// The error for a property that is `weak` or `unowned`.
  private func unretained(
    _ property: Property, _ modifier: String, hasInitialValue: Bool
  ) -> Diagnostic {
    let error = Diagnostic(
      tokens.place(property.pattern),
      """
      `\(property.name)` is `\(modifier)`, so a decoded object would be released at once. Mark it \
      `@Ignored`\(Self.advice(hasInitialValue)), or store an identifier instead of the object.
      """)
    return hasInitialValue ? ignoring(property, error) : error
  }

  /// What `@Ignored` needs beside it.
  private static func advice(_ hasInitialValue: Bool) -> String {
    hasInitialValue ? "" : " and give it an initial value"
  }

  /// The error for a property whose type can't be decoded, because it is that of values of several types.
  private func existential(
    _ property: Property, _ type: Range<Int>, hasInitialValue: Bool
  ) -> Diagnostic {
    let error = Diagnostic(
      tokens.place(type),
      """
      `\(tokens.text(type))` doesn't say which type to decode. Use a type that is `Codable`, such as a `@Union` or \
      a `DocumentValue`, or mark `\(property.name)` `@Ignored`\(Self.advice(hasInitialValue)).
      """)
    return hasInitialValue ? ignoring(property, error) : error
  }

  /// The warning for an ignored `let` whose value a copy has only until another `let` of it is set.
  private func renewal(of property: Property, _ other: String) -> Diagnostic {
    Diagnostic(
      tokens.place(property.pattern),
      """
      `copy` keeps the value of `\(property.name)` only as long as no `let` such as `\(other)` is changed, \
      because that needs a new value, whose initializer computes `\(property.name)` again. Make it `var`.
      """
    ).asWarning.fix("Make it `var`", tokens.place(property.keyword), "var")
  }

  /// The warning for a property with `let` and a value, which no initializer can set.
  private func constant(_ property: Property, _ value: Range<Int>) -> Diagnostic {
    let name = property.name
    if name == "version", declaration.attribute(.document) != nil {
      return ignoring(
        property,
        Diagnostic(
          tokens.place(property.pattern),
          """
          `version` is a constant, and `\(declaration.name)` has its version from `@Document`. Remove the \
          property, or mark it `@Ignored`.
          """
        ).asWarning)
    }
    let isOfFunction = property.type.map(tokens.isFunction) ?? tokens.isClosure(value)
    if isOfFunction || property.type.map(tokens.isExistential) ?? false {
      return ignoring(
        property,
        Diagnostic(
          tokens.place(property.pattern),
          "`\(name)` is a constant of a type that can't be encoded or decoded. Mark it `@Ignored`."
        ).asWarning)
    }
    let text = argumentOfFilled(for: property, value)
    var warning = Diagnostic(
      tokens.place(property.pattern),
      """
      `\(name)` is a constant with a value, so it is neither encoded nor decoded. Make it `var`, or write \
      `@Filled(\(text ?? "…")) let \(name)` with its type, or mark it `@Ignored`.
      """
    ).asWarning
    warning = warning.fix("Make it `var`", tokens.place(property.keyword), "var")
    if let type = property.type, let text, !property.isOneOfSeveral {
      let declaration = tokens.place(property.declaration)
      let initialization = tokens.place(type.upperBound - 1).end.range.lowerBound
      warning = warning.fix(
        "Fill it with `\(text)`",
        [
          .init(place: declaration.start, newText: "@Filled(\(text)) "),
          .init(
            place: SourceRange(
              fileName: declaration.fileName,
              range: initialization..<tokens.place(value).range.upperBound),
            newText: ""),
        ])
    }
    return ignoring(property, warning)
  }

  /// The argument of `@Filled` for the value of a property; nil if the value needs a type that isn't known.
  ///
  /// The attribute doesn't know the type of the property, so an implicit member such as `.unknown` gets it here. An `if`
  /// or `switch` can't be an argument.
  private func argumentOfFilled(for property: Property, _ value: Range<Int>) -> String? {
    if tokens.isToken(value.lowerBound, in: ["if", "switch"]) { return nil }
    let text = tokens.text(value)
    let implicit = value.filter { tokens.isImplicitMember($0, in: value) }
    if implicit.isEmpty { return text }
    guard implicit == [value.lowerBound], var type = property.type else { return nil }
    let isOptional = tokens.isOptional(type)
    while let last = type.last, tokens.isToken(last, "?") || tokens.isToken(last, "!") {
      type.removeLast()
    }
    // `.none` of an optional may be nil.
    let isNil = isOptional && tokens.isToken(value.lowerBound + 1, in: ["none", "some"])
    return tokens.isNominal(type) && !isNil ? tokens.text(type) + text : nil
  }

  /// Adds the fix-it that marks a property as ignored.
  private func ignoring(_ property: Property, _ diagnostic: Diagnostic) -> Diagnostic {
    if property.isOneOfSeveral { return diagnostic }
    return diagnostic.fix(
      "Mark it `@Ignored`", tokens.place(property.declaration).start, "@Ignored ")
  }

  // MARK: - Keys

  private mutating func checkKeys() {
    var first: [String: Property] = [:]
    for (index, field) in fields.enumerated() {
      let attribute = field.property.attribute(.key)
      let place = attribute.flatMap { $0.arguments?.first?.value } ?? field.property.pattern
      if let other = first[field.key] {
        diagnostics.append(
          Diagnostic(
            tokens.place(place),
            "`\(field.name)` has the same key as `\(other.name)`: '\(field.key)'."
          ).note(tokens.place(other.pattern), "`\(other.name)` is declared here"))
      } else {
        first[field.key] = field.property
      }
      if index == 256 {
        diagnostics.append(
          Diagnostic(
            tokens.place(field.property.pattern),
            "A type can have at most 256 keys. Move some properties to a type of their own."))
      }
    }
  }

  /// The fields in the order of the cases of an enum that the user has written.
  private mutating func order(_ fields: [Field], by keys: NestedType) -> [Field] {
    let cases: [EnumCases.Element]
    do throws(Diagnostic) {
      cases = try ownCases(keys)
    } catch {
      diagnostics.append(error)
      return []
    }
    var remaining = fields
    var ordered: [Field] = []
    for element in cases {
      guard let index = remaining.firstIndex(where: { $0.name == element.name }) else {
        diagnostics.append(
          Diagnostic(
            tokens.place(element.nameIndex),
            """
            `\(declaration.name)` has no property `\(element.name)` that is encoded. Remove this case, or \
            declare the property.
            """))
        continue
      }
      var field = remaining.remove(at: index)
      if let attribute = field.property.attribute(.key) {
        diagnostics.append(
          Diagnostic(
            tokens.place(attribute.range),
            """
            `\(declaration.name)` declares its own `CodingKeys`, which give `\(field.name)` its key. \
            Write the key there, and remove `@Key`.
            """))
      }
      field.key = element.rawValue.flatMap(tokens.stringValue) ?? element.name
      field.keyCase = element.writtenName
      field.keyLiteral = nil
      ordered.append(field)
    }
    diagnostics += remaining.map { missingCase(for: $0, after: cases.last) }
    return ordered
  }

  /// The error for a property that has no case in the enum that the user has written.
  private func missingCase(for field: Field, after last: EnumCases.Element?) -> Diagnostic {
    let isUnknown = collectsUnknownFields(field.property)
    let advice = Self.advice(field.isInitialized)
    let error = Diagnostic(
      tokens.place(field.property.pattern),
      """
      `\(field.name)` isn't among the `CodingKeys`. Add `case \(field.keyCase)` to \
      them\(isUnknown ? "." : ", or mark the property `@Ignored`\(advice).")
      """)
    let end = last.map { $0.rawValue?.upperBound ?? $0.nameIndex + 1 }
    let fixed = end.map {
      error.fix("Add `case \(field.keyCase)`", tokens.place($0 - 1).end, ", \(field.keyCase)")
    }
    let canBeIgnored = !isUnknown && field.isInitialized
    return canBeIgnored ? ignoring(field.property, fixed ?? error) : fixed ?? error
  }

  private func ownCases(_ keys: NestedType) throws(Diagnostic) -> [EnumCases.Element] {
    if keys.kind != "enum" {
      throw Diagnostic(
        tokens.place(keys.nameIndex),
        "The keys can't be read from this \(keys.kind). Declare `CodingKeys` as an enum of strings."
      )
    }
    for index in keys.nameIndex..<keys.body.lowerBound
    where tokens.isToken(index, "Int") || tokens.isToken(index, "RawRepresentable") {
      throw Diagnostic(tokens.place(index), "Keys are strings. Write `String` here.")
    }
    for index in keys.body where tokens.isToken(index, "#if") {
      throw Diagnostic(
        tokens.place(index), "Keys can't depend on conditions. Declare them without `#if`.")
    }
    let parser = DeclarationParser(tokens)
    var cases: [EnumCases.Element] = []
    for member in try parser.members(in: keys.body) {
      guard case .cases(let group) = member else {
        throw Diagnostic(
          tokens.place(keys.nameIndex),
          "`CodingKeys` can only have cases here. Move its other members to an extension of it.")
      }
      for element in group.elements {
        if let value = element.rawValue, tokens.stringValue(value) == nil {
          throw .unreadableKey(tokens.place(value))
        }
      }
      cases += group.elements
    }
    return cases
  }
}

extension TokenList {
  /// Whether an expression says `nil`: it is a literal, perhaps with its type, or the case `none` of an optional. Another
  /// type may have a case `none`, too.
  fileprivate func isNil(_ value: Range<Int>) -> Bool {
    var value = value
    while isToken(value.lowerBound, "("), afterGroup(value.lowerBound) == value.upperBound {
      value = value.dropFirst().dropLast()
    }
    let first = value.lowerBound
    if isToken(first, "nil") {
      return value.count == 1
        || isToken(first + 1, "as") && endOfType(first + 2) == value.upperBound
    }
    let dot = value.upperBound - 2
    guard value.count > 1, isToken(dot, "."), isToken(dot + 1, "none") else { return false }
    if first == dot { return true }
    return endOfType(first) == value.upperBound
      && (isOptional(first..<dot) || isToken(dot - 1, "Optional"))
  }

  /// Whether an expression may have another value each time: it calls something, has an interpolation, or asks for the
  /// time.
  fileprivate func mayDiffer(_ value: Range<Int>) -> Bool {
    value.contains { index in
      switch self[index].kind {
      case .string: hasInterpolation(index)
      case .open:
        isToken(index, "{")
          || isToken(index, "(") && index > value.lowerBound
            && [.word, .quotedWord, .close].contains(self[index - 1].kind)
      case .word: isToken(index, "now")
      default: false
      }
    }
  }

  /// Whether an expression is a closure that isn't called.
  fileprivate func isClosure(_ expression: Range<Int>) -> Bool {
    let start = expression.lowerBound
    return isToken(start, "{") && afterGroup(start) == expression.upperBound
  }

  /// Whether an expression means the same everywhere, because it has no names.
  func isLiteral(_ expression: Range<Int>) -> Bool {
    expression.allSatisfy { index in
      switch self[index].kind {
      case .word: isToken(index, in: ["false", "nil", "true"])
      case .string: !hasInterpolation(index)
      case .punctuation: isToken(index, ",") || isToken(index, ":")
      case .quotedWord, .directive: false
      default: true
      }
    }
  }

  private func hasInterpolation(_ string: Int) -> Bool {
    text(string).contains("\\(") || text(string).contains("#(")
  }

  /// Whether a token in an expression may be the dot of an implicit member: it follows neither a name without
  /// space, nor a literal, a bracket, or a postfix operator.
  fileprivate func isImplicitMember(_ index: Int, in value: Range<Int>) -> Bool {
    guard isToken(index, ".") else { return false }
    if index == value.lowerBound { return true }
    let isAlone = self[index].followsSpace && !self[index].isFirstOnLine
    switch self[index - 1].kind {
    case .word, .quotedWord: return isAlone
    case .number, .string, .regex, .close: return false
    case .operatorCharacter: return self[index - 1].fixity != .postfix
    default: return true
    }
  }

  /// Whether a type is a name, which may have dots and generic arguments.
  fileprivate func isNominal(_ type: Range<Int>) -> Bool {
    var index = type.lowerBound
    repeat {
      guard index < type.upperBound, self[index].isName, !isToken(index, in: ["any", "some"]),
        !isToken(index, "Optional")
      else { return false }
      index = endOfGenericArguments(index + 1) ?? index + 1
      if index == type.upperBound { return true }
      index += 1
    } while isToken(index - 1, ".")
    return false
  }
}

extension Attribute {
  /// The attributes of others with a capital letter that leave a property's storage where it is.
  private static let others: Set<String> = [
    "MainActor", "Sendable", "NSManaged", "NSCopying", "IBOutlet",
    "IBInspectable", "GKInspectable", "ObservationIgnored", "ObservationTracked",
    "PerceptionIgnored", "PerceptionTracked",
  ]

  /// Whether it is a property wrapper of Lineage. None of those has an `init()`.
  fileprivate var needsValue: Bool {
    ["Lenient", "LenientElements", "LenientValues", "Nullable", "Required", "Versioned"]
      .contains(name)
  }

  /// Whether it is taken for a property wrapper, because it is neither one of Swift nor of Lineage.
  var isPropertyWrapper: Bool {
    macro == nil && !isOfSwift && !Self.others.contains(name) && !name.hasSuffix("Actor")
  }
}
