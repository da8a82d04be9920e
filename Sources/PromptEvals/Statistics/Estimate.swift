#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A figure with how sure it is.
public struct Estimate: Sendable, Hashable {
  /// The value.
  public var value: Double
  /// The 95 % interval; nil when there are too few observations for one.
  public var interval: ClosedRange<Double>?
  /// How many independent observations it rests on.
  public var count: Int
}

extension Estimate {
  /// The mean of independent observations with its interval; nil when there is none.
  ///
  /// The interval is Student's: mean ± t(n-1, .975) · s/√n, s² with n-1 in the denominator. When
  /// all n observations are the same it would have no width, which claims a certainty that nobody
  /// has. Within known `bounds`, a share of at most u = 1 - .025^(1/n) of all transcripts can be
  /// different without being seen (Clopper and Pearson, 0 of n), so the mean lies at most u of the
  /// way to a bound.
  public static func mean(of values: [Double], within bounds: ClosedRange<Double>) -> Estimate? {
    guard !values.isEmpty else { return nil }
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    guard values.count > 1, let t = StudentT.quantile(0.975, degreesOfFreedom: count - 1) else {
      return Estimate(value: mean, interval: nil, count: values.count)
    }
    // Shares such as 2/3 - 1/3 and 1 - 2/3 differ in their last bit only.
    guard values.contains(where: { abs($0 - values[0]) > 1e-9 }) else {
      let unseen = 1 - pow(0.025, 1 / count)
      let low = mean - unseen * (mean - bounds.lowerBound)
      let high = mean + unseen * (bounds.upperBound - mean)
      return Estimate(value: mean, interval: low...high, count: values.count)
    }
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let margin = t * (squares / (count - 1) / count).squareRoot()
    return Estimate(
      value: mean, interval: (mean - margin)...(mean + margin), count: values.count)
  }
}
