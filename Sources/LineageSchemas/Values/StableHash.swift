/// A hash that is the same in every process.
///
/// It protects against mistakes, not against forgery.
package enum StableHash {
  /// The FNV-1a hash of a sequence of bytes.
  package static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(into: 14_695_981_039_346_656_037) {
      $0 = ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
  }

  /// The hash of a sequence of bytes as 16 hexadecimal digits.
  package static func digits(of bytes: some Sequence<UInt8>) -> String {
    let digits = String(of(bytes), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
