// compiles
// swift-format-ignore-file
import LineageMacros
import Foundation

nonisolated struct Generic<First, Second>: Sendable {}
nonisolated struct Pair: Codable, Sendable { var a = 1 }
@Fillable struct Rare {
  typealias Actions = Generic<
    @Sendable () -> Void,
    @MainActor () -> Void
  >
  func actions() -> Generic<
    @Sendable () -> Void, Int
  > { Generic() }
  @Ignored var filter = #Predicate<Pair, Pair> { first, second in first.a == second.a }
  var size: Int = [1]
    .map { $0 + 1 }
    #if DEBUG
    .filter { $0 > 1 }
    #endif
    .count
  var (a) = 1, (b): Int = 2
  #if canImport(Foundation)
    lazy var k = 1
  #endif
  var c = 3
}
nonisolated func keys(_ key: Rare.CodingKeys) -> Int { switch key { case .size, .a, .b, .c: 1 } }
