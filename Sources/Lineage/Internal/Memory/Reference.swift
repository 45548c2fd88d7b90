/// A value in memory of its own, shared by everything that has a copy of the reference.
///
/// It is a pointer without reference counting, so copying it costs nothing. Access to the value isn't
/// checked for exclusivity at run time, as access to a class's properties is.
///
/// Invariant: the code that creates a reference keeps the value initialized and its memory allocated as
/// long as the value is accessed. Nothing can check this, so each type that allocates values says
/// how long they live: until its own `deinit` or `deallocate()`, or forever.
@safe struct Reference<Value: ~Copyable>: BitwiseCopyable {
  let pointer: UnsafeMutablePointer<Value>

  @_transparent
  init(_ pointer: UnsafeMutablePointer<Value>) {
    unsafe self.pointer = pointer
  }

  /// Allocates memory for a value, which must be initialized before it is accessed.
  static func allocate() -> Reference {
    unsafe Reference(.allocate(capacity: 1))
  }

  /// Allocates a value.
  init(allocating value: consuming Value) {
    self = .allocate()
    initialize(to: value)
  }

  /// Initializes memory from `allocate()`.
  func initialize(to value: consuming Value) {
    unsafe pointer.initialize(to: value)
  }

  /// Frees the value and its memory.
  func deallocate() {
    unsafe pointer.deinitialize(count: 1)
    unsafe pointer.deallocate()
  }

  /// Frees memory that was never initialized.
  func deallocateUninitialized() {
    unsafe pointer.deallocate()
  }

  var pointee: Value {
    @_transparent unsafeAddress { unsafe UnsafePointer(pointer) }
    @_transparent nonmutating unsafeMutableAddress { unsafe pointer }
  }

  var address: UInt { unsafe UInt(bitPattern: pointer) }
}

extension Reference: Equatable where Value: ~Copyable {
  @_transparent
  static func == (first: Reference, second: Reference) -> Bool {
    unsafe first.pointer == second.pointer
  }
}

/// Calls a closure with a reference to a variable, which is valid until the closure returns.
@inline(__always)
func withReference<Value, Result, Failure: Error>(
  to value: inout Value, _ body: (Reference<Value>) throws(Failure) -> Result
) throws(Failure) -> Result {
  try unsafe withUnsafeMutablePointer(to: &value) { (pointer) throws(Failure) in
    try unsafe body(Reference(pointer))
  }
}
