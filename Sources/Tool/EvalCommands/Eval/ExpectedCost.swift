import LanguageModels
import ModelLayers
import ModelProviders
import PromptEvals

/// The expected cost of a run, including what is unknown about it.
struct ExpectedCost: CustomStringConvertible {
  /// The cost of the calls whose price is known, in dollars.
  let dollars: Double
  /// The models whose price is unknown and that are not free; without duplicates, sorted.
  let unknown: [String]

  /// - Parameter isFree: Whether calls to a provider are free.
  init(_ estimate: PlanEstimate, isFree: (String) -> Bool) {
    dollars = estimate.dollars
    let shares = estimate.shares.filter { share in
      share.dollars == nil && share.calls > 0 && !share.isReplay && !isFree(share.provider)
    }
    unknown = Set(shares.map(\.model)).sorted()
  }

  /// Returns whether calls to a provider, at its own address or `baseURL`, are free: models on this machine and
  /// scripts are.
  static func isFree(_ provider: String, at baseURL: String?) -> Bool {
    switch provider {
    case "local", "scripted", "echo": return true
    // A gateway runs on this machine and forwards calls to paid services.
    case "litellm": return false
    default:
      let url = baseURL ?? EndpointProfile.named(provider)?.baseURL
      return url.flatMap { ServerAddress(url: $0) }?.isThisMachine ?? false
    }
  }

  /// A summary: `about $1.20`, `at least $1.20`, `cost unknown` or `at no cost`.
  var description: String {
    let amount = dollars.asDollars
    return switch (dollars > 0, unknown.isEmpty) {
    case (true, true): "about \(amount)"
    case (true, false): "at least \(amount)"
    case (false, false): "cost unknown"
    case (false, true): "at no cost"
    }
  }

  /// A note on unknown prices; nil if there are none.
  var unknownNote: String? {
    unknown.isEmpty ? nil : "no price is known for \(unknown.joined(separator: ", "))"
  }
}
