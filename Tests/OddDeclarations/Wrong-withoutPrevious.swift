// warning 5: Version 2 of `Poem` has no previous version, so older documents can't be opened, even if there is a step. Add the previous version, such as `after: PoemV1.self`, or `after: NothingOlder.self` if there is none.
// warning 7: Version 7 of `Object` has no previous version, so older documents can't be opened, even if there is a step. Add the previous version, such as `after: ObjectV6.self`, or `after: NothingOlder.self` if there is none.
// warning 10: Version 3 of `SongV3` has no previous version, so older documents can't be opened, even if there is a step. Add the previous version, such as `after: SongV2.self`, or `after: NothingOlder.self` if there is none.
// swift-format-ignore-file
import LineageMacros

@Document(version: 1) struct PoemV1 { let text: String }
@Document(version: 2) struct Poem { var lines: [String] }
extension Poem { init(from old: PoemV1) throws { lines = [old.text] } }
@Document(version: 7) final class Object { var a = 1 }
@Document(version: 2, after: NothingOlder.self) struct First { var a = 1 }
@Document(version: "2") struct Text { var a = 1 }
@Document(version: 3) struct SongV3 { var a = 1 }
