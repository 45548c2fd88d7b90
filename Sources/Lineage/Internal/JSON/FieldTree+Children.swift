extension FieldTree {
  /// The members of an object, in their order.
  func members(of object: UInt32) -> some Sequence<UInt32> {
    let first = slots[object].kind == .object ? slots[object].firstChild : 0
    return sequence(state: first) { [self] member in
      if member == 0 { return nil }
      defer { member = slots[member].next }
      return member
    }
  }
}
