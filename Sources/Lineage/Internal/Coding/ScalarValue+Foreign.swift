/// The members of an object of a foreign decoder.
typealias ForeignMembers = KeyedDecodingContainer<AnyCodingKey>

// These call the specific method that foreign containers have for each type. The generic method
// would do the same, but with some coders it takes five times as long.

extension Bool {
  static func decode(from members: ForeignMembers, forKey key: AnyCodingKey) throws -> Bool {
    try members.decode(Bool.self, forKey: key)
  }
  static func decode(from elements: inout any UnkeyedDecodingContainer) throws -> Bool {
    try elements.decode(Bool.self)
  }
}

extension String {
  static func decode(from members: ForeignMembers, forKey key: AnyCodingKey) throws -> String {
    try members.decode(String.self, forKey: key)
  }
  static func decode(from elements: inout any UnkeyedDecodingContainer) throws -> String {
    try elements.decode(String.self)
  }
}

extension Double {
  static func decode(from members: ForeignMembers, forKey key: AnyCodingKey) throws -> Double {
    try members.decode(Double.self, forKey: key)
  }
  static func decode(from elements: inout any UnkeyedDecodingContainer) throws -> Double {
    try elements.decode(Double.self)
  }
}

extension Float {
  static func decode(from members: ForeignMembers, forKey key: AnyCodingKey) throws -> Float {
    try members.decode(Float.self, forKey: key)
  }
  static func decode(from elements: inout any UnkeyedDecodingContainer) throws -> Float {
    try elements.decode(Float.self)
  }
}

extension Int {
  static func decode(from members: ForeignMembers, forKey key: AnyCodingKey) throws -> Int {
    try members.decode(Int.self, forKey: key)
  }
  static func decode(from elements: inout any UnkeyedDecodingContainer) throws -> Int {
    try elements.decode(Int.self)
  }
}

extension Int8 {
  static func decode(from members: ForeignMembers, forKey key: AnyCodingKey) throws -> Int8 {
    try members.decode(Int8.self, forKey: key)
  }
  static func decode(from elements: inout any UnkeyedDecodingContainer) throws -> Int8 {
    try elements.decode(Int8.self)
  }
}

extension Int16 {
  static func decode(from members: ForeignMembers, forKey key: AnyCodingKey) throws -> Int16 {
    try members.decode(Int16.self, forKey: key)
  }
  static func decode(from elements: inout any UnkeyedDecodingContainer) throws -> Int16 {
    try elements.decode(Int16.self)
  }
}

extension Int32 {
  static func decode(from members: ForeignMembers, forKey key: AnyCodingKey) throws -> Int32 {
    try members.decode(Int32.self, forKey: key)
  }
  static func decode(from elements: inout any UnkeyedDecodingContainer) throws -> Int32 {
    try elements.decode(Int32.self)
  }
}

extension Int64 {
  static func decode(from members: ForeignMembers, forKey key: AnyCodingKey) throws -> Int64 {
    try members.decode(Int64.self, forKey: key)
  }
  static func decode(from elements: inout any UnkeyedDecodingContainer) throws -> Int64 {
    try elements.decode(Int64.self)
  }
}

extension Int128 {
  static func decode(from members: ForeignMembers, forKey key: AnyCodingKey) throws -> Int128 {
    try members.decode(Int128.self, forKey: key)
  }
  static func decode(from elements: inout any UnkeyedDecodingContainer) throws -> Int128 {
    try elements.decode(Int128.self)
  }
}

extension UInt {
  static func decode(from members: ForeignMembers, forKey key: AnyCodingKey) throws -> UInt {
    try members.decode(UInt.self, forKey: key)
  }
  static func decode(from elements: inout any UnkeyedDecodingContainer) throws -> UInt {
    try elements.decode(UInt.self)
  }
}

extension UInt8 {
  static func decode(from members: ForeignMembers, forKey key: AnyCodingKey) throws -> UInt8 {
    try members.decode(UInt8.self, forKey: key)
  }
  static func decode(from elements: inout any UnkeyedDecodingContainer) throws -> UInt8 {
    try elements.decode(UInt8.self)
  }
}

extension UInt16 {
  static func decode(from members: ForeignMembers, forKey key: AnyCodingKey) throws -> UInt16 {
    try members.decode(UInt16.self, forKey: key)
  }
  static func decode(from elements: inout any UnkeyedDecodingContainer) throws -> UInt16 {
    try elements.decode(UInt16.self)
  }
}

extension UInt32 {
  static func decode(from members: ForeignMembers, forKey key: AnyCodingKey) throws -> UInt32 {
    try members.decode(UInt32.self, forKey: key)
  }
  static func decode(from elements: inout any UnkeyedDecodingContainer) throws -> UInt32 {
    try elements.decode(UInt32.self)
  }
}

extension UInt64 {
  static func decode(from members: ForeignMembers, forKey key: AnyCodingKey) throws -> UInt64 {
    try members.decode(UInt64.self, forKey: key)
  }
  static func decode(from elements: inout any UnkeyedDecodingContainer) throws -> UInt64 {
    try elements.decode(UInt64.self)
  }
}

extension UInt128 {
  static func decode(from members: ForeignMembers, forKey key: AnyCodingKey) throws -> UInt128 {
    try members.decode(UInt128.self, forKey: key)
  }
  static func decode(from elements: inout any UnkeyedDecodingContainer) throws -> UInt128 {
    try elements.decode(UInt128.self)
  }
}
