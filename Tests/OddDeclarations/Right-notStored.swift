// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Computed {
  static let a = 1
  static var b: Int { 2 }
  nonisolated(unsafe) static var c = 3
  var d: Int { 4 }
  var e: Int { get { 5 } set {} }
  var f: Int { _read { yield stored } _modify { yield &stored } }
  lazy var g = 8
  var stored = 9
  subscript(index: Int) -> Int { index }
  func h() -> Int { 1 }
  typealias I = Int
  struct J { var k = 1 }
  enum L { case m }
  init() {}
  init(x: Int) { stored = x }
}
final class Signal<Value>: Sendable {}
@Fillable struct Observed { @Ignored var onChange: Signal<(Int) -> Void>? }
