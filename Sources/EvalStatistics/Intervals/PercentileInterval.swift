extension Bootstrap {
  /// Returns the percentile interval: the middle share `level` of the draws (Efron 1979).
  ///
  /// Too narrow with few clusters, by about √((G-1)/G) and by the ratio of the normal to Student's
  /// quantile.
  package func percentileInterval(level: Double = 0.95) -> ClosedRange<Double> {
    let tail = (1 - level) / 2
    return quantile(tail)...quantile(1 - tail)
  }
}
