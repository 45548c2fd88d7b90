// Caching the names of keys.
//
// A coding key returns its name as a `String`, by a call into user code. Most coding keys are enums
// of fewer than 257 cases without payload, so they are a single byte without references. The form
// of a name in documents, and whether it needs escapes, are computed once and then looked up by that
// byte.
//
// A name may change: user code can compute it from a setting or a language. So each key is asked
// for its name each time, and the cache is only used if the name is the one that was cached. Names
// are nearly always literals, and comparing two of them takes two instructions. Only the keys of
// `FieldCodable` types aren't asked again: their names must not change.

/// The names of the keys of one type, by the key's one byte.
///
/// Invariant: `entries` has `capacity` elements, `namesInOrder` has `learnedCount`, and `memberTexts` has
/// `readyCapacity`, of which those in `ready` are set. All of them, and the texts of the names, live until
/// `deallocate()`, which is never called for those of a session. No two entries have the same name.
struct KeyNames {
  typealias Pointer = Reference<KeyNames>

  let type: any CodingKey.Type
  /// Whether the cached names are in snake_case. The strings, by which keys are recognized, never are.
  let isInSnakeCase: Bool
  /// The names of the same keys in snake_case, once they were asked for.
  var inSnakeCase: KeyNames.Pointer?
  /// Its index among those of all types of keys.
  let index: Int32
  fileprivate var entries: Elements<Entry>
  fileprivate var capacity = 16
  /// Whether the names of all keys were given at once, so that a key's byte is enough to find its
  /// member.
  private(set) var isFullyLearned = false
  /// The names of all keys in their order; nil if they weren't given at once, or aren't all cached.
  fileprivate(set) var namesInOrder: Elements<KeyName>?
  /// The number of keys that were given at once.
  private(set) var learnedCount = 0
  /// Whether a key has changed its name. Nothing is cached for such a type: containers that have
  /// used the old name would be wrong about the new one.
  private var isChanging = false
  /// Whether a cached name isn't read from the name that it is written as: `userURL` is written as `user_url`, which is
  /// read as `userUrl`, but belongs to `userURL` if nothing else in the object does.
  private(set) var dependsOnAllKeys = false
  /// The names that were removed from the cache. They aren't deallocated, because a writer may
  /// still use one.
  private var forgotten: [KeyName] = []
  /// The beginnings of members, for the keys in `ready`.
  fileprivate var memberTexts: Elements<MemberText>
  /// One bit for each byte below 64 whose key can be copied from `memberTexts`.
  private(set) var ready: UInt64 = 0
  /// The names that the keys are known to declare.
  var declared = DeclaredNames()
  /// Keys in snake_case that aren't those of a field, which takes long to find out.
  var undeclared = DeclaredNames()
  /// What finds the key of a member, while names are cached.
  private(set) var order: KeyOrder
  /// The places of members in an object that wasn't read yet.
  private(set) var unreadPlaces: UnreadPlaces
  /// The number of containers that were created for these keys.
  var containersMade = 0
  /// The defaults of the fields that have these keys.
  var defaults = DefaultPlaces()
  /// The keys of the fields that must be written, because they have defaults.
  private(set) var defaultedKeys = DefaultedKeys()
  /// The idle containers for these keys.
  var idleContainers: ReusedContainer.Pointer?

  fileprivate struct Entry {
    var string = ""
    var name = KeyName.none
  }

  init(of type: any CodingKey.Type, at index: Int32, inSnakeCase: Bool = false) {
    self.type = type
    isInSnakeCase = inSnakeCase
    self.index = index
    entries = Elements(repeating: Entry(), count: capacity)
    memberTexts = Elements(repeating: .none, count: capacity)
    order = KeyOrder(capacity: capacity)
    unreadPlaces = UnreadPlaces(ofKeysAt: index)
  }

  func deallocate() {
    for index in 0..<capacity where entries[index].name.isKnown {
      entries[index].name.deallocate()
    }
    for name in forgotten { name.deallocate() }
    entries.deallocate(count: capacity)
    order.deallocate()
    unreadPlaces.deallocate()
    memberTexts.deallocate(count: readyCapacity)
    namesInOrder?.deallocate(count: learnedCount)
    declared.deallocate()
    undeclared.deallocate()
    defaults.deallocate()
  }

  /// The cached form of a key's name, which is added to the cache if it is used for the first time.
  ///
  /// Of two keys that have the same name, and so are one field, the second isn't cached.
  @inline(never)
  mutating func learnedName(_ string: String, ofByte byte: Int) -> KeyName? {
    if isChanging { return nil }
    if byte < capacity, entries[byte].name.isKnown {
      if entries[byte].string == string { return entries[byte].name }
      forget()
      return nil
    }
    let written = isInSnakeCase ? SnakeCase.snake(string) : string
    if isInSnakeCase, !SnakeCase.isRegular(written) || type.readsAsAnother(string) { return nil }
    guard !contains(written), let name = KeyName(copying: written) else { return nil }
    if undeclared.contains(name) {
      // The key has had another name, which isn't cached.
      name.deallocate()
      forget()
      return nil
    }
    if isInSnakeCase, SnakeCase.camel(written) != string { dependsOnAllKeys = true }
    if byte >= capacity { grow() }
    entries[byte] = Entry(string: string, name: name)
    order.add(byte: byte, hash: name.hash)
    unreadPlaces.add(byte: byte)
    guard byte < readyCapacity, let text = name.memberText else { return name }
    memberTexts[byte] = text
    ready |= 1 << UInt64(byte)
    return name
  }

  /// Whether keys of a type are single bytes.
  static func canHaveNames<Key: CodingKey>(of type: Key.Type) -> Bool {
    MemoryLayout<Key>.size <= 1 && _isPOD(type)
  }

  /// Caches the names of all keys of a type, which are the cases of an enum in their order.
  @inline(never)
  mutating func learn<Key: CodingKey>(all keys: [Key]) {
    var areCached = !keys.isEmpty
    for (byte, key) in keys.enumerated() {
      precondition(
        key.byte == byte,
        """
        The keys of a FieldCodable type are all cases of an enum without payloads, in their order. Those of \
        \(TypeName.shown(TypeName.around(Key.self))) aren't.
        """)
      if learnedName(key.stringValue, ofByte: byte) == nil { areCached = false }
    }
    learnedCount = keys.count
    if isChanging { return }
    isFullyLearned = true
    guard areCached else { return }
    namesInOrder = Elements(repeating: .none, count: keys.count)
    for byte in keys.indices { namesInOrder?[byte] = entries[byte].name }
  }

  /// Records the fields of a type that have defaults, if the names of all their keys are cached.
  mutating func setDefaultedKeys(_ names: [String], of type: UInt) {
    var bytes: UInt64 = 0
    for name in names {
      let byte = (0..<readyCapacity).first {
        ready &>> UInt64($0) & 1 != 0 && entries[$0].string == name
      }
      guard let byte else { return }
      bytes |= 1 &<< UInt64(byte)
    }
    defaultedKeys = DefaultedKeys(type: type, bytes: bytes)
  }

  /// Removes the names from the cache, and caches no more.
  private mutating func forget() {
    isChanging = true
    isFullyLearned = false
    ready = 0
    defaultedKeys = DefaultedKeys()
    for index in 0..<capacity where entries[index].name.isKnown {
      forgotten.append(entries[index].name)
      entries[index] = Entry()
    }
    declared.forget()
    undeclared.forget()
    unreadPlaces.removeAll()
  }

  /// Whether it is the name of a key. Building a table of names would take longer than this search.
  private func contains(_ name: String) -> Bool {
    var name = name
    return name.withBytes { text in
      guard let start = text.baseAddress else { return false }
      return (0..<capacity).contains {
        entries[$0].name.isKnown && entries[$0].name.isText(start, text.count)
      }
    }
  }

  /// The number of bytes that can be in `ready`.
  private var readyCapacity: Int { min(capacity, 64) }

  private mutating func grow() {
    entries = entries.grown(from: capacity, to: 256, with: Entry())
    memberTexts = memberTexts.grown(from: readyCapacity, to: 64, with: .none)
    capacity = 256
    order.deallocate()
    order = KeyOrder(capacity: capacity)
    for byte in 0..<capacity where entries[byte].name.isKnown {
      order.add(byte: byte, hash: entries[byte].name.hash)
    }
  }
}

/// The keys of the fields that a type has defaults for.
struct DefaultedKeys: BitwiseCopyable {
  /// The address of the type's defaults; 0 if the keys aren't known.
  fileprivate var type: UInt = 0
  /// One bit for the byte of each key.
  fileprivate var bytes: UInt64 = 0

  /// Whether all of them are among the keys with certain bytes.
  func containsAll(in written: UInt64, ofType type: UInt) -> Bool {
    type == self.type && bytes & ~written == 0
  }
}

// These aren't methods of `KeyNames`: calling one through a pointer copies the whole structure
// first, which doubles the time for a small field.
extension Reference {
  /// The cached form of a key's name; nil if it isn't cached.
  @inline(__always)
  func name(
    _ string: String, ofByte byte: Int
  ) -> KeyName? where Value == KeyNames {
    isName(string, ofByte: byte) ? pointee.entries[byte].name : nil
  }

  /// The cached name of a key; nil if it isn't cached.
  @inline(__always)
  func name(ofByte byte: Int) -> KeyName? where Value == KeyNames {
    byte < pointee.capacity && pointee.entries[byte].name.isKnown
      ? pointee.entries[byte].name : nil
  }

  /// The cached name of a key as a string, which is empty if it isn't cached.
  @inline(__always)
  func string(ofByte byte: Int) -> String where Value == KeyNames {
    byte < pointee.capacity ? pointee.entries[byte].string : ""
  }

  /// Whether a key's name is the cached one.
  @inline(__always)
  func isName(
    _ string: String, ofByte byte: Int
  ) -> Bool where Value == KeyNames {
    byte < pointee.capacity && pointee.entries[byte].string == string
      && pointee.entries[byte].name.isKnown
  }

  /// Whether a member has the cached name of a key. It must not be the empty one.
  @inline(__always)
  func isKey(
    ofByte byte: Int, of member: TreeNode, in tree: DocumentTree.View
  ) -> Bool where Value == KeyNames {
    pointee.entries[byte].name.isKey(of: member, in: tree)
  }

  /// The beginning of a member, for a key in `ready`.
  @inline(__always)
  func memberText(ofByte byte: Int) -> MemberText where Value == KeyNames {
    pointee.memberTexts[byte]
  }
}
