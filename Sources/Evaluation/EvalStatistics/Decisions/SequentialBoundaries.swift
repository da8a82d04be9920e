/// The two-sided boundaries of a group-sequential test, which stops at look k if |Z_k| exceeds the
/// boundary.
///
/// By recursive numerical integration (Armitage, McPherson and Rowe 1969). S_k = Z_k·√t_k is a sum
/// of independent normal increments of variance t_k - t_{k-1}. The density of S_k, on the paths
/// that no earlier look has stopped, is the convolution of that of S_{k-1} with the increment; a
/// boundary is where the mass beyond it equals what the look may spend.
struct SequentialBoundaries: Sendable, Hashable {
  /// The boundary of |Z| at each look.
  let values: [Double]

  /// Computes the boundaries; returns `nil` unless the fractions increase strictly from above 0 to
  /// at most 1 and the spending is defined.
  init?(fractions: [Double], spending: AlphaSpending, alpha: Double) {
    guard !fractions.isEmpty, fractions.allSatisfy({ $0 > 0 && $0 <= 1 }),
      zip(fractions, fractions.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    var values: [Double] = []
    var spentBefore = 0.0
    var before = 0.0
    var density: Density?
    for fraction in fractions {
      guard let spent = spending.spent(at: fraction, alpha: alpha) else { return nil }
      let increment = Increment(variance: fraction - before)
      let scale = fraction.squareRoot()
      let allowed = spent - spentBefore
      let boundary =
        density?.boundary(increment, allowed: allowed, scale: scale)
        ?? NormalDistribution.upperQuantile(allowed / 2) ?? Self.farthest
      values.append(boundary)
      let edge = min(boundary, Self.farthest) * scale
      density = Density(edge: edge, from: density, increment)
      spentBefore = spent
      before = fraction
    }
    self.values = values
  }

  /// The number of standard errors beyond which the mass is negligible.
  fileprivate static let farthest = 8.5

  /// The normal increment of S between two looks.
  private struct Increment {
    let deviation: Double

    init(variance: Double) {
      deviation = variance.squareRoot()
    }

    func density(_ step: Double) -> Double {
      NormalDistribution.density(step / deviation) / deviation
    }

    func upperTail(_ step: Double) -> Double { NormalDistribution.upperTail(step / deviation) }
  }

  /// The density of S on -edge...edge with Simpson's weights; symmetrical, so only the positive
  /// half is stored.
  private struct Density {
    /// The grid points from 0 to the edge.
    let places: [Double]
    /// The density times the weight at each grid point.
    let masses: [Double]

    /// Convolves the earlier density with the increment; without an earlier look it is the
    /// increment's own density.
    init(edge: Double, from earlier: Density?, _ increment: Increment) {
      // Fine enough for the narrowest density in the convolution.
      let intervals = 2 * max(100, min(1_000, Int(edge / increment.deviation * 12)))
      let step = edge / Double(intervals)
      let places = (0...intervals).map { Double($0) * step }
      masses = places.enumerated().map { position, place in
        let weight =
          position == 0 || position == intervals ? 1.0 : position.isMultiple(of: 2) ? 2 : 4
        let density: Double
        if let earlier {
          density = zip(earlier.places, earlier.masses).reduce(0) { sum, point in
            sum + point.1
              * (increment.density(place - point.0) + increment.density(place + point.0))
          }
        } else {
          density = increment.density(place)
        }
        return density * weight * step / 3
      }
      self.places = places
    }

    /// Returns the |Z| beyond which, after the increment, lies exactly the allowed mass.
    func boundary(_ increment: Increment, allowed: Double, scale: Double) -> Double {
      // Negated, since the mass beyond the boundary decreases as the boundary rises.
      MonotoneRoot.find(-allowed, in: 0...SequentialBoundaries.farthest * 2) { boundary in
        let edge = boundary * scale
        var mass = 0.0
        var slope = 0.0
        for (place, weight) in zip(places, masses) {
          mass +=
            2 * weight * (increment.upperTail(edge - place) + increment.upperTail(edge + place))
          slope += 2 * weight * (increment.density(edge - place) + increment.density(edge + place))
        }
        return (-mass, slope * scale)
      }
    }
  }
}
