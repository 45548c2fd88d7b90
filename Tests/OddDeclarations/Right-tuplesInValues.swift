// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Ignoring {
  @Ignored var pair = (1, 2)
  @Ignored var closure: @Sendable (Int) -> Int = { $0 }
  @Ignored weak var object: AnyObject?
  var a = 1
}
