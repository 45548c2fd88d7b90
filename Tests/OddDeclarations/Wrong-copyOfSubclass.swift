// error 15: referencing instance method 'copy' on 'DraftCopyable' requires the types 'Composed' and 'Composed.DraftSubject' (aka 'Never') be equivalent
// error 16: referencing instance method 'copy' on 'DraftCopyable' requires the types 'Qualified' and 'Qualified.DraftSubject' (aka 'Never') be equivalent
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
func copies(_ composed: Composed, _ qualified: Qualified, _ right: OfProtocols) {
  _ = composed.copy { $0.a = 2 }
  _ = qualified.copy { $0.a = 2 }
  _ = right.copy { $0.a = 2 }
}
