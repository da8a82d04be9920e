#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Cohen's h = 2·asin√b - 2·asin√a, the distance of two shares on a scale where equal steps are
/// equally detectable.
package enum ArcsineDifference {
  /// Returns h in radians, positive if the second share is larger; `nil` unless both lie in 0...1.
  package static func value(first: Double, second: Double) -> Double? {
    guard (0...1).contains(first), (0...1).contains(second) else { return nil }
    return 2 * asin(second.squareRoot()) - 2 * asin(first.squareRoot())
  }
}
