// The most common scalars, without generic functions in between, which would take 13 to 26 % more instructions for a
// document.

extension FieldReader {
  /// Reads a required string.
  @inline(never)
  public mutating func value(at index: Int) throws -> String {
    try scalar(at: index)
  }

  /// Reads a string, which is nil if it is missing or null.
  @inline(never)
  public mutating func value(at index: Int) throws -> String? {
    try optionalScalar(at: index)
  }

  /// Reads a string that keeps its initial value if it is missing or null.
  @inline(never)
  public mutating func fill(_ value: inout String, at index: Int) throws {
    try fillScalar(&value, at: index)
  }

  /// Reads a string that keeps its initial value if it is missing, and is nil if it is null.
  @inline(never)
  public mutating func fill(_ value: inout String?, at index: Int) throws {
    try fillOptionalScalar(&value, at: index)
  }

  /// Reads a required integer.
  @inline(never)
  public mutating func value(at index: Int) throws -> Int {
    try scalar(at: index)
  }

  /// Reads an integer, which is nil if it is missing or null.
  @inline(never)
  public mutating func value(at index: Int) throws -> Int? {
    try optionalScalar(at: index)
  }

  /// Reads an integer that keeps its initial value if it is missing or null.
  @inline(never)
  public mutating func fill(_ value: inout Int, at index: Int) throws {
    try fillScalar(&value, at: index)
  }

  /// Reads an integer that keeps its initial value if it is missing, and is nil if it is null.
  @inline(never)
  public mutating func fill(_ value: inout Int?, at index: Int) throws {
    try fillOptionalScalar(&value, at: index)
  }

  /// Reads a required Boolean.
  @inline(never)
  public mutating func value(at index: Int) throws -> Bool {
    try scalar(at: index)
  }

  /// Reads a Boolean, which is nil if it is missing or null.
  @inline(never)
  public mutating func value(at index: Int) throws -> Bool? {
    try optionalScalar(at: index)
  }

  /// Reads a Boolean that keeps its initial value if it is missing or null.
  @inline(never)
  public mutating func fill(_ value: inout Bool, at index: Int) throws {
    try fillScalar(&value, at: index)
  }

  /// Reads a Boolean that keeps its initial value if it is missing, and is nil if it is null.
  @inline(never)
  public mutating func fill(_ value: inout Bool?, at index: Int) throws {
    try fillOptionalScalar(&value, at: index)
  }

  /// Reads a required number.
  @inline(never)
  public mutating func value(at index: Int) throws -> Double {
    try scalar(at: index)
  }

  /// Reads a number, which is nil if it is missing or null.
  @inline(never)
  public mutating func value(at index: Int) throws -> Double? {
    try optionalScalar(at: index)
  }

  /// Reads a number that keeps its initial value if it is missing or null.
  @inline(never)
  public mutating func fill(_ value: inout Double, at index: Int) throws {
    try fillScalar(&value, at: index)
  }

  /// Reads a number that keeps its initial value if it is missing, and is nil if it is null.
  @inline(never)
  public mutating func fill(_ value: inout Double?, at index: Int) throws {
    try fillOptionalScalar(&value, at: index)
  }
}
