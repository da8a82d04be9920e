#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whether a version may replace another, or is worse than it by more than a margin.
///
/// Decided on the limits of the mean difference, second side minus first, that ``BoundedMean``
/// gives, so that neither a lack of data nor a lucky mean passes. A result that is at least as good
/// for the second side never gets a worse decision, and at a true difference of exactly the margin
/// at most 2.5 % of comparisons pass.
///
/// ```swift
/// let differences = Array(repeating: 0.0, count: 40)
/// switch GateDecision(differences, margin: 0.1) {
/// case .passed: print("at most 10 points worse")
/// case .regression: print("more than 10 points worse")
/// case .inconclusive(let needed): print("undecided; enough would be \(needed ?? 0)")
/// }
/// ```
public enum GateDecision: Sendable, Hashable {
  /// The lower limit lies above -margin: at most the margin worse, with 97.5 % confidence.
  case passed
  /// The upper limit lies below -margin: worse by more than the margin, with the same confidence.
  case regression
  /// -margin lies between the limits, or there are none.
  ///
  /// `transcriptsNeeded` is the total number of transcripts with which the same limits would decide
  /// with 80 % probability, if further ones are like those there are; `nil` if that cannot be
  /// estimated.
  case inconclusive(transcriptsNeeded: Int?)

  /// Decides on the differences of independent transcripts, each from -1 to 1; `margin` is at least
  /// 0.
  ///
  /// A negative margin is inconclusive, like fewer than two differences, and like a difference that
  /// is not within the bounds.
  public init(_ differences: [Double], margin: Double) {
    let members = differences.enumerated().map {
      PairedDifference(value: $0.element, cluster: "\($0.offset)")
    }
    let test = margin >= 0 ? LimitTest(members, limit: -margin, within: -1...1) : nil
    self = test?.decision ?? .inconclusive(transcriptsNeeded: nil)
  }

  /// Returns why nothing can be decided with this many clusters; `nil` if it can.
  public static func refusal(clusters: Int) -> String? {
    clusters >= 2 ? nil : "one cluster shows nothing about how much clusters differ"
  }

  /// Returns the smallest number of equal clusters with which a margin, or a minimum that is so far
  /// below the bound, can be kept: that of clusters that are all the same; `nil` unless the margin
  /// lies between 0 and 1.
  ///
  /// 1 - .025^(1/G) < margin, thus 36 for 10 points and 72 for 5.
  ///
  /// - Parameter tail: The error of passing at the margin; less than .025 at the last of several looks.
  package static func clustersNeeded(margin: Double, tail: Double = 0.025) -> Int? {
    guard margin > 0, margin < 1, tail > 0, tail < 1 else { return nil }
    let needed = (log(tail) / log1p(-margin)).rounded(.up)
    return needed < 1e9 ? max(2, Int(needed)) : nil
  }
}
