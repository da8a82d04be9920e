import LanguageModels

/// How fast a model answers, as far as it is known.
package struct CallPace: Sendable, Hashable {
  /// The seconds of one call.
  package var secondsPerCall: Double
  /// How many calls the server answers in the time of one; nil if it is as many as it gets.
  package var atOnce: Double?
  /// How that is known, in words for a reader, such as `measured`.
  package var source: String

  package init(secondsPerCall: Double, atOnce: Double? = nil, source: String) {
    self.secondsPerCall = secondsPerCall
    self.atOnce = atOnce
    self.source = source
  }
}

/// The expected duration of a plan.
package struct PlanDuration: Sendable, Hashable {
  /// The seconds of the calls to models whose pace is known.
  package var seconds: Double
  /// The models whose pace is not known, sorted.
  package var unknown: [String]
}

extension PlanEstimate {
  /// Returns the expected duration.
  ///
  /// Calls that are answered from a file or a script take no time.
  ///
  /// - Parameters:
  ///   - concurrency: How many samples are generated at once.
  ///   - paces: How fast models answer, by their names in ``shares``.
  package func duration(concurrency: Int, paces: [String: CallPace]) -> PlanDuration {
    let live = shares.filter { !$0.isPrepared && $0.calls > 0 }
    let most = Double(max(1, concurrency))
    let unknown = Set(live.map(\.model).filter { paces[$0] == nil }).sorted()
    func work(_ shares: [ModelShare]) -> Double {
      shares.reduce(0) { $0 + Double($1.calls) * (paces[$1.model]?.secondsPerCall ?? 0) }
    }
    // All calls wait for the server, or the provider, with the tightest limit.
    let byModel = Dictionary(grouping: live, by: \.model).map { model, shares in
      work(shares) / min(most, max(1, paces[model]?.atOnce ?? most))
    }
    let byProvider = Dictionary(grouping: live, by: \.provider).map { provider, shares in
      work(shares) / min(most, limits[provider].map { Double($0) } ?? most)
    }
    return PlanDuration(
      seconds: (byModel + byProvider + [work(live) / most]).max() ?? 0, unknown: unknown)
  }
}

extension EvalStore {
  /// The number of runs, the newest first, that are looked at for the pace of a model.
  private static let maximumRuns = 10

  /// Returns how fast models answered in earlier runs: the median of the means of samples.
  ///
  /// What a server needed for a call includes the time in which it answered others, so it holds for about as many calls at
  /// once as there were.
  ///
  /// Throws ``StoreError`` if the database cannot be read.
  package func paces(of models: Set<String>) throws -> [String: CallPace] {
    var paces: [String: CallPace] = [:]
    let runs = try runs()
    for model in models {
      let asked = runs.filter { $0.design.models.contains(model) }.prefix(Self.maximumRuns)
      var seconds: [Double] = []
      for run in asked {
        let sides = Set(run.design.variants.filter { $0.model == model }.map(\.id))
        try eachScores(of: run) { scores in
          if sides.contains(scores.key.side), let mean = scores.seconds { seconds.append(mean) }
        }
      }
      guard !seconds.isEmpty else { continue }
      seconds.sort()
      let source = asked.count == 1 ? "as in an earlier run" : "as in \(asked.count) earlier runs"
      paces[model] = CallPace(secondsPerCall: seconds[seconds.count / 2], source: source)
    }
    return paces
  }
}
