import Lineage

/// The cases of enums that aren't `CaseIterable`.
///
/// A lock needs them, and so does the probe, which can't make up a value of such an enum: without one, a type that
/// contains it decodes nothing further.
///
/// This relies on the following invariants:
/// - A type with a size of one byte has a value whose byte is zero. For an enum without payloads, that is the first
///   case. For all other types of this size (`Bool`, an integer, a struct or an enum that contains one), it is a valid
///   value too. No type of one byte is a reference, and none is uninhabited.
/// - An enum with a single case has a value without bytes. Its descriptor, whose layout is part of Swift's stable ABI,
///   says how many cases there are: an enum without cases has no bytes either, but no value. On arm64e, where the pointer
///   to the descriptor is signed, nothing is read, and no enum has a single case.
/// - If an optional of an enum without payloads has one byte, the cases have the bytes from zero in the order of
///   their declaration, and nil has the next byte, which is the number of cases.
enum EnumCases {
  /// The first case of an enum with raw values; nil for types whose first case can't be determined.
  static func first<Value>(of type: Value.Type) -> Value? {
    guard type is any RawRepresentable.Type, let value = zero(of: type), accepts(value) else {
      return nil
    }
    return value
  }

  /// Whether all values of a type are candidates: it is `CaseIterable`, or an enum with raw values.
  static func areListed<Value>(in type: Value.Type) -> Bool {
    type is any CaseIterable.Type || all(of: type) != nil
  }

  /// All cases of an enum with raw values, or of the enum in an open one; nil for types whose cases can't be determined.
  static func all<Value>(of type: Value.Type) -> [Value]? {
    if let open = type as? any OpenCases.Type {
      return open.knownCases?.compactMap { $0 as? Value }
    }
    guard let first = first(of: type), let values = values(of: type, from: first),
      values.allSatisfy(accepts)
    else { return nil }
    return values
  }

  /// All cases of an enum of coding keys; nil for types whose cases can't be determined.
  static func keys<Key: CodingKey>(of type: Key.Type) -> [Key]? {
    guard let first = zero(of: type), accepts(first), let keys = values(of: type, from: first),
      keys.allSatisfy(accepts)
    else { return nil }
    return keys
  }

  // MARK: - From bytes

  private static func zero<Value>(of type: Value.Type) -> Value? {
    switch MemoryLayout<Value>.size {
    case 1: value(of: type, from: 0)
    case 0 where hasSingleCase(type): value(of: type, from: 0)
    default: nil
    }
  }

  /// Whether a type is an enum with one case, which has no payload.
  private static func hasSingleCase(_ type: any Any.Type) -> Bool {
    // Metadata begins with the kind, and that of an enum continues with its descriptor. The numbers of its cases follow
    // five fields of four bytes: the flags, the parent, the name, the access function and the fields.
    #if _ptrauth(_arm64e)
      return false
    #else
      let metadata = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self)
      let kindOfEnums: UInt = 0x201
      guard unsafe metadata[0] == kindOfEnums,
        let descriptor = unsafe UnsafeRawPointer(bitPattern: metadata[1])
      else { return false }
      let enumDescriptor: UInt32 = 18
      guard unsafe descriptor.load(as: UInt32.self) & 0x1F == enumDescriptor else { return false }
      let payloads = unsafe descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
      return unsafe payloads == 0 && descriptor.load(fromByteOffset: 24, as: UInt32.self) == 1
    #endif
  }

  private static func values<Value>(of type: Value.Type, from first: Value) -> [Value]? {
    let mirror = Mirror(reflecting: first)
    guard mirror.displayStyle == .enum, mirror.children.isEmpty, MemoryLayout<Value?>.size == 1
    else { return nil }
    let count = unsafe withUnsafeBytes(of: Value?.none) { unsafe $0[0] }
    return (0..<count).map { value(of: type, from: $0) }
  }

  private static func value<Value>(of type: Value.Type, from byte: UInt8) -> Value {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { bytes in
      unsafe bytes.initialize(repeating: byte)
      return unsafe UnsafeRawBufferPointer(bytes).load(as: Value.self)
    }
  }

  // MARK: - Checking

  /// Whether the type accepts its own raw value.
  private static func accepts(_ value: Any) -> Bool {
    func accepts<Raw: RawRepresentable>(_ value: Raw) -> Bool {
      Raw(rawValue: value.rawValue) != nil
    }
    guard let value = value as? any RawRepresentable else { return false }
    return accepts(value)
  }

  /// Whether the type accepts its own name.
  private static func accepts<Key: CodingKey>(_ key: Key) -> Bool {
    Key(stringValue: key.stringValue) != nil
  }
}

/// An open enum, of any enum.
private protocol OpenCases {
  /// The cases that aren't unknown; nil if they can't be determined.
  static var knownCases: [Any]? { get }
}

extension OpenEnum: OpenCases {
  fileprivate static var knownCases: [Any]? { EnumCases.all(of: Kind.self)?.map(OpenEnum.known) }
}
