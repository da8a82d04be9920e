/// Finds where an increasing function meets a value: how quantiles are found from tails.
enum MonotoneRoot {
  /// The x in the bracket with f(x) = target, to 14 digits.
  ///
  /// Newton's method as long as it stays between the bounds and gains on them; else the bracket is
  /// halved. `function` gives f(x) and f′(x); where the derivative is of no use it may be 0.
  static func find(
    _ target: Double, in bracket: ClosedRange<Double>,
    _ function: (Double) -> (value: Double, derivative: Double)
  ) -> Double {
    var low = bracket.lowerBound
    var high = bracket.upperBound
    var x = (low + high) / 2
    var previousStep = high - low
    for _ in 0..<400 {
      let (value, derivative) = function(x)
      let error = value - target
      if error == 0 { return x }
      if error < 0 { low = x } else { high = x }
      var next = derivative > 0 ? x - error / derivative : .infinity
      if !(next > low && next < high) || abs(next - x) > previousStep / 2 {
        next = (low + high) / 2
      }
      previousStep = abs(next - x)
      guard next != x, next > low, next < high else { return next }
      if previousStep <= 1e-14 * abs(next) { return next }
      x = next
    }
    return x
  }
}
