@testable import EvalStatistics

/// The interval of all shifts δ that the sign-flip test of whole clusters does not reject.
///
/// Under the hypothesis that the mean is δ, each cluster's S_g - n_g·δ is equally likely with
/// either sign. Flipping a set F of clusters gives a sum at least as large as the observed one
/// exactly if the mean of the transcripts in F is at most δ. The ends are therefore the k-th
/// smallest and the k-th largest mean of all 2ᴳ - 1 sets of clusters, where k is 2ᴳ·(1 - level)/2
/// rounded down: the typical values of Hartigan (1969). Below six clusters k is 0 at 95 %, and
/// there is no interval.
enum SignFlipInversion {
  /// Returns the interval; `nil` if there are too few clusters for the level.
  ///
  /// Beyond ``SignFlipTest/exactLimit`` clusters, `draws` random sets stand in for all.
  static func interval(
    _ totals: ClusterTotals, level: Double = 0.95, seed: UInt64,
    draws: Int = SignFlipTest.standardDraws
  ) -> ClosedRange<Double>? {
    let isExact = totals.clusters <= SignFlipTest.exactLimit
    let sets = isExact ? Double(1 << totals.clusters) : Double(draws + 1)
    // 2.5 % of 40 sets is one, though (1 - .95)/2 is less by rounding.
    let rank = Int(sets * (1 - level) / 2 + 1e-9)
    guard rank >= 1 else { return nil }
    var means = isExact ? allMeans(totals) : drawnMeans(totals, seed: seed, draws: draws)
    let low = select(rank - 1, of: &means)
    let high = select(means.count - rank, of: &means)
    return low <= high ? low...high : nil
  }

  /// Returns the mean of every nonempty set of clusters.
  private static func allMeans(_ totals: ClusterTotals) -> [Double] {
    var means: [Double] = []
    means.reserveCapacity(1 << totals.clusters)
    var sum = 0.0
    var size = 0.0
    var members = 0
    // In Gray code order one cluster is added or removed at a time.
    for step in 1..<(1 << totals.clusters) {
      let position = step.trailingZeroBitCount
      members ^= 1 << position
      let direction = members & (1 << position) != 0 ? 1.0 : -1.0
      sum += direction * totals.sums[position]
      size += direction * totals.sizes[position]
      means.append(sum / size)
    }
    return means
  }

  private static func drawnMeans(_ totals: ClusterTotals, seed: UInt64, draws: Int) -> [Double] {
    var random = SeededRandom(seed: seed)
    var means: [Double] = []
    means.reserveCapacity(draws)
    while means.count < draws {
      var sum = 0.0
      var size = 0.0
      var bits: UInt64 = 0
      for position in 0..<totals.clusters {
        if position & 63 == 0 { bits = random.next() }
        let keep = Double(bits & 1)
        bits >>= 1
        sum += keep * totals.sums[position]
        size += keep * totals.sizes[position]
      }
      if size > 0 { means.append(sum / size) }
    }
    return means
  }

  /// Returns the value at a rank by Hoare's selection, which sorts the array only as far as needed.
  private static func select(_ rank: Int, of values: inout [Double]) -> Double {
    var low = 0
    var high = values.count - 1
    while low < high {
      let pivot = values[low + (high - low) / 2]
      var left = low
      var right = high
      while left <= right {
        while values[left] < pivot { left += 1 }
        while values[right] > pivot { right -= 1 }
        if left <= right {
          values.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if rank <= right {
        high = right
      } else if rank >= left {
        low = left
      } else {
        break
      }
    }
    return values[rank]
  }
}
