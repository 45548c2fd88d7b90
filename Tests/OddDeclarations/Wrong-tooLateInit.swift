// error 5: `Long` has the version of its superclass. Use `@Fillable` instead.
// swift-format-ignore-file
import LineageMacros

@Document(version: 1) class Track { let title: String }
@Document(version: 2, after: NothingOlder.self) class Long: Track { var seconds = 1 }
