// Where names come from.
//
// A coding key gives its name as a `String`, by a call into the program. Most coding keys are enums
// of fewer than 257 cases without payload, so they are a single byte with nothing to own. Two values
// of such a type that have the same byte are the same value and have the same name. A session asks
// for it once, and from then on finds it by the byte.

/// The names of the keys of one type, by the key's one byte.
///
/// Invariant: `entries` points to `capacity` entries, `memberTexts` to one for each byte in `ready`. They
/// and the texts of the names live until `deallocate()`; those of a session forever.
struct KeyNames<Place: BitwiseCopyable> {
  typealias Pointer = UnsafeMutablePointer<KeyNames>

  fileprivate let type: ObjectIdentifier
  private var entries: UnsafeMutablePointer<FieldName>
  private var capacity = 16
  /// What members begin with, for the keys in `ready`.
  private let memberTexts: UnsafeMutablePointer<MemberText>
  /// The bytes below 64 of the keys that are ready to be copied, each as one bit.
  private(set) var ready: UInt64 = 0
  /// The defaults of the type that uses the keys.
  var defaults = KnownDefaults()
  /// The names that are known to be those of fields.
  var declared = DeclaredNames()
  /// How many containers for these keys were made.
  var containersMade = 0
  /// Containers for these keys that nobody uses.
  var idleContainers: ReusedContainer<Place>.Pointer?

  fileprivate init(of type: ObjectIdentifier) {
    self.type = type
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: .none, count: capacity)
    memberTexts = .allocate(capacity: 64)
  }

  fileprivate func deallocate() {
    for index in 0..<capacity where entries[index].isKnown { entries[index].deallocate() }
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

  @inline(__always)
  subscript(byte: Int) -> FieldName? {
    byte < capacity && entries[byte].isKnown ? entries[byte] : nil
  }

  /// What a member begins with, for a key in `ready`.
  @inline(__always)
  func memberText(ofByte byte: Int) -> MemberText {
    memberTexts[byte]
  }

  /// Remembers the name of a key.
  ///
  /// Of two keys that have the same name, and so are one field, the second is not remembered.
  @inline(never)
  mutating func learn(_ name: String, ofByte byte: Int) {
    guard self[byte] == nil, !contains(name), let kept = FieldName(keeping: name) else { return }
    if byte >= capacity { grow() }
    entries[byte] = kept
    guard byte < 64, let text = kept.memberText else { return }
    (memberTexts + byte).initialize(to: text)
    ready |= 1 << UInt64(byte)
  }

  /// Whether it is the name of a key. A table of names would take longer to make than to do without.
  private func contains(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { text in
      guard let start = text.baseAddress else { return false }
      return (0..<capacity).contains {
        entries[$0].isKnown && entries[$0].isText(start, text.count)
      }
    }
  }

  private mutating func grow() {
    let grown = UnsafeMutablePointer<FieldName>.allocate(capacity: 256)
    grown.initialize(repeating: .none, count: 256)
    grown.update(from: entries, count: capacity)
    entries.deallocate()
    (entries, capacity) = (grown, 256)
  }
}

/// Names of which the type of key has said that it knows them, for the types that collect those which
/// it doesn't know.
struct DeclaredNames {
  private var names: [FieldName] = []
  /// The key of the property that collects the others, which is no field.
  private var property: Int?

  func deallocate() {
    for name in names { name.deallocate() }
  }

  /// Whether a member has one of the names.
  ///
  /// - Parameter expected: The index of the name to try first. Names are learned in the order of members,
  ///   so it is that of the name after the last one.
  @inline(__always)
  func contain(
    _ member: FieldSlot, in tree: FieldTree.View, besides property: Int,
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
    guard property == self.property, names.count < 256, let name = FieldName(keeping: name) else {
      return
    }
    names.append(name)
  }
}

/// The names that a session has met, by the type of their keys.
///
/// Invariant: `tables` points to `size` places, which is a power of two. At least half of them are free,
/// so that a search comes to an end.
struct KeyNamesTable<Place: BitwiseCopyable> {
  private var tables: UnsafeMutablePointer<KeyNames<Place>.Pointer?>
  private var size = 64
  private var count = 0

  init() {
    tables = Self.places(size)
  }

  private static func places(_ size: Int) -> UnsafeMutablePointer<KeyNames<Place>.Pointer?> {
    let places = UnsafeMutablePointer<KeyNames<Place>.Pointer?>.allocate(capacity: size)
    places.initialize(repeating: nil, count: size)
    return places
  }

  func deallocate() {
    for index in 0..<size {
      guard let names = tables[index] else { continue }
      names.pointee.deallocate()
      names.deinitialize(count: 1)
      names.deallocate()
    }
    tables.deallocate()
  }

  /// The names of a type's keys; nil where the keys are more than a byte.
  @inline(__always)
  mutating func names<Key: CodingKey>(of type: Key.Type) -> KeyNames<Place>.Pointer? {
    let id = ObjectIdentifier(type)
    if let names = tables[place(of: id)] { return names }
    return MemoryLayout<Key>.size <= 1 && _isPOD(type) ? add(id) : nil
  }

  /// The place of a type, or the free one where it would stand.
  @inline(__always)
  private func place(of type: ObjectIdentifier) -> Int {
    var place = TypeAddress.spread(UInt(bitPattern: type)) & (size &- 1)
    while let names = tables[place], names.pointee.type != type {
      place = (place &+ 1) & (size &- 1)
    }
    return place
  }

  @inline(never)
  private mutating func add(_ type: ObjectIdentifier) -> KeyNames<Place>.Pointer {
    if count >= size / 2 { grow() }
    let names = KeyNames<Place>.Pointer.allocate(capacity: 1)
    names.initialize(to: KeyNames(of: type))
    tables[place(of: type)] = names
    count += 1
    return names
  }

  private mutating func grow() {
    let old = UnsafeMutableBufferPointer(start: tables, count: size)
    size *= 2
    tables = Self.places(size)
    for case let names? in old { tables[place(of: names.pointee.type)] = names }
    old.deallocate()
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
