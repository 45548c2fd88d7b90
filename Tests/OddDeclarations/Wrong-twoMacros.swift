// error 3: `Poem` is `@Document` already. Remove one of the two attributes.
import LineageMacros

@Document(version: 1) @Fillable struct Poem { var a = 1 }
