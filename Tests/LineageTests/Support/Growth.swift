/// How many times as long an operation takes for twice as many values: 2 if the time is linear, 4
/// if it is quadratic.
///
/// - Parameters:
///   - count: The smaller number of values.
///   - prepare: Makes the operation to measure for a number of values.
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
