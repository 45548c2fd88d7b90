// compiles
// swift-format-ignore-file
import LineageMacros

enum Language: String, Codable, Sendable { case unknown, french }
@Fillable struct Filled {
  @Filled(Language.unknown) let a: Language
  @Filled([]) let b: [Int]
  @Filled([:]) let c: [String: Int]
  @Filled(nil) let d: Int?
  @Filled([1, 2].map { $0 + 1 }) let e: [Int]
  @Filled("a, b)") let f: String
  @Filled({ 5 }()) let g: Int
  @Filled(Set<Int>()) let h: Set<Int>
  @Filled(1) var i: Double
  @Filled(Filled.start) let j: Int
  static let start = 3
}
enum Settings {
  @Fillable struct Display {
    private enum Mode: String, Codable { case day, night }
    @Filled(Mode.day) private let mode: Mode
  }
}
