// error 5: `@Fillable` has to see the stored properties. Write it before the declaration of the type.
// error 5: 'extension' macro cannot be attached to extension (extension of 'Poem')
// swift-format-ignore-file
import LineageMacros

struct Poem { var a = 1 }
@Fillable extension Poem {}
