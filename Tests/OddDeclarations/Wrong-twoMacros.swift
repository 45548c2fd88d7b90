// error 4: `Poem` is `@Document` already. Remove one of the two attributes.
// swift-format-ignore-file
import LineageMacros

@Document(version: 1) @Fillable struct Poem { var a = 1 }
