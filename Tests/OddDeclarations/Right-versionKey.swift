// compiles
// swift-format-ignore-file
import LineageMacros

@Document(version: 2, after: NothingOlder.self) struct Stored { var version = 2 }
@Document(version: nil) struct Unversioned { var version: String }
