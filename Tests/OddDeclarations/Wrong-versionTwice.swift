// error 5: `Left` has its version from `@Document`. Remove this declaration.
// error 9: `Conforming` has its version from `@Document`. Remove this declaration.
// error 13: `Object` has its version from `@Document`. Remove this declaration.
// error 16: `Elsewhere` already is `VersionedCodable`, in an extension or through another protocol, so the version in this attribute wouldn't be used. Remove that conformance with its members, or use `@Fillable` instead.
// swift-format-ignore-file
import LineageMacros

@Document(version: 2, after: NothingOlder.self) struct Left {
  static let version = 2
  let a: Int
}
@Document(version: 2, after: NothingOlder.self) struct Conforming: VersionedCodable {
  static var version: Int { 2 }
  let a: Int
}
@Document(version: 2, after: NothingOlder.self) final class Object {
  static let version = 2, other = 3
  let a: Int
}
@Document(version: 2, after: NothingOlder.self) struct Elsewhere {
  static let version = 2
  let a: Int
}
extension Elsewhere: VersionedCodable { typealias PreviousVersion = NothingOlder }
@Fillable struct Free: VersionedCodable {
  static let version = 2
  typealias PreviousVersion = NothingOlder
  let a: Int
}
