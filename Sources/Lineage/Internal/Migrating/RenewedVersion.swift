extension DocumentTree {
  /// Updates the version at a path, which may lead into a carried value.
  ///
  /// - Parameter isInSnakeCase: Whether the keys may be those that a strategy converts names to.
  /// - Returns: Whether there was a version.
  @discardableResult
  func renew(
    _ path: ArraySlice<String>, to version: AnyVersion, isInSnakeCase: Bool = false
  ) -> Bool {
    var slot: UInt32 = 0
    var rest = path
    while true {
      if slots[slot].kind == .native, case .carried(let value) = view.native(of: slots[slot]) {
        // Most types leave the version to the library, and their values needn't be encoded. Those of other types are
        // encoded to their fields, which are carried values again. A value that can't be encoded is carried over as it is.
        guard let fields = try? value.encoded(), fields.renew(rest, to: version) else {
          return false
        }
        slots[slot].setValue(addNative(.carried(RenewedValue(value, at: rest, to: version))))
        return true
      }
      guard let key = rest.popFirst() else { break }
      let object = slot
      slot = view.member(key, of: object)
      if slot == 0, isInSnakeCase { slot = view.member(SnakeCase.snake(key), of: object) }
      if slot == 0 { return false }
    }
    return renew(slot, to: version)
  }

  private func renew(_ slot: UInt32, to version: AnyVersion) -> Bool {
    switch version {
    case .integer(let number) where slots[slot].kind.isNumber:
      slots[slot].setValue(TreeNode(.signed, bits: UInt64(bitPattern: Int64(number))))
    case .string(let text) where slots[slot].kind == .plainText:
      let (start, length) = addText(text)
      slots[slot].setValue(TreeNode(.plainText, start: start, length: length))
    default: return false
    }
    return true
  }
}

/// A carried value that contains the version of the value around it, with another version.
///
/// No field has this type, so the value is always encoded, even for a field of its original type.
private final class RenewedValue: CarriedValue, @unchecked Sendable {
  private let value: CarriedValue
  private let path: ArraySlice<String>
  private let version: AnyVersion

  init(_ value: CarriedValue, at path: ArraySlice<String>, to version: AnyVersion) {
    self.value = value
    self.path = path
    self.version = version
  }

  override func encoded() throws -> DocumentTree {
    let tree = try value.encoded()
    tree.renew(path, to: version)
    return tree
  }

  override func document(isInSnakeCase: Bool) throws -> DocumentTree {
    let tree = try value.document(isInSnakeCase: isInSnakeCase)
    tree.renew(path, to: version, isInSnakeCase: isInSnakeCase)
    return tree
  }

  override var type: any Any.Type { RenewedValue.self }
  override var typeEncoded: any Any.Type { value.typeEncoded }
}
