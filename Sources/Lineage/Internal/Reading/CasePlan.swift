/// The plan of a type of one byte, which is nearly always an enum that is written as the name of a case.
///
/// A document repeats few names many times, and an enum compares each with those of all its cases, one after the other.
/// So in one call, `init(from:)` is called once for each name, unless it asks for `userInfo` or the coding path. Without
/// this, symbols takes 31 % more instructions.
final class CasePlan<Value: Decodable>: DecodingPlan<Value> {
  override func decode(_ field: Field) throws -> Value {
    guard let name = field.nameInDocument else { return try decodeBody(field) }
    let state = field.state
    let type = ObjectIdentifier(Value.self)
    let known = state.pointee.knownCases.place(of: name, type)
    if known.pointee.isCase(named: name, of: type, in: field) {
      return uncheckedValue(ofByte: known.pointee.byte, as: Value.self)
    }
    let questions = state.questions
    let value = try decodeBody(field)
    // Each time that a type replaces a name with a case of its own, the name counts as dropped.
    let isOwnName = !state.pointee.marksReads || field.tree[field.slot].flags.contains(.isRead)
    if state.questions == questions, isOwnName {
      known.pointee = KnownCase(of: type, byte: uncheckedByte(of: value), in: field)
    }
    return value
  }
}

/// The cases that a call has decoded, as far as there is room for them.
///
/// Invariant: `places` has `size` places. They are never freed, like the state that they belong to.
struct KnownCases: BitwiseCopyable {
  private var places: Elements<KnownCase>?
  private static let size = 256

  /// The only place where a case may be.
  @inline(__always)
  mutating func place(of name: KeyName, _ type: ObjectIdentifier) -> Reference<KnownCase> {
    let hash = TypeAddress.hash(UInt(bitPattern: type)) ^ Int(name.hash)
    return (places ?? allocate()).reference(to: hash & (Self.size &- 1))
  }

  @inline(never)
  private mutating func allocate() -> Elements<KnownCase> {
    let places = Elements(repeating: KnownCase(), count: Self.size)
    self.places = places
    return places
  }
}

/// A case, and where the document has its name.
struct KnownCase: BitwiseCopyable {
  private var type: ObjectIdentifier?
  /// The call, by its state's generation.
  private var generation: UInt32 = 0
  private var slot: UInt32 = 0
  private(set) var byte: UInt8 = 0

  fileprivate init() {}

  fileprivate init(of type: ObjectIdentifier, byte: UInt8, in field: Field) {
    self.type = type
    generation = field.state.pointee.generation
    slot = field.slot
    self.byte = byte
  }

  @inline(__always)
  fileprivate func isCase(named name: KeyName, of type: ObjectIdentifier, in field: Field) -> Bool {
    guard self.type == type, generation == field.state.pointee.generation else { return false }
    let text = field.tree.text(of: field.tree[slot])
    return text.baseAddress.map { name.isText($0, text.count) } ?? false
  }
}

extension Field {
  /// The text of the value, if it is a string of the document without escapes.
  fileprivate var nameInDocument: KeyName? {
    let node = tree[slot]
    guard node.kind == .plainText, tree.owner == Unretained(state.pointee.document) else {
      return nil
    }
    let text = tree.text(of: node)
    return text.isEmpty ? nil : text.baseAddress.map { KeyName($0, length: text.count) }
  }
}
