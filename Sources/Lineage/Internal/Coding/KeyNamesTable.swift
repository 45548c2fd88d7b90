/// The cached names of a session or writer, by the type of their keys.
///
/// Invariant: `tables` points to `size` places, which is a power of two. At least half of them are
/// free, so every search ends. The names at each place are also in `all`, at their index.
struct KeyNamesTable {
  private var tables: Elements<KeyNames.Pointer?>
  private var size = 64
  private var all: [KeyNames.Pointer] = []
  /// The keys of superclasses.
  var classKeys = ClassKeys()

  init() {
    tables = Self.places(size)
  }

  private static func places(_ size: Int) -> Elements<KeyNames.Pointer?> {
    Elements(repeating: nil, count: size)
  }

  /// Frees the names, and the idle containers for them.
  func deallocate() {
    for names in all {
      while let container = names.pointee.idleContainers {
        names.pointee.idleContainers = container.pointee.next
        container.deallocate()
      }
      names.pointee.deallocate()
      names.deallocate()
    }
    tables.deallocate(count: size)
  }

  /// The names of a type's keys; nil if the keys are larger than a byte.
  @inline(__always)
  mutating func names<Key: CodingKey>(of type: Key.Type) -> KeyNames.Pointer? {
    if let names = tables[place(of: ObjectIdentifier(type))] { return names }
    return KeyNames.canHaveNames(of: type) ? add(type) : nil
  }

  /// The names of a type's keys in snake_case. They are of keys whose names are only read from the name that they are
  /// written as, unless an object has keys that aren't regular.
  mutating func namesInSnakeCase<Key: CodingKey>(of type: Key.Type) -> KeyNames.Pointer? {
    guard let names = names(of: type) else { return nil }
    if let known = names.pointee.inSnakeCase { return known }
    let converted = Reference(
      allocating: KeyNames(of: type, at: Int32(all.count), inSnakeCase: true))
    all.append(converted)
    names.pointee.inSnakeCase = converted
    return converted
  }

  /// The key with a byte, for the type whose names have an index.
  func key(ofByte byte: UInt8, ofKeysAt index: Int32) -> any CodingKey {
    // Only types of single-byte keys have names here.
    all[Int(index)].pointee.type.init(byte: byte)
  }

  /// The place of a type, or the free place for it.
  @inline(__always)
  private func place(of type: ObjectIdentifier) -> Int {
    var place = TypeAddress.hash(UInt(bitPattern: type)) & (size &- 1)
    while let names = tables[place], ObjectIdentifier(names.pointee.type) != type {
      place = (place &+ 1) & (size &- 1)
    }
    return place
  }

  @inline(never)
  private mutating func add(_ type: any CodingKey.Type) -> KeyNames.Pointer {
    if all.count >= size / 2 { grow() }
    let names = Reference(allocating: KeyNames(of: type, at: Int32(all.count)))
    tables[place(of: ObjectIdentifier(type))] = names
    all.append(names)
    return names
  }

  private mutating func grow() {
    tables.deallocate(count: size)
    size *= 2
    tables = Self.places(size)
    for names in all where !names.pointee.isInSnakeCase {
      tables[place(of: ObjectIdentifier(names.pointee.type))] = names
    }
  }
}

extension CodingKey {
  /// The key with a byte, for a type whose keys aren't larger than one.
  init(byte: UInt8) {
    self = uncheckedValue(ofByte: byte, as: Self.self)
  }

  /// The byte of a key that isn't larger than one.
  @inline(__always)
  var byte: Int {
    // An enum with a single case has no size.
    Int(uncheckedByte(of: self))
  }
}
