#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whether a version may replace another, or is worse than it by more than a margin.
///
/// Decided on the interval of the difference d, second side minus first, so that neither a lack of
/// data nor a lucky mean passes.
public enum GateDecision: Sendable, Hashable {
  /// The whole interval lies above -margin: at most the margin worse, with 97.5 % confidence.
  case passed
  /// The whole interval lies below -margin: worse by more than the margin, with the same
  /// confidence.
  case regression
  /// The interval contains -margin, or there is no interval.
  ///
  /// `transcriptsNeeded` is the total number of transcripts with which the gate would be decided
  /// with 80 % probability if the true difference is the observed one; `nil` if that cannot be
  /// estimated.
  case inconclusive(transcriptsNeeded: Int?)

  /// Decides on an estimate of the difference; `margin` is in the difference's unit and at least 0.
  ///
  /// A negative margin, like a missing estimate or interval, is inconclusive.
  public init(_ difference: Estimate?, margin: Double) {
    guard let difference, let interval = difference.interval, margin >= 0 else {
      self = .inconclusive(transcriptsNeeded: nil)
      return
    }
    if interval.lowerBound > -margin {
      self = .passed
    } else if interval.upperBound < -margin {
      self = .regression
    } else {
      self = .inconclusive(
        transcriptsNeeded: difference.transcriptsNeeded(toExceed: -margin))
    }
  }

  /// Returns why nothing can be decided with this many clusters; `nil` if it can.
  public static func refusal(clusters: Int) -> String? {
    clusters >= 2 ? nil : "one cluster shows nothing about how much clusters differ"
  }
}

extension Estimate {
  /// Returns the total number of transcripts that would decide whether the value lies above or
  /// below `limit`.
  ///
  /// n = (z_{.975} + z_{.8})² · T·SE² / (value - limit)²: T·SE² is the variance of one transcript,
  /// including the correlation within clusters. This is a power of 80 %.
  ///
  /// If no value varied, it is the n at which ``RareDeviations``' share 1 - .025^(1/n) is the
  /// distance to the limit. Always more than the transcripts there are already. Returns `nil` if
  /// the observed value is the limit itself, or if n would be ten million or more, which means that
  /// it cannot be decided.
  package func transcriptsNeeded(toExceed limit: Double) -> Int? {
    guard let standardError, standardError > 0 else {
      guard (1e-6..<1).contains(value - limit), clusters > 0 else { return nil }
      let needed = log(0.025) / log(1 - (value - limit)) * Double(count) / Double(clusters)
      return max(count + 1, Int(needed.rounded(.up)))
    }
    let variance = Double(count) * standardError * standardError
    guard
      let needed = PowerPlan(transcriptVariance: variance).transcripts(toDetect: value - limit),
      needed < 1e7
    else { return nil }
    return max(count + 1, Int(needed.rounded(.up)))
  }
}
