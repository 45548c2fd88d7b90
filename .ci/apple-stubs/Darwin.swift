// What the checked modules use of Apple's module Darwin. `.ci/apple` only type-checks with this; nothing is run.

public struct _opaque_pthread_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public typealias pthread_key_t = UInt

public func pthread_self() -> pthread_t { fatalError() }

public func pthread_get_stackaddr_np(_ thread: pthread_t) -> UnsafeMutableRawPointer {
  fatalError()
}

public func pthread_get_stacksize_np(_ thread: pthread_t) -> Int { fatalError() }

@discardableResult
public func pthread_key_create(
  _ key: UnsafeMutablePointer<pthread_key_t>!,
  _ destructor: (@convention(c) (UnsafeMutableRawPointer) -> Void)?
) -> Int32 { fatalError() }

public func pthread_getspecific(_ key: pthread_key_t) -> UnsafeMutableRawPointer? { fatalError() }

@discardableResult
public func pthread_setspecific(_ key: pthread_key_t, _ value: UnsafeRawPointer?) -> Int32 {
  fatalError()
}

public func memcmp(
  _ first: UnsafeRawPointer!, _ second: UnsafeRawPointer!, _ count: Int
) -> Int32 { fatalError() }

public func memchr(
  _ bytes: UnsafeRawPointer!, _ byte: Int32, _ count: Int
) -> UnsafeMutableRawPointer! { fatalError() }

public func malloc(_ size: Int) -> UnsafeMutableRawPointer! { fatalError() }

public func realloc(_ memory: UnsafeMutableRawPointer!, _ size: Int) -> UnsafeMutableRawPointer! {
  fatalError()
}

public func free(_ memory: UnsafeMutableRawPointer!) { fatalError() }

// MARK: - The plugin of the macros

public var errno: Int32 { fatalError() }
public var EINTR: Int32 { fatalError() }
public var SIGPIPE: Int32 { fatalError() }
public var SIG_IGN: (@convention(c) (Int32) -> Void)? { fatalError() }

@discardableResult
public func signal(
  _ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?
) -> (@convention(c) (Int32) -> Void)? { fatalError() }

@discardableResult
public func close(_ file: Int32) -> Int32 { fatalError() }

@discardableResult
public func dup(_ file: Int32) -> Int32 { fatalError() }

@discardableResult
public func dup2(_ file: Int32, _ copy: Int32) -> Int32 { fatalError() }

@discardableResult
public func read(_ file: Int32, _ bytes: UnsafeMutableRawPointer!, _ count: Int) -> Int {
  fatalError()
}

@discardableResult
public func write(_ file: Int32, _ bytes: UnsafeRawPointer!, _ count: Int) -> Int { fatalError() }
