// error 6: `b` is `weak`, so a decoded object would be released at once. Mark it `@Ignored`, or store an identifier instead of the object.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem {
  var a = 1
  weak var b: AnyObject?
}
