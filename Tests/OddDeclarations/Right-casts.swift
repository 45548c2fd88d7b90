// compiles
// swift-format-ignore-file
import LineageMacros

nonisolated func anything() -> Any { 1 }
@Fillable struct Casts {
  var a = anything() as? Dictionary<String, Int> ?? [:], b = 1
  var d = anything() is Dictionary<String, Int> && true
  var e = (anything() as? Int?) == nil
}
@Fillable struct Vector {
  static func /(l: Self, r: Double) -> Self { Self(x: l.x/r, y: l.y/r) }
  typealias Action =
    @Sendable () -> Void
  var x: Double
  var y = 0.0
}
