/// The values that a type's `init()` gives its fields, as a tree to decode them from.
///
/// They are captured when they are first needed, and then cached: for all calls, or for one if they depend
/// on its `userInfo`.
final class TypeDefaults: Sendable {
  private let type: any DefaultFillable.Type
  /// Whether objects may be of a subclass.
  let isClass: Bool
  /// Whether values know from their own version whether their document was newer.
  let isVersioned: Bool
  /// Whether fields are written that equal their defaults.
  let encodesDefaults: Bool
  /// The field that is always written, because it contains the version.
  private let nameAroundVersion: String?

  private static let known = TypeTable<TypeDefaults>()
  private static let captured = TypeTable<CapturedDefaults>()
  /// Those that depend on `userInfo`, for calls that have none.
  private static let capturedWithoutUserInfo = TypeTable<CapturedDefaults>()

  /// The defaults of a type; nil if it has none.
  static func of(_ type: any Any.Type) -> TypeDefaults? {
    if let known = known.object(of: type) { return known.object }
    guard let fillable = type as? any DefaultFillable.Type else { return nil }
    return known.store(TypeDefaults(of: fillable), of: type).object
  }

  private init(of type: any DefaultFillable.Type) {
    self.type = type
    isClass = type is AnyClass
    encodesDefaults = type.encodesDefaults
    let versioned = type as? any VersionedCodable.Type
    isVersioned = versioned != nil
    nameAroundVersion = versioned?.nameAroundVersion
  }

  /// The defaults, if they are known and the same in all calls.
  var ofAllCalls: CapturedDefaults? { Self.captured.object(of: type)?.object }

  /// The defaults in a call. Those that differ between consecutive `init()`s are marked as volatile.
  ///
  /// - Parameters:
  ///   - call: The defaults of the call that depend on its `userInfo`, so that they aren't captured again.
  ///   - userInfo: The `userInfo` of the call.
  func captured(
    in call: inout DefaultsOfCall, userInfo: () -> [CodingUserInfoKey: Any]
  ) throws -> CapturedDefaults {
    if let known = ofAllCalls ?? call[self] { return known }
    let userInfo = userInfo()
    if userInfo.isEmpty, let known = Self.capturedWithoutUserInfo.object(of: type) {
      return known.object
    }
    let first = try capture(userInfo: userInfo)
    var dependOnUserInfo = first.hasAskedForUserInfo
    // Within one tick of the clock, two captures would have the same `Date()`, which would be taken
    // for a constant.
    let start = ContinuousClock.now
    while ContinuousClock.now == start {}
    for _ in 1..<captureCount {
      let other = try capture(userInfo: userInfo)
      first.tree.markDifferences(from: other.tree)
      dependOnUserInfo = dependOnUserInfo || other.hasAskedForUserInfo
    }
    let captured = CapturedDefaults(first, dependOnUserInfo: dependOnUserInfo)
    if !captured.dependOnUserInfo { return Self.captured.store(captured, of: type).object }
    if userInfo.isEmpty {
      return Self.capturedWithoutUserInfo.store(captured, of: type).object
    }
    call[self] = captured
    return captured
  }

  /// How many `init()`s are compared. A default that is random among few values may be the same in two of them. For a type
  /// that omits defaults, the value that it happens to have would be lost.
  private var captureCount: Int { encodesDefaults ? 2 : 16 }

  /// The defaults of a new `init()`, which aren't cached.
  func capture(userInfo: [CodingUserInfoKey: Any]) throws -> WrittenDefaults {
    do {
      return try type.writtenDefaults(userInfo: userInfo)
    } catch  where error.isAboutStack {
      throw error
    } catch {
      throw UnusableDefaults(typeName: TypeName.of(type), underlying: error)
    }
  }

  /// Whether a field is omitted if it equals its default.
  func omits(_ name: String, captured: DocumentTree) -> Bool {
    if encodesDefaults || name == nameAroundVersion { return false }
    let slot = captured.view.member(name, of: 0)
    return slot != 0 && !captured.slots[slot].flags.contains(.isVolatile)
  }

  /// The names of the fields that can be omitted from a value, because they equal their defaults.
  /// Volatile defaults equal nothing.
  func namesOfFields(of captured: DocumentTree, thatEqual value: DocumentTree) -> [String] {
    captured.namesOfFields(thatEqual: value).filter { $0 != nameAroundVersion }
  }
}

extension VersionedCodable {
  /// The name of the field whose object contains the version; nil if there is none.
  ///
  /// It can't be omitted: the object would still be written, with nothing but the version.
  static var nameAroundVersion: String? {
    let keys = _versionLocation.keys
    return keys.count > 1 ? keys.first : nil
  }
}

extension DefaultFillable {
  fileprivate static func writtenDefaults(
    userInfo: [CodingUserInfoKey: Any]
  ) throws -> WrittenDefaults {
    try DocumentWriter.defaults(Self(), userInfo: userInfo)
  }
}

/// The error for a type whose `init()` makes a value that can't be encoded.
struct UnusableDefaults: Error {
  let typeName: String
  let underlying: any Error

  func explained(in type: any Any.Type) -> MigrationError {
    MigrationError(
      .unusableDefaults(type: typeName), in: type, underlying: underlying)
  }
}

/// The fields of a value that a type's `init()` has made.
///
/// It is `Sendable`, because the tree never changes after it was captured.
final class CapturedDefaults: @unchecked Sendable {
  let tree: DocumentTree
  /// Whether they depend on `userInfo`.
  let dependOnUserInfo: Bool
  /// The fields of the type.
  let fields: DefaultedFields
  /// The fields in objects that the type opens inside its own.
  let nestedFields: [DefaultedFields]

  /// Whether the type is an enum, whose members are the cases.
  let isEnum: Bool

  fileprivate init(_ written: WrittenDefaults, dependOnUserInfo: Bool) {
    tree = written.tree
    isEnum = written.isEnum
    self.dependOnUserInfo = dependOnUserInfo
    fields = DefaultedFields(of: 0, in: tree, at: [])
    nestedFields = written.nestedObjects
      .map { DefaultedFields(of: $0.slot, in: written.tree, at: $0.path) }
      .filter { !$0.names.isEmpty }
  }

  /// Whether a field of the type, or of an object inside its own, has a default other than nil.
  func hasDefault(_ name: String, at path: [String]) -> Bool {
    ([fields] + nestedFields).contains { $0.path == path && $0.names.contains(name) }
  }
}

/// The fields of an object whose defaults aren't null.
final class DefaultedFields: Sendable {
  /// The object's path in that of the type.
  let path: [String]
  let names: [String]
  let areNamesPlain: Bool

  fileprivate init(of object: UInt32, in tree: DocumentTree, at path: [String]) {
    self.path = path
    names = tree.members(of: object).filter { !tree.slots[$0].isNull }.map { tree.view.key(of: $0) }
    areNamesPlain = names.allSatisfy(KeyName.isPlain)
  }
}

/// The defaults of a single `init()`.
struct WrittenDefaults {
  let tree: DocumentTree
  /// The objects that the type has opened inside its own.
  let nestedObjects: [(path: [String], slot: UInt32)]
  let isEnum: Bool
  /// Whether a type has asked for `userInfo`.
  let hasAskedForUserInfo: Bool
}

/// The defaults of a call that depend on its `userInfo`.
struct DefaultsOfCall {
  private var captured: [ObjectIdentifier: CapturedDefaults] = [:]

  var isEmpty: Bool { captured.isEmpty }

  fileprivate subscript(type: TypeDefaults) -> CapturedDefaults? {
    get { captured.isEmpty ? nil : captured[ObjectIdentifier(type)] }
    set { captured[ObjectIdentifier(type)] = newValue }
  }
}

extension DocumentWriter {
  /// The defaults of a type in this call.
  func defaults(of type: TypeDefaults) throws -> CapturedDefaults {
    if let known = type.ofAllCalls { return known }
    // A copy, because capturing calls user code.
    var known = state.pointee.defaultsOfCall
    defer { state.pointee.defaultsOfCall = known }
    return try type.captured(in: &known) { userInfo }
  }
}
