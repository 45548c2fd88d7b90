// Properties of types that can't be coded, which would otherwise have no function at all. Without these, the compiler
// fails to say what is wrong with the generated code.

extension FieldReader {
  /// Reads a field whose type isn't `Decodable`, which is an error.
  @_disfavoredOverload
  @available(*, unavailable, message: "The type of this property isn't Decodable.")
  public mutating func value<Value>(at index: Int) throws -> Value { fatalError() }

  /// Reads a field whose type isn't `Decodable`, which is an error.
  @_disfavoredOverload
  @available(*, unavailable, message: "The type of this property isn't Decodable.")
  public mutating func value<Value>(at index: Int, filling initial: Value) throws -> Value {
    fatalError()
  }

  /// Reads a field whose type isn't `Decodable`, which is an error.
  @_disfavoredOverload
  @available(*, unavailable, message: "The type of this property isn't Decodable.")
  public mutating func fill<Value>(_ value: inout Value, at index: Int) throws { fatalError() }
}

extension FieldWriter {
  /// Writes a field whose type isn't `Encodable`, which is an error.
  @_disfavoredOverload
  @available(*, unavailable, message: "The type of this property isn't Encodable.")
  public func write<Value>(_ value: Value, at index: Int) throws { fatalError() }

  /// Writes a field whose type isn't `Encodable`, which is an error.
  @_disfavoredOverload
  @available(*, unavailable, message: "The type of this property isn't Encodable.")
  public func write<Value>(_ value: Value, alwaysAt index: Int) throws { fatalError() }
}
