/// A property with storage of its own, and what a macro does with it.
///
/// Everything follows from the property's own declaration and the head of the type's.
struct StoredProperty {
  /// What a macro does with a property.
  enum Role {
    /// It encodes and decodes the property, though perhaps not as its author expects.
    case field(CodedType.Field, warning: Diagnostic?)
    /// It leaves the property out, because of `@Ignored`, which may be a mistake.
    case ignored(Diagnostic?)
    /// It leaves the property out and says why; nil if the macro of `@Filled` does.
    case skipped(Diagnostic?)
  }

  let property: Property
  let declaration: Declaration
  /// The attributes that are taken for property wrappers, from the outside to the inside.
  let wrappers: [Attribute]

  var tokens: TokenList { declaration.tokens }

  /// Nil if the property has no storage.
  init?(_ property: Property, of declaration: Declaration) {
    guard property.isStored else { return nil }
    self.property = property
    self.declaration = declaration
    wrappers = property.attributes.filter(\.isPropertyWrapper)
  }

  // MARK: - Initial values

  /// Whether its type makes it nil at first, unless a wrapper needs more than a value.
  private var isNilAtFirst: Bool {
    !property.isLet && property.type.map(tokens.isNilAtFirst) ?? false
  }

  /// Whether all that its wrappers need is a value, which is known of Lineage's own.
  private var wrappersNeedValue: Bool {
    wrappers.allSatisfy { $0.needsValue && $0.arguments == nil }
  }

  /// Whether it has a value that the declaration says, or is nil without one.
  var hasInitialValue: Bool { property.initialValue != nil || isNilAtFirst && wrappersNeedValue }

  /// Whether it has a value without an initializer.
  ///
  /// The arguments of a wrapper are those of its initializer. One without may have an `init()`, but that is unknown.
  var isInitialized: Bool { hasInitialValue || wrappers.first?.arguments != nil }

  /// The wrapper that has an `init()` if the property has a value without an initializer; nil if that is known.
  var wrapperThatMayHaveInit: Attribute? {
    guard !isInitialized, let wrapper = wrappers.first, !wrapper.needsValue else { return nil }
    return wrapper
  }

  /// Whether its value is a constant that may differ each time an initializer computes it.
  var isRenewed: Bool { property.isLet && property.initialValue.map(tokens.mayDiffer) ?? false }

  // MARK: - What it is used for

  /// The property that has the storage: another one for a property wrapper or an observed property.
  var storage: String {
    wrappers.isEmpty && !declaration.isTracked(property)
      ? property.writtenName : property.storageName
  }

  /// Whether an initializer can set it.
  var isSettable: Bool { !property.isLet || property.initialValue == nil }

  var isDeprecated: Bool { property.attributes.contains { $0.isDeprecation(in: tokens) } }

  /// What a macro does with it. The first reason against a field is the one that is reported.
  var role: Role {
    if property.isTuple { return .skipped(tuple) }
    if let ignored = property.attribute(.ignored) { return .ignored(mistake(of: ignored)) }
    if let wrapper = wrappers.first {
      if declaration.collectsUnknownFields(property) {
        return .skipped(wrappedUnknownFields(wrapper))
      }
      if declaration.isTracked(property) { return .skipped(observed(wrapper)) }
    }
    if let reference = property.modifiers.first(where: { ["unowned", "weak"].contains($0.word) }) {
      return .skipped(unretained(reference.word))
    }
    if property.isLet, let value = property.initialValue {
      return .skipped(property.attribute(.filled) == nil ? constant(value) : nil)
    }
    if wrappers.isEmpty, let type = property.type, tokens.isExistential(type) {
      return .skipped(existential(type))
    }
    return .field(field, warning: unfilledOptional)
  }

  /// What is wrong with `@Ignored`.
  private func mistake(of ignored: Attribute) -> Diagnostic? {
    if declaration.collectsUnknownFields(property) { return ignoredUnknownFields(ignored) }
    return !hasInitialValue && wrappersNeedValue ? ignoredWithoutValue : nil
  }

  /// The warning for an optional whose wrapper may need a value that it doesn't have.
  private var unfilledOptional: Diagnostic? {
    guard isNilAtFirst, !isInitialized, property.attribute(.filled) == nil,
      let type = property.type, let wrapper = wrappers.first(where: { !$0.needsValue })
    else { return nil }
    return unfilledOptional(type, wrapper)
  }

  // MARK: - The field

  private var field: CodedType.Field {
    let key = property.attribute(.key)?.arguments?.first?.value
    let value = key.flatMap(tokens.stringValue)
    return CodedType.Field(
      name: property.name, storage: storage, key: value ?? property.name,
      keyCase: property.writtenName,
      keyLiteral: value == nil ? nil : key.map { tokens.text($0) }, reading: reading,
      writesNull: writesNull, isInitialized: isInitialized, property: property)
  }

  private var reading: CodedType.Field.Reading {
    if let filled = filledValue, let type = property.type, property.initialValue == nil {
      return .filling(.init(value: filled, type: type, wrappers: wrappers.reversed()))
    }
    if property.initialValue.map(tokens.isNil) ?? true, wrappers.isEmpty,
      property.type.map(tokens.isOptional) ?? false
    {
      return .unfilled
    }
    return isInitialized || wrappedValue != nil ? .filled : .unfilled
  }

  /// Whether nil has to be written, since a missing field would be filled with something else.
  private var writesNull: Bool {
    let value = property.initialValue ?? filledValue ?? wrappedValue
    return value.map { !tokens.isNil($0) } ?? false
  }

  /// The argument of `@Filled`; nil also for one that its macro refuses.
  private var filledValue: Range<Int>? {
    let value = property.attribute(.filled)?.arguments?.first?.value
    return value.flatMap { tokens.firstEffect(in: $0) == nil ? $0 : nil }
  }

  /// The argument `wrappedValue` of a wrapper.
  private var wrappedValue: Range<Int>? {
    wrappers.lazy.compactMap { $0.argument("wrappedValue")?.value }.first
  }
}
