// The most common scalars, without generic functions in between, which would take 24 to 38 % more instructions for a
// document.

extension FieldWriter {
  /// Writes a string.
  @inline(never)
  public func write(_ value: String, at index: Int) throws { try writeScalar(value, at: index) }

  /// Writes a string, which is left out if it is nil.
  @inline(never)
  public func write(_ value: String?, at index: Int) throws { try writeScalar(value, at: index) }

  /// Writes a string that has an initial value.
  @inline(never)
  public func write(_ value: String, alwaysAt index: Int) throws {
    try writeScalar(value, at: index)
  }

  /// Writes a string whose initial value isn't nil: nil is written as null.
  @inline(never)
  public func write(_ value: String?, alwaysAt index: Int) throws {
    try writeScalar(value, alwaysAt: index)
  }

  /// Writes an integer.
  @inline(never)
  public func write(_ value: Int, at index: Int) throws { try writeScalar(value, at: index) }

  /// Writes an integer, which is left out if it is nil.
  @inline(never)
  public func write(_ value: Int?, at index: Int) throws { try writeScalar(value, at: index) }

  /// Writes an integer that has an initial value.
  @inline(never)
  public func write(_ value: Int, alwaysAt index: Int) throws {
    try writeScalar(value, at: index)
  }

  /// Writes an integer whose initial value isn't nil: nil is written as null.
  @inline(never)
  public func write(_ value: Int?, alwaysAt index: Int) throws {
    try writeScalar(value, alwaysAt: index)
  }

  /// Writes a Boolean.
  @inline(never)
  public func write(_ value: Bool, at index: Int) throws { try writeScalar(value, at: index) }

  /// Writes a Boolean, which is left out if it is nil.
  @inline(never)
  public func write(_ value: Bool?, at index: Int) throws { try writeScalar(value, at: index) }

  /// Writes a Boolean that has an initial value.
  @inline(never)
  public func write(_ value: Bool, alwaysAt index: Int) throws {
    try writeScalar(value, at: index)
  }

  /// Writes a Boolean whose initial value isn't nil: nil is written as null.
  @inline(never)
  public func write(_ value: Bool?, alwaysAt index: Int) throws {
    try writeScalar(value, alwaysAt: index)
  }

  /// Writes a number.
  @inline(never)
  public func write(_ value: Double, at index: Int) throws { try writeScalar(value, at: index) }

  /// Writes a number, which is left out if it is nil.
  @inline(never)
  public func write(_ value: Double?, at index: Int) throws { try writeScalar(value, at: index) }

  /// Writes a number that has an initial value.
  @inline(never)
  public func write(_ value: Double, alwaysAt index: Int) throws {
    try writeScalar(value, at: index)
  }

  /// Writes a number whose initial value isn't nil: nil is written as null.
  @inline(never)
  public func write(_ value: Double?, alwaysAt index: Int) throws {
    try writeScalar(value, alwaysAt: index)
  }
}
