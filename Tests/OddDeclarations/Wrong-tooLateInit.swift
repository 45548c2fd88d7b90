// error 4: `Long` has the version of its superclass. Use `@Fillable` instead.
import LineageMacros

@Document(version: 1) class Track { let title: String }
@Document(version: 2) class Long: Track { var seconds = 1 }
