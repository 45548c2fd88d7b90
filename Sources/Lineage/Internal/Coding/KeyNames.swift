// What is remembered of names.
//
// A coding key gives its name as a `String`, by a call into the program. Most coding keys are enums
// of fewer than 257 cases without payload, so they are a single byte with nothing to own. What a name
// is in a document, whether it needs escapes, and where its default stands is found out once and then
// found by that byte.
//
// A name may still change: a program can compute it from a setting or a language. So each key is asked
// for its name each time, and what is remembered counts only for the name that it was found out for.
// Names are nearly always literals, of which to compare two takes two instructions.

/// The names of the keys of one type, by the key's one byte.
///
/// Invariant: `entries` points to `capacity` entries, `memberTexts` to one for each byte in `ready`. They
/// and the texts of the names live until `deallocate()`; those of a session forever. No two entries have
/// the same name.
struct KeyNames<Place: BitwiseCopyable> {
  typealias Pointer = UnsafeMutablePointer<KeyNames>

  fileprivate let type: any CodingKey.Type
  /// Its place among those of all types of keys.
  let index: Int32
  fileprivate var entries: UnsafeMutablePointer<Entry>
  fileprivate var capacity = 16
  /// Whether a key had another name than before. Nothing is remembered of such keys: containers that
  /// have used the old name would be wrong about the new one.
  private var areChanging = false
  /// The names from before, since a writer may still have one.
  private var forgotten: [KeyName] = []
  /// What members begin with, for the keys in `ready`.
  fileprivate let memberTexts: UnsafeMutablePointer<MemberText>
  /// The bytes below 64 of the keys that are ready to be copied, each as one bit.
  private(set) var ready: UInt64 = 0
  /// The defaults of the type that uses the keys.
  var defaults = DefaultsByKey()
  /// The names that are known to be those of fields.
  var declared = DeclaredNames()
  /// How many containers for these keys were made.
  var containersMade = 0
  /// Containers for these keys that nobody uses.
  var idleContainers: ReusedContainer<Place>.Pointer?

  fileprivate struct Entry {
    var string = ""
    var name = KeyName.none
  }

  fileprivate init(of type: any CodingKey.Type, at index: Int32) {
    self.type = type
    self.index = index
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: Entry(), count: capacity)
    memberTexts = .allocate(capacity: 64)
  }

  fileprivate func deallocate() {
    for index in 0..<capacity where entries[index].name.isKnown {
      entries[index].name.deallocate()
    }
    for name in forgotten { name.deallocate() }
    entries.deinitialize(count: capacity)
    entries.deallocate()
    memberTexts.deallocate()
    declared.deallocate()
    defaults.deallocate()
    var idle = idleContainers
    while let container = idle {
      idle = container.pointee.next
      container.deinitialize(count: 1)
      container.deallocate()
    }
  }

  /// What is to be remembered of a key's name, found out now if it is met for the first time.
  ///
  /// Of two keys that have the same name, and so are one field, the second is not remembered.
  @inline(never)
  mutating func learnedName(_ string: String, ofByte byte: Int) -> KeyName? {
    if areChanging { return nil }
    if byte < capacity, entries[byte].name.isKnown {
      if entries[byte].string == string { return entries[byte].name }
      forget()
      return nil
    }
    guard !contains(string), let name = KeyName(keeping: string) else { return nil }
    if byte >= capacity { grow() }
    entries[byte] = Entry(string: string, name: name)
    guard byte < 64, let text = name.memberText else { return name }
    (memberTexts + byte).initialize(to: text)
    ready |= 1 << UInt64(byte)
    return name
  }

  /// Forgets the names for good.
  private mutating func forget() {
    areChanging = true
    ready = 0
    for index in 0..<capacity where entries[index].name.isKnown {
      forgotten.append(entries[index].name)
      entries[index] = Entry()
    }
    declared.forget()
  }

  /// Whether it is the name of a key. A table of names would take longer to make than to do without.
  private func contains(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { text in
      guard let start = text.baseAddress else { return false }
      return (0..<capacity).contains {
        entries[$0].name.isKnown && entries[$0].name.isText(start, text.count)
      }
    }
  }

  private mutating func grow() {
    let grown = UnsafeMutablePointer<Entry>.allocate(capacity: 256)
    grown.moveInitialize(from: entries, count: capacity)
    (grown + capacity).initialize(repeating: Entry(), count: 256 - capacity)
    entries.deallocate()
    (entries, capacity) = (grown, 256)
  }
}

// Not methods of `KeyNames`: a call to one of them by a pointer copies the whole structure first, which
// doubles what a small field takes.
extension UnsafeMutablePointer {
  /// What is remembered of a key that has a name now.
  @inline(__always)
  func name<Place>(
    _ string: String, ofByte byte: Int
  ) -> KeyName? where Pointee == KeyNames<Place> {
    isName(string, ofByte: byte) ? pointee.entries[byte].name : nil
  }

  /// Whether a key's name is the one that is remembered.
  @inline(__always)
  func isName<Place>(
    _ string: String, ofByte byte: Int
  ) -> Bool where Pointee == KeyNames<Place> {
    byte < pointee.capacity && pointee.entries[byte].string == string
      && pointee.entries[byte].name.isKnown
  }

  /// What a member begins with, for a key in `ready`.
  @inline(__always)
  func memberText<Place>(ofByte byte: Int) -> MemberText where Pointee == KeyNames<Place> {
    pointee.memberTexts[byte]
  }
}

/// Names of which the type of key has said that it knows them, for the types that collect those which
/// it doesn't know.
struct DeclaredNames {
  private var names: [KeyName] = []
  /// The key of the property that collects the others, which is no field.
  private var property: Int?

  func deallocate() {
    for name in names { name.deallocate() }
  }

  /// Forgets the names for good: no key has this byte.
  mutating func forget() {
    deallocate()
    names = []
    property = -1
  }

  /// Whether a member has one of the names.
  ///
  /// - Parameter expected: The index of the name to try first. Names are learned in the order of members,
  ///   so it is that of the name after the last one.
  @inline(__always)
  func contain(
    _ member: TreeNode, in tree: DocumentTree.View, besides property: Int,
    expecting expected: inout Int
  ) -> Bool {
    guard property == self.property else { return false }
    if expected >= names.count || !names[expected].isKey(of: member, in: tree) {
      guard let found = names.firstIndex(where: { $0.isKey(of: member, in: tree) }) else {
        return false
      }
      expected = found
    }
    expected += 1
    return true
  }

  mutating func learn(_ name: String, besides property: Int) {
    if self.property == nil { self.property = property }
    // A type whose keys know every name would have no end of them.
    guard property == self.property, names.count < 256, let name = KeyName(keeping: name) else {
      return
    }
    names.append(name)
  }
}

/// The names that a session has met, by the type of their keys.
///
/// Invariant: `tables` points to `size` places, which is a power of two. At least half of them are free,
/// so that a search comes to an end. The names at each place are also among `all`, at their index.
struct KeyNamesTable<Place: BitwiseCopyable> {
  private var tables: UnsafeMutablePointer<KeyNames<Place>.Pointer?>
  private var size = 64
  private var all: [KeyNames<Place>.Pointer] = []

  init() {
    tables = Self.places(size)
  }

  private static func places(_ size: Int) -> UnsafeMutablePointer<KeyNames<Place>.Pointer?> {
    let places = UnsafeMutablePointer<KeyNames<Place>.Pointer?>.allocate(capacity: size)
    places.initialize(repeating: nil, count: size)
    return places
  }

  func deallocate() {
    for names in all {
      names.pointee.deallocate()
      names.deinitialize(count: 1)
      names.deallocate()
    }
    tables.deallocate()
  }

  /// The names of a type's keys; nil where the keys are more than a byte.
  @inline(__always)
  mutating func names<Key: CodingKey>(of type: Key.Type) -> KeyNames<Place>.Pointer? {
    if let names = tables[place(of: ObjectIdentifier(type))] { return names }
    return MemoryLayout<Key>.size <= 1 && _isPOD(type) ? add(type) : nil
  }

  /// The key that is a byte, of the type whose names have an index.
  func key(ofByte byte: UInt8, ofKeysAt index: Int32) -> any CodingKey {
    let type = all[Int(index)].pointee.type
    return Self.key(byte, type)
  }

  private static func key<Key: CodingKey>(_ byte: UInt8, _ type: Key.Type) -> any CodingKey {
    // Only the types of such keys have names here.
    if MemoryLayout<Key>.size == 0 { return unsafeBitCast((), to: Key.self) }
    return unsafeBitCast(byte, to: Key.self)
  }

  /// The place of a type, or the free one where it would stand.
  @inline(__always)
  private func place(of type: ObjectIdentifier) -> Int {
    var place = TypeAddress.hash(UInt(bitPattern: type)) & (size &- 1)
    while let names = tables[place], ObjectIdentifier(names.pointee.type) != type {
      place = (place &+ 1) & (size &- 1)
    }
    return place
  }

  @inline(never)
  private mutating func add(_ type: any CodingKey.Type) -> KeyNames<Place>.Pointer {
    if all.count >= size / 2 { grow() }
    let names = KeyNames<Place>.Pointer.allocate(capacity: 1)
    names.initialize(to: KeyNames(of: type, at: Int32(all.count)))
    tables[place(of: ObjectIdentifier(type))] = names
    all.append(names)
    return names
  }

  private mutating func grow() {
    tables.deallocate()
    size *= 2
    tables = Self.places(size)
    for names in all { tables[place(of: ObjectIdentifier(names.pointee.type))] = names }
  }
}

extension CodingKey {
  /// The byte that the key is, where it is no more than one.
  @inline(__always)
  var byte: Int {
    // The only case of an enum has no size at all.
    if MemoryLayout<Self>.size == 0 { return 0 }
    return Int(unsafeBitCast(self, to: UInt8.self))
  }
}
