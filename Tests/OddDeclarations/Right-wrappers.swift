// compiles
// swift-format-ignore-file
import LineageMacros

@propertyWrapper nonisolated struct Clamped: Codable, Sendable {
  var wrappedValue: Int
  init(wrappedValue: Int, _ range: ClosedRange<Int> = 0...100) {
    self.wrappedValue = min(max(wrappedValue, range.lowerBound), range.upperBound)
  }
}
@propertyWrapper nonisolated struct clamped: Codable, Sendable {
  var wrappedValue: Int
}
enum Database {
  @propertyWrapper nonisolated struct Ignored: Codable, Sendable { var wrappedValue: Int }
  @propertyWrapper nonisolated struct Key: Codable, Sendable {
    var wrappedValue: Int
    init(wrappedValue: Int, _ column: String) { self.wrappedValue = wrappedValue }
  }
}
@Fillable struct OfOthers {
  @clamped var a = 1
  @clamped var b: Int
  @Database.Ignored var c: Int
  @Database.Ignored var d = 4
  @Database.Key("x") @Key("y") var e = 5
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
