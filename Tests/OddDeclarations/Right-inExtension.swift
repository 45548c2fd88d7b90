// compiles
// swift-format-ignore-file
import LineageMacros

struct Space {}
extension Space {
  nonisolated struct Star: Codable {}
  @Fillable struct Planet { let star: Star; var moons = 0 }
}
