/// How many times as long something takes for twice as many values: 2 where the time grows with their
/// number, 4 where it grows with the square of it.
///
/// - Parameters:
///   - count: The smaller number of values.
///   - prepare: Makes what is measured for some number of values.
func growth(doubling count: Int, _ prepare: (Int) throws -> () throws -> Void) throws -> Double {
  let short = try prepare(count)
  let long = try prepare(count * 2)
  var best = (short: Duration.seconds(1000), long: Duration.seconds(1000))
  for _ in 0..<4 {
    best.short = min(best.short, try ContinuousClock().measure { try short() })
    best.long = min(best.long, try ContinuousClock().measure { try long() })
  }
  return best.long / best.short
}
