// compiles
// swift-format-ignore-file
import LineageMacros

protocol Shape: Sendable {}
@Fillable struct Existentials {
  @Ignored var shape: (any Shape)? = nil
  @Ignored var action: (@Sendable () -> Void)?
  @Ignored var both: (any Shape & Hashable)? = nil
  var a = 1
}
