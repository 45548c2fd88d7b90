// compiles unless isolated
// swift-format-ignore-file
public import LineageMacros
public import Observation

@Observable @Fillable final class Observed {
  @Key("x") var a = 1
  var b: Int
  @Ignored var c = 3
  @Filled(4) let d: Int
  @Filled(5) var e: Int
  @ObservationIgnored @Lenient var f = 6
  @ObservationIgnored @Key("y") var g = 7
}

@Observable @Fillable class ObservedBase {
  var a = 1
  var b: Int
}

@Observable @Fillable class ObservedMiddle: ObservedBase {
  var c = 2
}

@Observable @Fillable final class ObservedSub: ObservedMiddle {
  var d = 2
  let e: Int
  @ObservationIgnored var f = 3
}

@Fillable final class SubOfObserved: ObservedBase {
  var c = 2
}

@Observable @Fillable public final class ObservedWithObservers {
  public var a = 1 { willSet { b = "\(newValue)" } didSet { b = "\(oldValue)" } }
  public private(set) var b: String { didSet { c = nil } }
  var c: [Int]?
  @Filled([]) var d: [Int] { didSet {} }
  @Ignored var e: Int? { didSet {} }
  var unknownFields = UnknownFields()
}
