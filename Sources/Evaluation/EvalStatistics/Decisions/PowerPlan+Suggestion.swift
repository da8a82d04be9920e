extension PowerPlan {
  /// Returns one sentence on what would show a difference of δ: more transcripts, or more samples
  /// of each if these suffice.
  ///
  /// The samples suggested are the fewest, equal on both sides and at most 20, that suffice with
  /// the given transcripts. Returns `nil` if the number of transcripts needed is undefined or not
  /// below a billion.
  ///
  /// - Parameter unit: What is counted, in the singular.
  public func suggestion(
    toDetect difference: Double, transcripts: Int, unit: String = "transcript"
  ) -> String? {
    guard transcripts >= 0, let needed = self.transcripts(toDetect: difference), needed < 1e9
    else { return nil }
    let missing = Int(needed.rounded(.up)) - transcripts
    let goal =
      "to show a difference of \(Self.points(difference)) points"
      + " with \(Self.rounded(power * 100)) % power"
    guard missing > 0 else { return "\(transcripts) \(unit)s are enough \(goal)." }
    let more = "\(missing) more \(unit)\(missing == 1 ? "" : "s")"
    guard let samples = samples(toDetect: difference, transcripts: transcripts) else {
      return "\(more) \(goal)."
    }
    return "\(more), or \(samples) samples of each side, \(goal)."
  }

  private func samples(toDetect difference: Double, transcripts: Int) -> Int? {
    guard transcripts > 0 else { return nil }
    let minimum = max(firstSamples, secondSamples) + 1
    guard minimum <= 20 else { return nil }
    return (minimum...20).first { samples in
      var plan = self
      plan.firstSamples = samples
      plan.secondSamples = samples
      return plan.transcripts(toDetect: difference).map { $0 <= Double(transcripts) } ?? false
    }
  }

  /// Formats a difference of shares in percentage points, to a tenth.
  private static func points(_ difference: Double) -> String { rounded(abs(difference) * 100) }

  private static func rounded(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() && tenths < 1e9 ? "\(Int(tenths))" : "\(tenths)"
  }
}
