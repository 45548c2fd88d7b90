// Comparing the defaults of a type with each other, and with a value.

extension DocumentTree {
  /// The names of the members that another tree can omit, because it has the same values.
  func namesOfFields(thatEqual value: DocumentTree) -> [String] {
    members(of: 0).compactMap { member in
      let name = view.key(of: member)
      let own = value.view.member(name, of: 0)
      guard own != 0, !slots[member].flags.contains(.isVolatile),
        !value.slots[own].flags.contains(.isAlwaysWritten),
        hasSameValue(at: member, as: value, at: own)
      else { return nil }
      return name
    }
  }

  /// Marks the values that differ from another capture, and all values that contain them.
  func markDifferences(from other: DocumentTree) {
    _ = markDifferences(at: 0, from: other, at: 0)
  }

  private func markDifferences(at slot: UInt32, from other: DocumentTree, at otherSlot: UInt32)
    -> Bool
  {
    let own = slots[slot]
    let compared = other.slots[otherSlot]
    var differs = false
    if own.kind == .object, compared.kind == .object, own.count == compared.count {
      for member in children(of: slot) {
        let counterpart = other.view.member(view.key(of: member), of: otherSlot)
        if counterpart == 0 {
          slots[member].flags.insert(.isVolatile)
          differs = true
        } else if markDifferences(at: member, from: other, at: counterpart) {
          differs = true
        }
      }
    } else {
      differs = !hasSameValue(at: slot, as: other, at: otherSlot)
    }
    if differs { slots[slot].flags.insert(.isVolatile) }
    return differs
  }

  private func hasSameValue(at slot: UInt32, as other: DocumentTree, at otherSlot: UInt32)
    -> Bool
  {
    let own = slots[slot]
    let compared = other.slots[otherSlot]
    guard own.kind == compared.kind else { return false }
    // Values of different versions aren't equal, even if this process sees no difference.
    guard version(of: slot) == other.version(of: otherSlot) else { return false }
    switch own.kind {
    case .nothing, .true, .false: return true
    case .null: return own.flags.contains(.isOmitted) == compared.flags.contains(.isOmitted)
    case .signed, .unsigned, .double, .float: return own.bits == compared.bits
    case .native: return view.native(of: own) == other.view.native(of: compared)
    case .plainText, .escapedText, .illFormedText, .integerText, .numberText, .json5NumberText:
      return view.text(of: own) == other.view.text(of: compared)
    case .array:
      if own.flags.contains(.isUnordered), compared.flags.contains(.isUnordered) {
        return hasSameElements(at: slot, as: other, at: otherSlot)
      }
      return own.count == compared.count
        && zip(children(of: slot), other.children(of: otherSlot)).allSatisfy {
          hasSameValue(at: $0, as: other, at: $1)
        }
    case .object:
      guard own.count == compared.count else { return false }
      for member in children(of: slot) {
        let counterpart = other.view.member(view.key(of: member), of: otherSlot)
        guard counterpart != 0, hasSameValue(at: member, as: other, at: counterpart) else {
          return false
        }
      }
      return true
    }
  }

  /// Whether two sets or two dictionaries are equal. Defaults have few elements.
  private func hasSameElements(at slot: UInt32, as other: DocumentTree, at otherSlot: UInt32)
    -> Bool
  {
    let size = slots[slot].flags.contains(.hasUnorderedPairs) ? 2 : 1
    let (own, compared) = (Array(children(of: slot)), Array(other.children(of: otherSlot)))
    guard own.count == compared.count else { return false }
    var unmatched = Array(stride(from: 0, to: compared.count, by: size))
    return stride(from: 0, to: own.count, by: size).allSatisfy { index in
      let match = unmatched.firstIndex { candidate in
        (0..<size).allSatisfy {
          hasSameValue(at: own[index + $0], as: other, at: compared[candidate + $0])
        }
      }
      if let match { unmatched.remove(at: match) }
      return match != nil
    }
  }
}
