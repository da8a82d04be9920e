/// Inverts increasing functions, which is how quantiles are computed from tails.
enum MonotoneRoot {
  /// Returns the x in the bracket with f(x) = target, to 14 digits.
  ///
  /// Newton's method as long as its steps stay within the bracket and shrink by half; bisection
  /// otherwise. `function` returns f(x) and f′(x); a derivative of 0 forces bisection.
  static func find(
    _ target: Double, in bracket: ClosedRange<Double>,
    function: (Double) -> (value: Double, derivative: Double)
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
