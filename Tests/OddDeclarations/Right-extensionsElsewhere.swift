// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Extended { let a: Int }
extension Extended: Hashable {}
extension Extended { init(text: String) { self.init(a: text.count) } }
extension Extended: CustomStringConvertible { var description: String { "\(a)" } }
