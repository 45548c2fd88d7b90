// warning 18: 'copy' is deprecated: The objects of this class can't be copied, so this traps. Only final classes have copies whose macro sees that they have no superclass. [#DeprecatedDeclaration]
// error 19: no exact matches in call to instance method 'copy'
// error 20: no exact matches in call to instance method 'copy'
// swift-format-ignore-file
import LineageMacros

class Base { var inherited = 1 }
protocol Named {}
enum My { class Identifiable { var inherited = 1 } }
@Fillable final class Composed: Base & Named { var a = 1 }
@Fillable final class Qualified: My.Identifiable { var a = 1 }
@Fillable final class OfProtocols: Swift.Identifiable, Hashable & Sendable {
  let a: Int
  static func == (left: OfProtocols, right: OfProtocols) -> Bool { left.a == right.a }
  func hash(into hasher: inout Hasher) {}
}
@Fillable final class Filled: Named, DefaultFillable { var a = 1; init() {} }
func copies(
  _ composed: Composed, _ qualified: Qualified, _ right: OfProtocols, _ filled: Filled
) {
  _ = filled.copy { $0.a = 2 }
  _ = composed.copy { $0.a = 2 }
  _ = qualified.copy { $0.a = 2 }
  _ = right.copy { $0.a = 2 }
}
