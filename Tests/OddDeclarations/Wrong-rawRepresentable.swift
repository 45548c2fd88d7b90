// error 4: Swift encodes `Raw` as its raw value, because it conforms to `RawRepresentable`, but `@Fillable` would encode its properties. Replace `@Fillable` with the protocol `Codable`, or remove `RawRepresentable`.
// error 5: Swift encodes `Options` as its raw value, because it conforms to `OptionSet`, but `@Fillable` would encode its properties. Replace `@Fillable` with the protocol `Codable`, or remove `OptionSet`.
// error 8: Swift encodes `Both` as its raw value, because it conforms to `RawRepresentable`, but `@Document` would encode its properties. Replace `@Document` with the protocol `Codable`, or remove `RawRepresentable`.
// error 12: Swift encodes `Shipped` as its raw value, because it conforms to `RawRepresentable`, but `@Fillable` would encode its properties. Replace `@Fillable` with the protocol `Codable`, or remove `RawRepresentable`.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Raw: RawRepresentable { var rawValue: String }
@Fillable struct Options: Sendable, Swift.OptionSet {
  let rawValue: Int
}
@Document(version: 1) final class Both: RawRepresentable & Hashable {
  let rawValue: String
  init?(rawValue: String) { self.rawValue = rawValue }
}
@Fillable @Shipped("") struct Shipped: RawRepresentable, Hashable { var rawValue: String }
@Fillable struct Others: Names.OptionSet { var raw: Names.Raw }
enum Names {
  protocol OptionSet {}
  struct Raw: RawRepresentable, Codable { var rawValue: String }
}
