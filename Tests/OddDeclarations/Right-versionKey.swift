// compiles
// swift-format-ignore-file
import LineageMacros

@Document(version: 2) struct Stored { var version = 2 }
@Document(version: nil) struct Unversioned { var version: String }
