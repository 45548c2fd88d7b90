// error 6: `Poem` already is `VersionedCodable`, in an extension or through another protocol, so the version in this attribute wouldn't be used. Remove that conformance with its members, or use `@Fillable` instead.
// swift-format-ignore-file
import LineageMacros

@Document(version: 1) struct PoemV1 { var title = "" }

@Document(version: 3, after: PoemV1.self) struct Poem { var title = ""; var lines = 1 }
extension Poem: VersionedCodable {
  static var version: Int { 2 }
  typealias PreviousVersion = PoemV1
  init(from old: PoemV1) throws { title = old.title; lines = 2 }
}
