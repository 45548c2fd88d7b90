// compiles
// swift-format-ignore-file
import LineageMacros

@propertyWrapper nonisolated struct Clamped: Codable, Sendable {
  var wrappedValue: Int
  init(wrappedValue: Int, _ range: ClosedRange<Int> = 0...100) {
    self.wrappedValue = min(max(wrappedValue, range.lowerBound), range.upperBound)
  }
}
@Fillable struct Wrapped {
  @Lenient var a = 1
  @Lenient var b: Int?
  @Lenient var c: Int? = 3
  @LenientElements var d: [Int] = []
  @LenientElements var e: [Int]
  @LenientValues var f: [String: Int] = [:]
  @Nullable var g: Int?
  @Clamped(0...5) var h = 3
  @Clamped(0...5) var i: Int = 4
  @Clamped(wrappedValue: 4, 0...5) var j: Int
  @Lineage.Lenient @Key("l_key") var l = 2
  @Key("m_key") @Lenient<Int> var m = 2
}
