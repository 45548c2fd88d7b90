/// Where the members of an object are, by the bytes of the keys that they belong to.
///
/// The members are matched with keys in their order, and usually only as far as a type asks for them.
/// So of two members with the same key the first wins, in whatever order the type asks for its fields.
/// After the last member, a key without a place has no member.
///
/// It is a view of words in an arena: those below, and then the index of a member for each key, which is
/// 0 if none is known yet, or `undecided`. It is valid until something is appended to the arena.
struct MemberPlaces: BitwiseCopyable {
  private let words: Elements<UInt32>

  /// The index of the names of the keys, plus one.
  fileprivate static let names = 0
  fileprivate static let count = 1
  /// The first member that isn't matched with a key yet; 0 after the last one.
  private static let nextMember = 2
  /// The key of the last member that was matched, as `KeyOrder` counts keys.
  private static let latest = 3
  /// The index of the same object's places for the keys of another type; 0 if there are none.
  private static let next = 4
  static let header = 5

  /// The place of a key whose name wasn't cached when the object was opened. Its member has to be
  /// looked up by name.
  static var undecided: UInt32 { DocumentTree.View.undecided }

  @inline(__always)
  init(_ arena: Arena<UInt32>, at start: UInt32) {
    words = Elements(from: arena.pointer(to: start), count: arena.count - Int(start))
  }

  /// The places of no object.
  static var none: [UInt32] { [UInt32](repeating: 0, count: header) }

  @inline(__always)
  func belongs(to names: KeyNames.Pointer) -> Bool {
    words[Self.names] == UInt32(truncatingIfNeeded: names.pointee.index &+ 1)
  }

  var next: UInt32 {
    get { words[Self.next] }
    nonmutating set { words[Self.next] = newValue }
  }

  var nextMember: UInt32 {
    @inline(__always) get { words[Self.nextMember] }
    @inline(__always) nonmutating set { words[Self.nextMember] = newValue }
  }

  var latest: Int {
    @inline(__always) get { Int(words[Self.latest]) }
    @inline(__always) nonmutating set {
      words[Self.latest] = UInt32(truncatingIfNeeded: newValue)
    }
  }

  /// Whether a key has a place.
  @inline(__always)
  func contains(byte: Int) -> Bool {
    byte < Int(words[Self.count])
  }

  @inline(__always)
  subscript(byte: Int) -> UInt32 {
    get { words[Self.header &+ byte] }
    nonmutating set { words[Self.header &+ byte] = newValue }
  }

  /// Removes all places, so that every member has to be looked up by name.
  func removeAll() { words[Self.count] = 0 }
}

/// The places of members in an object that wasn't read yet, as they are stored.
struct UnreadPlaces: BitwiseCopyable {
  private(set) var words: Arena<UInt32>

  /// - Parameter index: The index of the names of the keys.
  init(ofKeysAt index: Int32) {
    words = Arena(MemberPlaces.none)
    words[UInt32(MemberPlaces.names)] = UInt32(index + 1)
  }

  func deallocate() { words.deallocate() }

  /// Adds a place for a key whose name is cached.
  mutating func add(byte: Int) {
    while words.count <= MemberPlaces.header + byte { words.append(MemberPlaces.undecided) }
    words[UInt32(MemberPlaces.header + byte)] = 0
    words[UInt32(MemberPlaces.count)] = UInt32(words.count - MemberPlaces.header)
  }

  mutating func removeAll() {
    words.removeAll(from: MemberPlaces.header)
    words[UInt32(MemberPlaces.count)] = 0
  }
}

/// The order in which the members of a type's objects follow each other, to find the key of a
/// member: usually the one that followed the key of the member before it in the last object, and
/// otherwise the one with the same hash.
///
/// Keys are counted from 1 by their bytes; 0 is the beginning of the object.
///
/// Invariant: `successors` has a key for the beginning and for each byte up to `capacity`, and
/// `table` has `size` keys, a power of two. At least half of them are 0, so every search ends.
struct KeyOrder: BitwiseCopyable {
  private let successors: Elements<UInt16>
  private let table: Elements<UInt16>
  private let capacity: Int
  private let size: Int

  init(capacity: Int) {
    self.capacity = capacity
    size = capacity * 4
    successors = Elements(repeating: 0, count: capacity + 1)
    table = Elements(repeating: 0, count: size)
  }

  func deallocate() {
    successors.deallocate(count: capacity + 1)
    table.deallocate(count: size)
  }

  func add(byte: Int, hash: UInt16) {
    var place = Int(hash) & (size &- 1)
    while table[place] != 0 { place = (place &+ 1) & (size &- 1) }
    table[place] = UInt16(byte + 1)
  }

  /// The key that followed another one in the last object; 0 if none did.
  @inline(__always)
  func successor(of key: Int) -> Int { Int(successors[key]) }

  func setSuccessor(_ next: Int, of key: Int) {
    successors[key] = UInt16(truncatingIfNeeded: next)
  }

  /// The first key with a hash that is the right one; 0 if there is none.
  @inline(__always)
  func key(ofHash hash: UInt16, where isRight: (Int) -> Bool) -> Int {
    var place = Int(hash) & (size &- 1)
    while table[place] != 0, !isRight(Int(table[place])) { place = (place &+ 1) & (size &- 1) }
    return Int(table[place])
  }
}

extension Reference {
  /// The byte of the key that a member belongs to; nil if it belongs to none whose name is cached.
  ///
  /// - Parameters:
  ///   - member: A member whose key can be compared by its bytes.
  ///   - latest: The key of the member that was matched before, counted as in `KeyOrder`. It
  ///     becomes the key of this one.
  @inline(__always)
  func byte(
    ofKeyOf member: TreeNode, in tree: DocumentTree.View, after latest: inout Int
  ) -> Int? where Value == KeyNames {
    if member.keyLength == 0 { return nil }
    var key = pointee.order.successor(of: latest)
    if key == 0 || !isKey(ofByte: key &- 1, of: member, in: tree) {
      key = pointee.order.key(ofHash: TreeNode.hash(tree.keyText(of: member))) {
        isKey(ofByte: $0 &- 1, of: member, in: tree)
      }
      if key == 0 { return nil }
      pointee.order.setSuccessor(key, of: latest)
    }
    latest = key
    return key &- 1
  }
}
