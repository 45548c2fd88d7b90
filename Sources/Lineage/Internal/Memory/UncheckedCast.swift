// Casts whose outcome is known. Release builds don't check them, because the runtime would take
// longer for it than for coding a field.

/// Casts an object to its class.
@inline(__always)
func uncheckedDowncast<Object: AnyObject>(_ object: AnyObject, to type: Object.Type) -> Object {
  // In debug builds, this checks the class.
  unsafe unsafeDowncast(object, to: type)
}

/// Casts a value to its own type, which the caller knows by another name.
@inline(__always)
func identityCast<Value, Same>(_ value: Value, to type: Same.Type) -> Same {
  assert(Value.self == Same.self)
  return unsafe unsafeBitCast(value, to: type)
}

/// Casts a value to a class; nil if it isn't an instance. A checked cast takes longer than coding a
/// few fields, so it is only used if the static type doesn't tell.
@inline(__always)
func conditionalCast<Value, Object: AnyObject>(_ value: Value, to type: Object.Type) -> Object? {
  Value.self == Object.self ? identityCast(value, to: type) : value as? Object
}

/// The byte that a trivial value consists of; 0 if it has no size, like an enum of one case.
@inline(__always)
func uncheckedByte<Value>(of value: Value) -> UInt8 {
  assert(_isPOD(Value.self) && MemoryLayout<Value>.size <= 1)
  if MemoryLayout<Value>.size == 0 { return 0 }
  return unsafe unsafeBitCast(value, to: UInt8.self)
}

/// The value that consists of a byte, which came from `uncheckedByte(of:)`.
@inline(__always)
func uncheckedValue<Value>(ofByte byte: UInt8, as type: Value.Type) -> Value {
  assert(_isPOD(type) && MemoryLayout<Value>.size <= 1)
  if MemoryLayout<Value>.size == 0 { return unsafe unsafeBitCast((), to: type) }
  return unsafe unsafeBitCast(byte, to: type)
}
