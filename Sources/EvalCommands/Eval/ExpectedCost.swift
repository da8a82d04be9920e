import EvalStatistics
import LanguageModels
import ModelProviders
import PromptEvals

/// What a run is expected to cost, and what of it nobody can tell.
struct ExpectedCost: CustomStringConvertible {
  /// The dollars of calls whose price is known.
  let dollars: Double
  /// The models that cost something, but nobody knows what; each once, sorted.
  let unknown: [String]

  /// - Parameter isFree: whether a provider takes no money.
  init(_ estimate: PlanEstimate, isFree: (String) -> Bool) {
    dollars = estimate.dollars
    let shares = estimate.shares.filter { share in
      share.dollars == nil && share.calls > 0 && !share.isReplay && !isFree(share.provider)
    }
    unknown = Set(shares.map(\.model)).sorted()
  }

  /// Whether calls to a provider, at its own address or another, cost nothing: models on this machine, and
  /// scripts.
  static func isFree(_ provider: String, at baseURL: String?) -> Bool {
    switch provider {
    case "local", "scripted": return true
    // A gateway stands on this machine and passes calls on to others, for money.
    case "litellm": return false
    default:
      let url = baseURL ?? EndpointProfile.named(provider)?.baseURL
      let host = url.flatMap { ServerAddress(url: $0) }?.host ?? ""
      return host == "localhost" || host == "[::1]" || host.hasPrefix("127.")
    }
  }

  /// `about $1.20`, `at least $1.20`, `cost unknown`, `at no cost`
  var description: String {
    let amount = "$\(Figures.decimal(dollars, 2))"
    return switch (dollars > 0, unknown.isEmpty) {
    case (true, true): "about \(amount)"
    case (true, false): "at least \(amount)"
    case (false, false): "cost unknown"
    case (false, true): "at no cost"
    }
  }

  /// Which prices are not known.
  var unknownNote: String? {
    unknown.isEmpty ? nil : "no price is known for \(unknown.joined(separator: ", "))"
  }
}
