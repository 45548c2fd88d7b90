package import Lineage

// Masking the parts of defaults that differ each time.

extension DocumentValue {
  /// The placeholder for a value that differs each time.
  package static let volatile: DocumentValue = "<differs each time>"

  /// The value, with the placeholder wherever a second value made in the same way differs.
  func masked(unlike second: DocumentValue) -> DocumentValue {
    switch (self, second) {
    case (.array(let own), .array(let others)) where own.count == others.count:
      return .array(zip(own, others).map { $0.masked(unlike: $1) })
    case (.object(let own), .object(let others)):
      let members = own.map { ($0.key, $0.value.masked(unlike: others[$0.key] ?? .volatile)) }
      let strangers = others.keys.filter { own[$0] == nil }
      return .object(DocumentObject(members + strangers.map { ($0, .volatile) }))
    default: return self == second ? self : .volatile
    }
  }

  /// The value, with the placeholder wherever another value has it.
  package func masked(like marked: DocumentValue) -> DocumentValue {
    switch (self, marked) {
    case (_, .volatile): return .volatile
    case (.array(let own), .array(let others)) where own.count == others.count:
      return .array(zip(own, others).map { $0.masked(like: $1) })
    case (.object(let own), .object(let others)):
      return .object(
        DocumentObject(
          own.map { member in
            (member.key, others[member.key].map { member.value.masked(like: $0) } ?? member.value)
          }))
    default: return self
    }
  }
}
