import Foundation

@testable import LineageStore

/// The calls of the system, with another program that does something before and after each exchange of two files.
struct InterferingCalls: ForwardingCalls {
  var beforeExchange: @Sendable () -> Void
  var afterExchange: @Sendable () -> Void
  let calls: any FileCalls = SystemCalls()

  init(
    beforeExchange: @escaping @Sendable () -> Void, afterExchange: @escaping @Sendable () -> Void
  ) {
    self.beforeExchange = beforeExchange
    self.afterExchange = afterExchange
  }

  func rename(
    _ name: String, to newName: String, in folder: Descriptor, _ kind: RenameKind
  ) throws(SystemError) {
    if kind == .exchange { beforeExchange() }
    try calls.rename(name, to: newName, in: folder, kind)
    if kind == .exchange { afterExchange() }
  }
}
