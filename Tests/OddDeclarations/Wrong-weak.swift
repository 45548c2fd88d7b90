// error 5: `b` is `weak`, so a decoded object would be released at once. Mark it `@Ignored`, or store an identifier instead of the object.
import LineageMacros

@Fillable struct Poem {
  var a = 1
  weak var b: AnyObject?
}
